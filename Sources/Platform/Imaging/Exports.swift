// The interface of transports has descriptors and events of helpers in it, so that its users need
// the module as well.
@_exported public import HelperProcesses
