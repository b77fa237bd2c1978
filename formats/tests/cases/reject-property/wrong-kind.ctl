// belnap bp 1
decl x;
