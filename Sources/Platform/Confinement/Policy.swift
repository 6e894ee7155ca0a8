import CLinux

/// The confinement of a helper process, entered permanently before it parses the first untrusted
/// byte.
///
/// Each helper has exactly one policy, so that the tested policy is the one in use.
public struct Policy: Sendable {
  /// The state of a process whose policy is fully in force.
  public struct Lock: Sendable {
    /// The seccomp listener, on which another process replies to the calls with a `notify` rule;
    /// nil where the kernel has no listeners, or the policy no such rule. No other process may keep
    /// it: its owner can allow any of those calls.
    public let listener: Int32?
  }

  /// The state of a process with resource limits and Landlock rules, but without the system call
  /// filter.
  public struct Fence: Sendable {
    // The programs are made in advance, because a picture may be waiting when the filter is
    // installed.
    fileprivate let withListener: FilterProgram?
    fileprivate let withoutListener: FilterProgram?
    /// The limits in force; nil where they were omitted.
    fileprivate let limits: ResourceLimits?

    /// Installs the filter for all threads. After that, no library can be loaded.
    ///
    /// - Parameter mapsLargeFiles: whether the process keeps the addresses for large files.
    ///   Default: false.
    /// - Returns: nil when the filter could not be installed.
    public func lock(mapsLargeFiles: Bool = false) -> Lock? {
      if !mapsLargeFiles { limits?.limitAddressSpace() }
      guard let withoutListener else { return Lock(listener: nil) }
      if let listener = withListener?.installWithListener() { return Lock(listener: listener) }
      return withoutListener.install() ? Lock(listener: nil) : nil
    }
  }

  /// A part of the confinement that a test omits, to find out what that part prevents.
  package enum Omission: Hashable, Sendable {
    /// The Landlock rules, all of them.
    case fence
    /// The system call filter.
    case filter
    /// The listener of the filter, as on a kernel without listeners.
    case listener
    /// The wait for the listener: its calls are allowed instead.
    case notification
    /// The resource limits.
    case limits
    /// One condition of a rule of the filter.
    case condition(rule: Int, index: Int)
    /// One bit of the file rights that Landlock handles.
    case right(Int)
    /// One bit of the scopes of Landlock.
    case scope(Int)
  }

  let limits: ResourceLimits
  /// The files and folders that can be opened for reading.
  let readable: [String]
  /// The files that can also be written and controlled with ioctls.
  let devices: [String]
  /// The rules of the system call filter.
  let calls: [CallRule]
  /// The rules for kernels without Landlock.
  let callsWithoutLandlock: [CallRule]

  /// Enters the policy completely. ``HelperProcess/settle()`` must be called before.
  ///
  /// - Returns: nil when a part that every supported kernel has could not be installed.
  public func enter() -> Lock? { fence().lock() }

  /// Sets the resource limits and the Landlock rules. Libraries can still be loaded; no untrusted
  /// data may be parsed until ``Fence/lock(mapsLargeFiles:)`` installs the filter.
  /// ``HelperProcess/settle()`` must be called before, and the process must be single-threaded.
  public func fence() -> Fence { fence(omitting: []) }

  /// Sets the resource limits and the Landlock rules, except for the parts in `omissions`; the
  /// filter that is installed later leaves them out as well.
  package func fence(omitting omissions: Set<Omission>) -> Fence {
    let limits = omissions.contains(.limits) ? nil : limits
    limits?.apply()
    let isFenced =
      !omissions.contains(.fence)
      && FileRules.apply(readable: readable, devices: devices, omitting: omissions)
    if omissions.contains(.filter) {
      return Fence(withListener: nil, withoutListener: nil, limits: limits)
    }
    var rules = (isFenced ? calls : callsWithoutLandlock).enumerated().map { number, rule in
      rule.conditions.indices.reversed().reduce(rule) { rule, index in
        omissions.contains(.condition(rule: number, index: index))
          ? rule.omitting(condition: index) : rule
      }
    }
    if omissions.contains(.notification) {
      rules = rules.map { $0.answer == .notify ? .any($0.call) : $0 }
    }
    // Without a listener, calls with a `notify` rule are denied.
    let closed = rules.filter { $0.answer == .allow }
    let hasListener = closed.count < rules.count && !omissions.contains(.listener)
    return Fence(
      withListener: hasListener ? SystemCallFilter.program(rules) : nil,
      withoutListener: SystemCallFilter.program(closed), limits: limits)
  }

  /// Every condition of the filter without Landlock, with the number of its system call.
  package var conditions: [(omission: Omission, call: Int32)] {
    callsWithoutLandlock.enumerated().flatMap { number, rule in
      rule.conditions.indices.map { (.condition(rule: number, index: $0), rule.call) }
    }
  }
}

extension Policy {
  /// The folders of the libraries of every helper.
  static let libraries = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
  ]

  /// The path in an environment variable, with `below` appended; none when the variable is unset or
  /// empty.
  static func named(_ variable: String, below: String = "") -> [String] {
    guard let value = getenv(variable), value.pointee != 0 else { return [] }
    return [String(cString: value) + below]
  }
}
