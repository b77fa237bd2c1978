AG {x > 0
