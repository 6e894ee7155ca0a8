// Descriptors and events of helpers are part of the interface of transports.
@_exported public import HelperProcesses
