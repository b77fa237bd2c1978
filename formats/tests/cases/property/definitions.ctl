let safe = !at(ERROR);
let calm = safe & {lock == 0};
property always: AG safe;
property both: AG (calm & p);
AF calm;
let Z = p;
mu Z. Z | EX Z
