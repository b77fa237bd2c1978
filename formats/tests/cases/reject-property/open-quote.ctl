AG "p
