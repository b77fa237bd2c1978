AG {c == '}
