let a = mu Z. !Z;
property b: a & a;
property b: mu Z. EX !Z;
