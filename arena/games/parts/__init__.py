"""The parts that games share: cards and deals, auctions, tricks and duties, exchanges, chips, races."""
