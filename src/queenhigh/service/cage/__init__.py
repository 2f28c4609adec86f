"""The cage: slips, inventories and drop boxes."""
