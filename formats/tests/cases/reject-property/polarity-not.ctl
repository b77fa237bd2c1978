mu Z. p | !EX Z
