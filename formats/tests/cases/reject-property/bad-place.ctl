EF at(my label)
