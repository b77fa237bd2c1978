A[p & q]
