import AccessibilityTree
import BusWire

/// The queue of key events that are offered to assistive programs before the program itself handles
/// them, because an assistive program may use a key for a command of its own. The events keep their
/// order. When the reply to an offer is overdue, later offers do not wait for replies until that
/// reply has arrived.
final class OfferedKeyQueue {
  private struct KeyOffer {
    let number: Int
    /// Whether an assistive program used the key; nil until that is known.
    var isConsumed: Bool?
    let deliver: () -> Void
  }

  private var offers: [KeyOffer] = []
  private var lastNumber = 0
  /// The number of offered keys whose timeout has passed and whose reply has not arrived yet.
  private var overdueReplyCount = 0
  private let loop: BusLoop
  private var timers: [Int: () -> Void] = [:]

  /// The timeout for the reply of the assistive programs to one offered key, in seconds.
  private static let replyTimeout = 0.25
  private static let path = "/org/a11y/atspi/registry/deviceeventcontroller"
  private static let interface = "org.a11y.atspi.DeviceEventController"

  init(on loop: BusLoop) { self.loop = loop }

  /// Offers a key event to the assistive programs on `bus`. `deliver` is called when none of them
  /// uses the key, or when none has replied within the timeout.
  func offer(_ key: AccessibleKeyEvent, on bus: BusConnection, deliver: @escaping () -> Void) {
    lastNumber += 1
    let number = lastNumber
    // While a reply is overdue, assistive programs still receive keys, but each key is delivered
    // without waiting for a reply.
    offers.append(
      KeyOffer(number: number, isConsumed: overdueReplyCount > 0 ? false : nil, deliver: deliver))
    let isAwaited = overdueReplyCount == 0
    if isAwaited {
      timers[number] = loop.startTimer(Self.replyTimeout) { [weak self] in
        self?.overdueReplyCount += 1
        self?.timers[number] = nil
        self?.resolve(number, isConsumed: false)
      }
    }
    // The registry expects signed integers, although its interface description has unsigned ones.
    let event: BusValue = .tuple([
      .uint(key.isPress ? 0 : 1), .int(Int32(bitPattern: key.keysym)),
      .int(Int32(bitPattern: key.keycode)), .int(Int32(bitPattern: key.modifiers)),
      .int(key.milliseconds), .text(key.text), .flag(key.typesText),
    ])
    let method = isAwaited ? "NotifyListenersSync" : "NotifyListenersAsync"
    let call = BusMessage(
      call: method, of: Self.interface, on: Self.path, at: AccessibleNames.registryName, [event])
    bus.call(call) { [weak self] reply in
      guard let self, isAwaited else { return }
      if timers.removeValue(forKey: number).map({ $0() }) == nil { overdueReplyCount -= 1 }
      resolve(number, isConsumed: reply.body.first == .flag(true))
    }
    deliverResolved()
  }

  /// Delivers all keys that wait, and cancels their timeouts; called when the connection to
  /// assistive programs ends.
  func end() {
    for cancel in timers.values { cancel() }
    (timers, overdueReplyCount) = ([:], 0)
    for index in offers.indices where offers[index].isConsumed == nil {
      offers[index].isConsumed = false
    }
    deliverResolved()
  }

  private func resolve(_ number: Int, isConsumed: Bool) {
    guard let index = offers.firstIndex(where: { $0.number == number }),
      offers[index].isConsumed == nil
    else { return }
    offers[index].isConsumed = isConsumed
    deliverResolved()
  }

  private func deliverResolved() {
    while let first = offers.first, let isConsumed = first.isConsumed {
      offers.removeFirst()
      if !isConsumed { first.deliver() }
    }
  }
}
