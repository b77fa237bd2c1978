enum e { A = };
