int x[] = { , };
