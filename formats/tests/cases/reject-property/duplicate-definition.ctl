let a = p;
let a = q;
AG a
