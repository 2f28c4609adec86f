"""The dealer school: drills, graded procedure, results per dealer."""
