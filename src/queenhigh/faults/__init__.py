"""What the service survives: a simulated world with faults, real crashes, and their auditor."""
