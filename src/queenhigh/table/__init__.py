"""The game itself: commands become a refusal or events, events become state."""
