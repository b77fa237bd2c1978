AG p AG q
