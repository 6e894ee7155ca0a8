// The interface of helper processes has descriptors of sockets and of shared memory in it, so that
// its users need the module as well.
@_exported public import Descriptors
