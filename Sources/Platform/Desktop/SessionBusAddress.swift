/// The session bus of the user.
nonisolated package enum SessionBusAddress {
  /// The D-Bus address of the bus; nil without one. No bus is started.
  package static var ofUser: String? { SessionBus.defaultAddress }
}
