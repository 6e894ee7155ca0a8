// Descriptors of sockets and of shared memory are part of the interface of helper processes.
@_exported public import Descriptors
