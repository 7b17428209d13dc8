"""Pictures and figures of looks, and films of battles, for whoever asks by an address."""
