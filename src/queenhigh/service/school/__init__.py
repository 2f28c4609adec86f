"""The dealer school: drills, exams, results, certificates."""
