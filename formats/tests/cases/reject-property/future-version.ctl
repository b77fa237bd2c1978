// belnap ctl 2
AG p
