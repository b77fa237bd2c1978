AG ""
