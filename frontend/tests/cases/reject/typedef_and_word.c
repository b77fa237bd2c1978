typedef int T; T unsigned x;
