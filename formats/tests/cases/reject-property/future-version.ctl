// belnap ctl 3
AG p
