// nothing here
/* or here */
