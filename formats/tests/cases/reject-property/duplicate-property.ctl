property a: p;
property a: q;
