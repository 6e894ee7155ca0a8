package import AccessibilityTree
import BusWire

/// The connection of the program with the assistive programs of the desktop.
///
/// While no assistive program runs, a connection to the session bus waits for one. When one runs, a
/// second connection, to the accessibility bus, answers its calls and sends events.
///
/// - Source: at-spi2-core, `org.a11y.Bus` and `org.a11y.Status`.
package final class AccessibilityService {
  /// Makes the tree of accessible elements when an assistive program appears.
  package var makeTree: () -> any AccessibleTree
  /// Called with the tree when assistive programs are connected, and with nil when they have gone.
  package var onChange: ((any AccessibleTree)?) -> Void = { _ in }
  /// Called after an action that an assistive program requested.
  package var onAction: () -> Void = {}

  private let loop: BusLoop
  private let version: String
  /// Whether the program answers even if the desktop does not ask for it.
  private let isForced: Bool
  private var session: BusConnection?
  private var bus: BusConnection?
  private var dispatcher: AccessibleDispatcher?
  private var isEnabled = false
  private let keys: KeyOffers

  private static let name = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let status = "org.a11y.Status"

  /// Makes a service that has not started.
  ///
  /// - Parameters:
  ///   - version: the version of the program, as reported to assistive programs.
  ///   - isForced: whether the program answers even if the desktop does not ask for it.
  package init(
    on loop: BusLoop, version: String, isForced: Bool = false,
    makeTree: @escaping () -> any AccessibleTree
  ) {
    self.loop = loop
    keys = KeyOffers(on: loop)
    self.version = version
    self.isForced = isForced
    self.makeTree = makeTree
  }

  /// Whether assistive programs are connected.
  package var isActive: Bool { dispatcher?.desktop != nil }

  /// Waits for assistive programs; does nothing without a session bus.
  ///
  /// - Parameter address: the address of the session bus; nil for none.
  package func start(_ address: String?) {
    guard session == nil, let address, let session = BusConnection(address, on: loop) else {
      return
    }
    self.session = session
    session.onOpen = { [weak self] in self?.watchStatus() }
    session.onSignal = { [weak self] in self?.take($0) }
    session.onClose = { [weak self] in
      self?.session = nil
      self?.setEnabled(false)
    }
  }

  /// Ends both connections.
  package func stop() {
    disconnect()
    session?.end()
    session = nil
  }

  /// Reports changes to the assistive programs.
  package func send(_ events: [AccessibleEvent]) {
    guard let bus, let dispatcher, dispatcher.desktop != nil else { return }
    for event in events { bus.send(dispatcher.signal(event)) }
  }

  /// Offers a key to the assistive programs, whose own commands are keys; `deliver` is called when
  /// none of them uses it, at once without such a program.
  package func offer(_ key: AccessibleKey, deliver: @escaping () -> Void) {
    guard isActive, let bus else { return deliver() }
    keys.offer(key, on: bus, deliver: deliver)
  }

  // MARK: Status

  private func watchStatus() {
    guard let session else { return }
    let rules = [
      "type='signal',sender='\(Bus.name)',member='NameOwnerChanged',arg0='\(Self.name)'",
      "type='signal',sender='\(Self.name)',path='\(Self.path)',member='PropertiesChanged',"
        + "interface='\(Bus.properties)',arg0='\(Self.status)'",
    ]
    for rule in rules {
      session.call(
        BusMessage(call: "AddMatch", of: Bus.interface, on: Bus.path, at: Bus.name, [.text(rule)]))
    }
    // A call of the name would start the service.
    session.call(
      BusMessage(
        call: "NameHasOwner", of: Bus.interface, on: Bus.path, at: Bus.name, [.text(Self.name)])
    ) { [weak self] reply in
      guard reply.body.first == .flag(true) else { return }
      self?.readStatus()
    }
  }

  private func readStatus() {
    session?.call(
      BusMessage(
        call: "GetAll", of: Bus.properties, on: Self.path, at: Self.name, [.text(Self.status)])
    ) { [weak self] reply in
      guard let self else { return }
      if isForced { return setEnabled(true) }
      guard case .array(_, let entries)? = reply.body.first else { return }
      note(entries)
    }
  }

  private var flags: [String: Bool] = [:]

  private func note(_ entries: [BusValue]) {
    for case .entry(.text(let key), let value) in entries {
      if case .flag(let flag) = value.unwrapped { flags[key] = flag }
    }
    setEnabled(
      isForced || flags["IsEnabled"] ?? false || flags["ScreenReaderEnabled"] ?? false)
  }

  private func take(_ signal: BusMessage) {
    switch signal.member {
    case "NameOwnerChanged" where signal.sender == Bus.name && signal.body.count == 3:
      guard signal.body[0].string == Self.name else { return }
      flags = [:]
      setEnabled(false)
      if signal.body[2].string?.isEmpty == false { readStatus() }
    case "PropertiesChanged" where signal.path == Self.path && signal.body.count == 3:
      guard signal.body[0].string == Self.status else { return }
      if case .array(_, let invalid) = signal.body[2], !invalid.isEmpty { return readStatus() }
      if case .array(_, let entries) = signal.body[1] { note(entries) }
    default: break
    }
  }

  private func setEnabled(_ isEnabled: Bool) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    guard isEnabled else { return disconnect() }
    session?.call(
      BusMessage(call: "GetAddress", of: Self.name, on: Self.path, at: Self.name)
    ) { [weak self] reply in
      guard let self, self.isEnabled, let address = reply.body.first?.string else { return }
      connect(to: address)
    }
  }

  // MARK: The bus of accessibility

  private func connect(to address: String) {
    disconnect()
    guard let bus = BusConnection(address, on: loop) else {
      // The next change of the status tries again.
      isEnabled = false
      return
    }
    self.bus = bus
    bus.onOpen = { [weak self] in self?.embed() }
    bus.onClose = { [weak self] in self?.busDidClose() }
  }

  /// Connects again when the bus has ended a connection that assistive programs used. After a
  /// connection that was refused, the next change of the status tries again.
  private func busDidClose() {
    let wasActive = isActive
    disconnect()
    isEnabled = false
    if wasActive { readStatus() }
  }

  private func disconnect() {
    bus?.end()
    bus = nil
    keys.end()
    guard dispatcher != nil else { return }
    dispatcher = nil
    onChange(nil)
  }

  /// Makes the program a child of the desktop. The registry asks back before it answers.
  private func embed() {
    guard let bus else { return }
    let tree = makeTree()
    let dispatcher = AccessibleDispatcher(tree, busName: bus.name, version: version)
    self.dispatcher = dispatcher
    bus.onTurn = { [weak tree] in tree?.beginTurn() }
    bus.onCall = { [weak self] in self?.answer($0) }
    var embedding = BusMessage(
      call: "Embed", of: "org.a11y.atspi.Socket", on: AccessibleNames.root,
      at: AccessibleNames.registry, [dispatcher.reference(.application)])
    // The registry runs only when somebody has asked for it.
    embedding.startsService = true
    bus.call(embedding) { [weak self] reply in
      guard let self, self.dispatcher != nil, case .tuple(let socket)? = reply.body.first,
        socket.count == 2, let name = socket[0].string, let path = socket[1].string
      else { return }
      self.dispatcher?.desktop = (name, path)
      onChange(tree)
    }
  }

  private func answer(_ call: BusMessage) {
    guard let result = dispatcher?.answer(call), let bus, let tree = dispatcher?.tree else {
      return
    }
    switch result {
    case .success(let answer):
      if call.wantsReply { bus.send(call.reply(answer.body)) }
      guard let requestedChange = answer.requestedChange else { return }
      tree.perform(requestedChange.request, on: requestedChange.id)
      tree.beginTurn()
      onAction()
    case .failure(let failure):
      if call.wantsReply { bus.send(call.failure(failure.name, failure.text)) }
    }
  }
}
