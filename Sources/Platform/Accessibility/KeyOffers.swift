import AccessibilityTree
import BusWire

/// The keys that wait for assistive programs, whose own commands are keys, too. Keys keep their
/// order; a program that does not answer in time delays only the first one.
final class KeyOffers {
  private struct Offer {
    let number: Int
    /// Whether a program used the key; nil until that is known.
    var isUsed: Bool?
    let deliver: () -> Void
  }

  private var offers: [Offer] = []
  private var lastNumber = 0
  /// The number of calls without an answer whose time is over.
  private var lateCount = 0
  private let loop: BusLoop
  private var timers: [Int: () -> Void] = [:]

  /// The timeout for the answer of an assistive program, in seconds.
  private static let replyTimeout = 0.25
  private static let path = "/org/a11y/atspi/registry/deviceeventcontroller"
  private static let interface = "org.a11y.atspi.DeviceEventController"

  init(on loop: BusLoop) { self.loop = loop }

  /// Offers a key; `deliver` is called when no program uses it.
  func offer(_ key: AccessibleKey, on bus: BusConnection, deliver: @escaping () -> Void) {
    lastNumber += 1
    let number = lastNumber
    // A program that hangs still receives keys, but is not waited for.
    offers.append(Offer(number: number, isUsed: lateCount > 0 ? false : nil, deliver: deliver))
    let isAwaited = lateCount == 0
    if isAwaited {
      timers[number] = loop.after(Self.replyTimeout) { [weak self] in
        self?.lateCount += 1
        self?.timers[number] = nil
        self?.settle(number, isUsed: false)
      }
    }
    // The registry takes signed numbers, whatever its description of the interface says.
    let event: BusValue = .tuple([
      .uint(key.isPress ? 0 : 1), .int(Int32(bitPattern: key.keysym)), .int(0),
      .int(Int32(bitPattern: key.modifiers)), .int(key.milliseconds), .text(key.text),
      .flag(key.isText),
    ])
    let method = isAwaited ? "NotifyListenersSync" : "NotifyListenersAsync"
    let call = BusMessage(
      call: method, of: Self.interface, on: Self.path, at: AccessibleNames.registry, [event])
    bus.call(call) { [weak self] reply in
      guard let self, isAwaited else { return }
      if timers.removeValue(forKey: number).map({ $0() }) == nil { lateCount -= 1 }
      settle(number, isUsed: reply.body.first == .flag(true))
    }
    deliverSettled()
  }

  /// Delivers all keys: there is no assistive program any more.
  func end() {
    for cancel in timers.values { cancel() }
    (timers, lateCount) = ([:], 0)
    for index in offers.indices where offers[index].isUsed == nil { offers[index].isUsed = false }
    deliverSettled()
  }

  private func settle(_ number: Int, isUsed: Bool) {
    guard let index = offers.firstIndex(where: { $0.number == number }),
      offers[index].isUsed == nil
    else { return }
    offers[index].isUsed = isUsed
    deliverSettled()
  }

  private func deliverSettled() {
    while let first = offers.first, let isUsed = first.isUsed {
      offers.removeFirst()
      if !isUsed { first.deliver() }
    }
  }
}
