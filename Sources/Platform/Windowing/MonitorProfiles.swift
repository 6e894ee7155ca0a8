import CX11

/// The ICC profiles of the monitors, from properties of the root window.
///
/// The property of monitor 0 is `_ICC_PROFILE`, that of monitor n is `_ICC_PROFILE_n`, in
/// Xinerama's order, which is that of RandR's monitors. Each is read on first use.
///
/// - Source: ICC Profiles in X Specification 0.4.
nonisolated struct MonitorProfiles {
  /// The maximum size of a profile in bytes. Display profiles with tables have about half a
  /// megabyte.
  static let mostBytes = 4 << 20

  /// The cached profiles by monitor index; the inner nil means that the monitor has none.
  private var known: [Int: [UInt8]?] = [:]
  private var monitors: [Atom: Int] = [:]

  /// The cached profile of a monitor; the outer nil means that it was not read yet.
  func profile(of monitor: Int) -> [UInt8]?? { known[monitor] }

  /// Caches the profile of a monitor together with the property it was read from.
  mutating func learn(_ profile: [UInt8]?, of monitor: Int, from property: Atom) {
    known[monitor] = .some(profile)
    monitors[property] = monitor
  }

  /// Drops the cached profile of a property.
  ///
  /// - Returns: False when no profile was read from this property.
  mutating func forget(_ property: Atom) -> Bool {
    guard let monitor = monitors[property] else { return false }
    known[monitor] = nil
    return true
  }

  /// Drops all cached profiles.
  mutating func forgetAll() { known = [:] }

  /// Whether `bytes` look like an ICC profile: a plausible size field and the signature `acsp`.
  ///
  /// - Source: ICC.1:2022, 7.2, profile header; numbers are big-endian.
  static func isPlausible(_ bytes: [UInt8]) -> Bool {
    let header = 128
    guard (header...mostBytes).contains(bytes.count) else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    return (header...bytes.count).contains(size) && Array(bytes[36..<40]) == Array("acsp".utf8)
  }
}

extension DisplayConnection {
  /// The ICC profile of a monitor, by its index in ``monitors``; nil when it has none.
  ///
  /// - Complexity: One or two round trips on the first use after a change.
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

  /// Starts watching the root window for changes of profiles and of user-defined monitors; RandR
  /// reports the latter only as ConfigureNotify of the root window.
  func watchRoot() {
    XSelectInput(xDisplay, root, PropertyChangeMask | StructureNotifyMask)
    // Profiles may have changed between their first read and the selection of events.
    profiles.forgetAll()
  }

  /// Handles a changed property of the root window.
  func rootChanged(_ property: Atom) {
    if property == XA_RESOURCE_MANAGER { applySettings() }
    guard profiles.forget(property) else { return }
    for window in windows { window.profileMayHaveChanged() }
  }

  /// The bytes of a long property, read in chunks so that the server need not send megabytes at
  /// once. Nil when the property is absent, not of format 8, or longer than `limit`.
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
