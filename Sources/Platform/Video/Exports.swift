// The interface of players has types of the wire in it, so that its users need the module as well.
@_exported public import ClipWire
// The interface of players has the event loop and the shared memory of helpers in it, so that its
// users need the module as well.
@_exported public import HelperProcesses
