"""What a seat cannot see: reading a view, and drawing deals that agree with it."""
