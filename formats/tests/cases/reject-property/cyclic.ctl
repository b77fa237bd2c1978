let a = b;
let b = a;
property c: a;
