EF at()
