E[p U q
