nu Z. Z -> p
