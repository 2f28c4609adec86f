"""Rules of conduct: what was said, violations, suspicions."""
