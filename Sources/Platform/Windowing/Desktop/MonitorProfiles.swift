import CX11

/// The ICC profiles of the monitors, which are properties of the root window.
///
/// The property of monitor 0 is `_ICC_PROFILE`, that of monitor n is `_ICC_PROFILE_n`, in the order
/// of Xinerama, which is that of RandR's monitors. Each property is read on first use.
///
/// - Source: ICC Profiles in X Specification 0.4.
final class MonitorProfiles {
  /// The maximum size of an accepted profile in bytes. Display profiles with tables have about half
  /// a megabyte.
  static let maxBytes = 4 << 20

  private let server: XServer
  /// The cached profiles by monitor index; the inner nil says that the monitor has none.
  private var cachedProfiles: [Int: [UInt8]?] = [:]
  private var monitorIndices: [Atom: Int] = [:]

  init(on server: XServer) { self.server = server }

  /// The ICC profile of a monitor, by its index in ``MonitorList/all``; nil when it has none.
  ///
  /// - Complexity: one or more round trips on the first use after a change.
  func profile(ofMonitor index: Int) -> [UInt8]? {
    if let profile = cachedProfiles[index] { return profile }
    guard !server.isLost else { return nil }
    let name = server.atoms[.iccProfile]
    let property =
      index == 0 ? name : XInternAtom(server.xDisplay, "_ICC_PROFILE_\(index)", 0)
    let bytes = server.allBytes(property, of: server.root, atMost: Self.maxBytes) ?? []
    let profile = Self.isPlausible(bytes) ? bytes : nil
    cachedProfiles[index] = .some(profile)
    monitorIndices[property] = index
    return profile
  }

  /// Drops the cached profile when the property of the root window that contains it has changed.
  ///
  /// - Returns: false when no profile was read from the changed property.
  func propertyDidChange(_ event: XPropertyEvent) -> Bool {
    guard event.window == server.root, let monitor = monitorIndices[event.atom] else {
      return false
    }
    cachedProfiles[monitor] = nil
    return true
  }

  /// Drops the cached profiles of all monitors.
  func forgetAll() { cachedProfiles = [:] }

  /// Whether `bytes` look like an ICC profile: a plausible size field and the signature `acsp`.
  ///
  /// - Source: ICC.1:2022, 7.2, profile header; numbers are big-endian.
  static func isPlausible(_ bytes: [UInt8]) -> Bool {
    let header = 128
    guard (header...maxBytes).contains(bytes.count) else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    return (header...bytes.count).contains(size) && Array(bytes[36..<40]) == Array("acsp".utf8)
  }
}
