import CLinux

/// Everything a helper gives up, for good, before it looks at the first byte somebody else wrote.
///
/// There is one for each helper; nothing else may be entered, so that what is tested is what runs.
public struct Policy: Sendable {
  let limits: ResourceLimits
  /// Files and folders that can be opened to read.
  let readable: [String]
  /// Folders whose files can be written and controlled as well.
  let devices: [String]
  /// The system calls that remain.
  let calls: [CallRule]
  /// The calls that remain where the kernel cannot fence files in.
  let callsWithoutFence: [CallRule]

  /// Locks the process down. It is to have settled before (`HelperProcess.settle`).
  ///
  /// - Returns: false when a lock that every supported kernel has did not close.
  public func enter() -> Bool {
    limits.apply()
    let isFenced = FileRules.apply(readable: readable, devices: devices)
    return SystemCallFilter.install(isFenced ? calls : callsWithoutFence)
  }
}

extension Policy {
  /// What every helper's libraries lie in.
  static let libraries = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
  ]

  /// A folder or file a variable of the environment names, or something below it.
  static func named(_ variable: String, below: String = "") -> [String] {
    guard let value = getenv(variable), value.pointee != 0 else { return [] }
    return [String(cString: value) + below]
  }
}
