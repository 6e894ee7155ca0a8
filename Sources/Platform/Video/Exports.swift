// Re-exported because the player's API uses the types of the wire.
@_exported public import ClipWire
// The event loop and the memory of helpers are part of the interface of players.
@_exported public import HelperProcesses
