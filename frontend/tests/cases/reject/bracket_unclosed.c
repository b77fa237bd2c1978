int a[3;
