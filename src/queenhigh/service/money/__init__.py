"""Money of patrons and of the cage, and the meters of linked tables."""
