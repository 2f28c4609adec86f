"""People: signing in, passwords, sessions, roles, invitations."""
