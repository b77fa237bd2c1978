// belnap ctl 1
EF halted;
