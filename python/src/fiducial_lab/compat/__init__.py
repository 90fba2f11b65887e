"""Ways in from other systems. Nothing here is imported by the package itself."""
