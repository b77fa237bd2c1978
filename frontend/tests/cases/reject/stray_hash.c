int x # 1;
