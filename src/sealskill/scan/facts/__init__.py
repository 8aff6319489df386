"""What is known of the world outside a package: hosts, places that hold secrets, files that steer agents."""
