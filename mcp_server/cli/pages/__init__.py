"""What commands show people."""
