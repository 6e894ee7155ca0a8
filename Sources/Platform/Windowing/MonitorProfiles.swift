import CX11

/// The ICC profiles of the monitors, as properties of the root window tell them.
///
/// That of the first monitor is `_ICC_PROFILE`, that of monitor n `_ICC_PROFILE_n`, counted from 0
/// in Xinerama's order, which is that of RandR's monitors. Each is read when it is first asked for.
/// - Source: ICC Profiles in X Specification 0.4.
nonisolated struct MonitorProfiles {
  /// A larger one is none, in bytes. Display profiles with tables have half a megabyte.
  static let mostBytes = 4 << 20

  /// What was read, by monitor; nil inside for a monitor that has none.
  private var known: [Int: [UInt8]?] = [:]
  private var monitors: [Atom: Int] = [:]

  /// What is known of a monitor; nil when nothing is.
  func profile(of monitor: Int) -> [UInt8]?? { known[monitor] }

  /// Remembers what was read of a monitor from a property.
  mutating func learn(_ profile: [UInt8]?, of monitor: Int, from property: Atom) {
    known[monitor] = .some(profile)
    monitors[property] = monitor
  }

  /// Forgets what a property told.
  ///
  /// - Returns: false when it is not one of those that were read.
  mutating func forget(_ property: Atom) -> Bool {
    guard let monitor = monitors[property] else { return false }
    known[monitor] = nil
    return true
  }

  /// Forgets everything.
  mutating func forgetAll() { known = [:] }

  /// True for what can be a profile: as many bytes as it says, and the signature in its place.
  ///
  /// - Source: ICC.1:2022, 7.2: the header, numbers with the highest byte first.
  static func isPlausible(_ bytes: [UInt8]) -> Bool {
    let header = 128
    guard (header...mostBytes).contains(bytes.count) else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    return (header...bytes.count).contains(size) && Array(bytes[36..<40]) == Array("acsp".utf8)
  }
}

extension DisplayConnection {
  /// The ICC profile of a monitor, by its place in ``monitors``; nil when it has none.
  ///
  /// - Complexity: One round trip, or two, when it is asked for the first time after a change.
  func profile(ofMonitor index: Int) -> [UInt8]? {
    if let known = profiles.profile(of: index) { return known }
    guard !isLost else { return nil }
    let name = atoms[.iccProfile]
    let property = index == 0 ? name : XInternAtom(xDisplay, "_ICC_PROFILE_\(index)", 0)
    let bytes = longBytes(property, of: root, atMost: MonitorProfiles.mostBytes) ?? []
    let profile = MonitorProfiles.isPlausible(bytes) ? bytes : nil
    profiles.learn(profile, of: index, from: property)
    return profile
  }

  /// Has changes of profiles told from here on, and of what a person divides the screen into: that
  /// RandR only tells as a new shape of the root window.
  func watchRoot() {
    XSelectInput(xDisplay, root, PropertyChangeMask | StructureNotifyMask)
    // They may have changed between the first question and the watch.
    profiles.forgetAll()
  }

  /// A property of the root window is another.
  func rootChanged(_ property: Atom) {
    if property == XA_RESOURCE_MANAGER { takeSettings() }
    guard profiles.forget(property) else { return }
    for window in windows { window.profileMayHaveChanged() }
  }

  /// The bytes of a property that may be long, piece by piece: nobody has to answer with megabytes
  /// at once. Nil when it is absent, of another format or longer than `limit`.
  private func longBytes(_ property: Atom, of window: CX11.Window, atMost limit: Int) -> [UInt8]? {
    let wordsAtOnce = 1 << 15
    var bytes: [UInt8] = []
    var rest: UInt = 0
    repeat {
      var type: Atom = 0
      var format: Int32 = 0
      var count: UInt = 0
      var data: UnsafeMutablePointer<UInt8>?
      let status = XGetWindowProperty(
        xDisplay, window, property, bytes.count / 4, wordsAtOnce, 0, 0, &type, &format, &count,
        &rest, &data)
      guard status == 0, let data else { return nil }
      defer { XFree(data) }
      guard format == 8, count > 0, bytes.count + Int(count) + Int(rest) <= limit else {
        return nil
      }
      bytes += UnsafeBufferPointer(start: data, count: Int(count))
    } while rest > 0
    return bytes
  }
}
