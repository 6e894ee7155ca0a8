// Re-exported because the player's API uses the types of the wire.
@_exported public import ClipWire
