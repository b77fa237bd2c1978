let a = p | EX a;
property b: a;
