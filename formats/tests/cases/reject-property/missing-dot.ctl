mu Z Z
