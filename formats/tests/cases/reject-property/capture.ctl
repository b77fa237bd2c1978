let a = EX Z;
property b: mu Z. a | EX Z;
