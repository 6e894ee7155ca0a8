package import AccessibilityTree
import BusWire

/// The connection of the program with assistive programs, such as screen readers, through AT-SPI.
///
/// While no assistive program runs, a connection to the session bus waits for a change of the
/// AT-SPI status. When one runs, a second connection, to the accessibility bus, answers the calls
/// of assistive programs and sends events to them.
///
/// - Source: at-spi2-core, `org.a11y.Bus` and `org.a11y.Status`.
package final class AccessibilityService {
  /// Makes the tree of accessible elements of the program; called whenever the accessibility bus is
  /// connected.
  package var makeTree: () -> any AccessibleTree
  /// Called with the tree when the AT-SPI registry has accepted the program, and with nil when the
  /// connection to the accessibility bus has ended.
  package var onTreeChange: ((any AccessibleTree)?) -> Void = { _ in }
  /// Called after the program has performed an action or change that an assistive program
  /// requested.
  package var onActionPerformed: () -> Void = {}

  private let loop: BusLoop
  private let version: String
  /// Whether the program connects to the accessibility bus even if the AT-SPI status says that no
  /// assistive program runs.
  private let isForced: Bool
  private var sessionBus: BusConnection?
  private var accessibilityBus: BusConnection?
  private var dispatcher: AccessibleDispatcher?
  private var isEnabled = false
  private let offeredKeys: OfferedKeyQueue

  private static let busName = "org.a11y.Bus"
  private static let objectPath = "/org/a11y/bus"
  private static let statusInterface = "org.a11y.Status"

  /// Makes a service that is not connected to any bus before ``start(_:)``.
  ///
  /// - Parameters:
  ///   - loop: the event loop that watches the sockets and runs the timers.
  ///   - version: the version of the program, as reported to assistive programs.
  ///   - isForced: whether the program connects to the accessibility bus even if no assistive
  ///     program runs.
  ///   - makeTree: makes the tree of accessible elements of the program.
  package init(
    on loop: BusLoop, version: String, isForced: Bool = false,
    makeTree: @escaping () -> any AccessibleTree
  ) {
    self.loop = loop
    offeredKeys = OfferedKeyQueue(on: loop)
    self.version = version
    self.isForced = isForced
    self.makeTree = makeTree
  }

  /// Whether the program is registered with the AT-SPI registry, so that assistive programs can use
  /// it.
  package var isActive: Bool { dispatcher?.desktop != nil }

  /// Connects to the session bus and waits for assistive programs. Without a session bus, and after
  /// the first successful call, a call has no effect.
  ///
  /// - Parameter address: the D-Bus address of the session bus; nil for none.
  package func start(_ address: String?) {
    guard sessionBus == nil, let address, let sessionBus = BusConnection(address, on: loop) else {
      return
    }
    self.sessionBus = sessionBus
    sessionBus.onOpen = { [weak self] in self?.watchStatus() }
    sessionBus.onSignal = { [weak self] in self?.handle($0) }
    sessionBus.onClose = { [weak self] in
      self?.sessionBus = nil
      self?.setEnabled(false)
    }
  }

  /// Ends the connections to the session bus and to the accessibility bus.
  package func stop() {
    disconnect()
    sessionBus?.end()
    sessionBus = nil
  }

  /// Sends AT-SPI signals for changes of elements; sends nothing while no assistive program is
  /// connected.
  package func send(_ events: [AccessibleEvent]) {
    guard let accessibilityBus, let dispatcher, dispatcher.desktop != nil else { return }
    for event in events { accessibilityBus.send(dispatcher.signal(event)) }
  }

  /// Offers a key event to the assistive programs, which may use it for a command of their own.
  /// `deliver` is called as soon as it is known that none of them uses the key; without assistive
  /// programs, it is called at once.
  package func offer(_ key: AccessibleKeyEvent, deliver: @escaping () -> Void) {
    guard isActive, let accessibilityBus else { return deliver() }
    offeredKeys.offer(key, on: accessibilityBus, deliver: deliver)
  }

  // MARK: Status

  private func watchStatus() {
    guard let sessionBus else { return }
    let rules = [
      "type='signal',sender='\(BusDaemon.name)',member='NameOwnerChanged',arg0='\(Self.busName)'",
      "type='signal',sender='\(Self.busName)',path='\(Self.objectPath)',member='PropertiesChanged',"
        + "interface='\(BusDaemon.properties)',arg0='\(Self.statusInterface)'",
    ]
    for rule in rules {
      sessionBus.call(
        BusMessage(
          call: "AddMatch", of: BusDaemon.interface, on: BusDaemon.path, at: BusDaemon.name,
          [.text(rule)]))
    }
    // The bus is asked whether the AT-SPI service runs, because a call of a method of the service
    // itself would start the service.
    sessionBus.call(
      BusMessage(
        call: "NameHasOwner", of: BusDaemon.interface, on: BusDaemon.path, at: BusDaemon.name,
        [.text(Self.busName)])
    ) { [weak self] reply in
      guard reply.body.first == .flag(true) else { return }
      self?.readStatus()
    }
  }

  private func readStatus() {
    sessionBus?.call(
      BusMessage(
        call: "GetAll", of: BusDaemon.properties, on: Self.objectPath, at: Self.busName,
        [.text(Self.statusInterface)]
      )
    ) { [weak self] reply in
      guard let self else { return }
      if isForced { return setEnabled(true) }
      guard case .array(_, let entries)? = reply.body.first else { return }
      applyStatus(entries)
    }
  }

  private var statusFlags: [String: Bool] = [:]

  private func applyStatus(_ entries: [BusValue]) {
    for case .dictEntry(.text(let key), let value) in entries {
      if case .flag(let flag) = value.unwrapped { statusFlags[key] = flag }
    }
    setEnabled(
      isForced || statusFlags["IsEnabled"] ?? false || statusFlags["ScreenReaderEnabled"] ?? false)
  }

  private func handle(_ signal: BusMessage) {
    switch signal.member {
    case "NameOwnerChanged" where signal.sender == BusDaemon.name && signal.body.count == 3:
      guard signal.body[0].string == Self.busName else { return }
      statusFlags = [:]
      setEnabled(false)
      if signal.body[2].string?.isEmpty == false { readStatus() }
    case "PropertiesChanged" where signal.path == Self.objectPath && signal.body.count == 3:
      guard signal.body[0].string == Self.statusInterface else { return }
      if case .array(_, let invalid) = signal.body[2], !invalid.isEmpty { return readStatus() }
      if case .array(_, let entries) = signal.body[1] { applyStatus(entries) }
    default: break
    }
  }

  private func setEnabled(_ isEnabled: Bool) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    guard isEnabled else { return disconnect() }
    sessionBus?.call(
      BusMessage(call: "GetAddress", of: Self.busName, on: Self.objectPath, at: Self.busName)
    ) { [weak self] reply in
      guard let self, self.isEnabled, let address = reply.body.first?.string else { return }
      connect(to: address)
    }
  }

  // MARK: The bus of accessibility

  private func connect(to address: String) {
    disconnect()
    guard let accessibilityBus = BusConnection(address, on: loop) else {
      // With `isEnabled` false, the next change of the AT-SPI status causes another attempt to
      // connect.
      isEnabled = false
      return
    }
    self.accessibilityBus = accessibilityBus
    accessibilityBus.onOpen = { [weak self] in self?.registerWithRegistry() }
    accessibilityBus.onClose = { [weak self] in self?.busDidClose() }
  }

  /// Called when the bus has ended the connection. If the registry had accepted the program, the
  /// AT-SPI status is read again, which leads to a new connection; if not, only the next change of
  /// the status leads to one.
  private func busDidClose() {
    let wasActive = isActive
    disconnect()
    isEnabled = false
    if wasActive { readStatus() }
  }

  private func disconnect() {
    accessibilityBus?.end()
    accessibilityBus = nil
    offeredKeys.end()
    guard dispatcher != nil else { return }
    dispatcher = nil
    onTreeChange(nil)
  }

  /// Registers the program with the AT-SPI registry as a child of the desktop. The registry calls
  /// methods of the program before it replies.
  private func registerWithRegistry() {
    guard let accessibilityBus else { return }
    let tree = makeTree()
    let dispatcher = AccessibleDispatcher(
      tree, busName: accessibilityBus.uniqueName, version: version)
    self.dispatcher = dispatcher
    accessibilityBus.onBytesArrival = { [weak tree] in tree?.forgetCachedElements() }
    accessibilityBus.onCall = { [weak self] in self?.answer($0) }
    var embedding = BusMessage(
      call: "Embed", of: "org.a11y.atspi.Socket", on: AccessibleNames.rootPath,
      at: AccessibleNames.registryName, [dispatcher.reference(.application)])
    // With this flag, the bus starts the AT-SPI registry for the call if it does not run yet.
    embedding.startsService = true
    accessibilityBus.call(embedding) { [weak self] reply in
      guard let self, self.dispatcher != nil, case .tuple(let socket)? = reply.body.first,
        socket.count == 2, let name = socket[0].string, let path = socket[1].string
      else { return }
      self.dispatcher?.desktop = (name, path)
      onTreeChange(tree)
    }
  }

  private func answer(_ call: BusMessage) {
    guard let result = dispatcher?.answer(call), let accessibilityBus, let tree = dispatcher?.tree
    else {
      return
    }
    switch result {
    case .success(let answer):
      if call.wantsReply { accessibilityBus.send(call.reply(answer.body)) }
      guard let requestedChange = answer.requestedChange else { return }
      tree.perform(requestedChange.request, on: requestedChange.id)
      tree.forgetCachedElements()
      onActionPerformed()
    case .failure(let failure):
      if call.wantsReply {
        accessibilityBus.send(call.errorReply(failure.name, failure.message))
      }
    }
  }
}
