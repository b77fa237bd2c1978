int na\
me;
