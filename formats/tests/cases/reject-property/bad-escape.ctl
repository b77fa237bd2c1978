AG "a\qb"
