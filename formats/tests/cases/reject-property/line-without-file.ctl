EF at(12)
