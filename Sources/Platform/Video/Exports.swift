// Re-exported because the interface of players uses the types of the wire.
@_exported public import ClipWire
// The event loop and the shared memory of helpers are part of the interface of players, too.
@_exported public import HelperProcesses
