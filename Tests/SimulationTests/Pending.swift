// Replaced as the target grows.
