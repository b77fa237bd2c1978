AG p # q
