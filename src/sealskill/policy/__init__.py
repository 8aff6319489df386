"""Pure judgement: what may become of a call. It looks at nothing but its arguments."""
