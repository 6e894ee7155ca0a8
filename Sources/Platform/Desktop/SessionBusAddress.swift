/// The session bus of the user who runs this process.
nonisolated package enum SessionBusAddress {
  /// The D-Bus address of the session bus; nil when none runs. No bus is started.
  package static var ofUser: String? { SessionBus.defaultAddress }
}
