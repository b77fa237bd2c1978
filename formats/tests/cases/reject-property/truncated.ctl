property a: AG (p -> AF
