import CLinux

/// The confinement of a helper process: system calls, files and resources. A helper enters its
/// confinement permanently, before it parses the first untrusted byte.
///
/// Each kind of helper has exactly one policy, so that the tested policy is the one in use.
public struct ConfinementPolicy: Sendable {
  /// The state of a process whose policy is fully in force.
  public struct InstalledFilter: Sendable {
    /// The descriptor of the seccomp listener, on which another process replies to the system calls
    /// with a `notify` rule; nil where the kernel has no listeners, or the policy has no such rule.
    /// The confined process must not keep the descriptor: its owner can allow any of those calls.
    public let listener: Int32?
  }

  /// The state of a process whose resource limits and Landlock rules are in force, but not its
  /// system call filter.
  public struct PreparedFilter: Sendable {
    // The filter programs are made in advance, because a picture may be waiting when the filter is
    // installed.
    fileprivate let withListener: SeccompProgram?
    fileprivate let withoutListener: SeccompProgram?
    /// The resource limits in force; nil where a test omitted them.
    fileprivate let limits: ResourceLimits?

    /// Installs the system call filter for all threads. After that, no library can be loaded.
    ///
    /// - Parameter mapsLargeFiles: whether the process keeps the address space for large files.
    ///   Default: false.
    /// - Returns: nil when the filter could not be installed.
    public func install(mapsLargeFiles: Bool = false) -> InstalledFilter? {
      if !mapsLargeFiles { limits?.limitAddressSpace() }
      guard let withoutListener else { return InstalledFilter(listener: nil) }
      if let listener = withListener?.installWithListener() {
        return InstalledFilter(listener: listener)
      }
      return withoutListener.install() ? InstalledFilter(listener: nil) : nil
    }
  }

  /// A part of the confinement that a test omits, in order to find out what the part prevents.
  package enum Omission: Hashable, Sendable {
    /// All Landlock rules.
    case landlock
    /// The system call filter.
    case filter
    /// The listener of the filter, as on a kernel without listeners.
    case listener
    /// The wait of a system call with a `notify` rule for the reply of the listener's owner. When
    /// the wait is omitted, the filter allows these calls.
    case notification
    /// The resource limits of the process.
    case limits
    /// One condition of a rule of the system call filter, by the indices of the rule and of the
    /// condition.
    case condition(rule: Int, index: Int)
    /// One bit of the file access rights that Landlock handles, by its number.
    case right(bit: Int)
    /// One bit of the scopes of Landlock, by its number.
    case scope(bit: Int)
  }

  let limits: ResourceLimits
  /// The paths of the files and folders that the process can open for reading.
  let readablePaths: [String]
  /// The paths of the devices that the process can also write to, and control with ioctls.
  let devicePaths: [String]
  /// The rules of the system call filter on kernels with Landlock.
  let callRules: [SystemCallRule]
  /// The rules of the system call filter on kernels without Landlock.
  let callRulesWithoutLandlock: [SystemCallRule]

  /// Puts the whole policy in force. ``ConfinedProcess/prepare()`` must be called before.
  ///
  /// - Returns: nil when a part that every supported kernel has could not be installed.
  public func enter() -> InstalledFilter? { applyLimitsAndLandlock().install() }

  /// Puts the resource limits and the Landlock rules in force. Libraries can still be loaded; no
  /// untrusted data may be parsed until ``PreparedFilter/install(mapsLargeFiles:)`` installs the
  /// system call filter. ``ConfinedProcess/prepare()`` must be called before, and the process must
  /// have a single thread.
  public func applyLimitsAndLandlock() -> PreparedFilter { applyLimitsAndLandlock(omitting: []) }

  /// Puts the resource limits and the Landlock rules in force, except for the parts in `omissions`;
  /// the system call filter that is installed later leaves out the same parts.
  package func applyLimitsAndLandlock(omitting omissions: Set<Omission>) -> PreparedFilter {
    let limits = omissions.contains(.limits) ? nil : limits
    limits?.apply()
    let hasLandlock =
      !omissions.contains(.landlock)
      && LandlockRules.apply(readable: readablePaths, devices: devicePaths, omitting: omissions)
    if omissions.contains(.filter) {
      return PreparedFilter(withListener: nil, withoutListener: nil, limits: limits)
    }
    var rules = (hasLandlock ? callRules : callRulesWithoutLandlock).enumerated().map {
      number, rule in
      rule.conditions.indices.reversed().reduce(rule) { rule, index in
        omissions.contains(.condition(rule: number, index: index))
          ? rule.omitting(condition: index) : rule
      }
    }
    if omissions.contains(.notification) {
      rules = rules.map { $0.action == .notify ? .allow($0.call) : $0 }
    }
    // Without a listener, the calls with a `notify` rule fail.
    let withoutNotify = rules.filter { $0.action == .allow }
    let hasListener = withoutNotify.count < rules.count && !omissions.contains(.listener)
    return PreparedFilter(
      withListener: hasListener ? SystemCallFilter.program(rules) : nil,
      withoutListener: SystemCallFilter.program(withoutNotify), limits: limits)
  }

  /// Every condition of the system call filter for kernels without Landlock, with the number of its
  /// system call.
  package var conditions: [(omission: Omission, call: Int32)] {
    callRulesWithoutLandlock.enumerated().flatMap { number, rule in
      rule.conditions.indices.map { (.condition(rule: number, index: $0), rule.call) }
    }
  }
}

extension ConfinementPolicy {
  /// The paths of the shared libraries that every helper may read.
  static let libraryPaths = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
  ]

  /// The path in an environment variable, with `suffix` appended, as the only element; empty when
  /// the variable is not set or empty.
  static func pathInVariable(_ variable: String, appending suffix: String = "") -> [String] {
    guard let value = getenv(variable), value.pointee != 0 else { return [] }
    return [String(cString: value) + suffix]
  }
}
