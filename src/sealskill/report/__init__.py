"""What a load found, as text for people and as documents for programs. Pure: values in, strings out."""
