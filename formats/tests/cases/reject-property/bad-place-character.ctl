EF at(x > 0)
