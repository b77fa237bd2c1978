property a: AG safe;
let safe = !p;
