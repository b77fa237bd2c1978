foo *p;
