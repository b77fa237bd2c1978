AG (p &
  | q)
