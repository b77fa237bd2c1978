// belnap ctl one
AG p
