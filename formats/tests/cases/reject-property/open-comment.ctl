AG p /* and so on
