_Pragma(omp) int x;
