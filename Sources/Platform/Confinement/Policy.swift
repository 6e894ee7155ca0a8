import CLinux

/// The rights a helper process gives up, for good, before it parses the first byte from outside.
///
/// There is one policy for each helper and no way to enter another, so that the policy that is tested
/// is the one that runs.
public struct Policy: Sendable {
  /// A process in a policy.
  public struct Lock: Sendable {
    /// The descriptor on which another process answers the calls of this one that the filter answers
    /// with a notification; nil where the kernel has no such descriptor, or the policy no such rule.
    /// Nobody but that process may keep it: who has it can allow any of those calls.
    public let listener: Int32?
  }

  /// A part of the confinement that a test leaves out, to see what that part refuses.
  package enum Omission: Hashable, Sendable {
    /// All Landlock rules.
    case fence
    /// The system call filter.
    case filter
    /// The listener of the filter, as on a kernel that has none.
    case listener
    /// The waiting for the listener: its calls are allowed.
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
  /// Files and folders that can be opened to read.
  let readable: [String]
  /// Files that can be written and controlled as well.
  let devices: [String]
  /// The rules of the system call filter.
  let calls: [CallRule]
  /// The rules where the kernel has no Landlock.
  let callsWithoutFence: [CallRule]

  /// Locks the process down. It must have called `HelperProcess.settle` before.
  ///
  /// - Returns: nil when a lock that every supported kernel has did not close.
  public func enter() -> Lock? { enter(omitting: []) }

  /// Locks the process down except for some parts.
  package func enter(omitting omissions: Set<Omission>) -> Lock? {
    if !omissions.contains(.limits) { limits.apply() }
    let isFenced =
      !omissions.contains(.fence)
      && FileRules.apply(readable: readable, devices: devices, omitting: omissions)
    if omissions.contains(.filter) { return Lock(listener: nil) }
    var rules = (isFenced ? calls : callsWithoutFence).enumerated().map { number, rule in
      rule.conditions.indices.reversed().reduce(rule) { rule, index in
        omissions.contains(.condition(rule: number, index: index))
          ? rule.omitting(condition: index) : rule
      }
    }
    if omissions.contains(.notification) {
      rules = rules.map { $0.answer == .notify ? .any($0.call) : $0 }
    }
    let hasNotifications = rules.contains { $0.answer == .notify }
    if hasNotifications, !omissions.contains(.listener),
      let listener = SystemCallFilter.installWithListener(rules)
    {
      return Lock(listener: listener)
    }
    // Without a listener the calls it would answer are refused.
    let closed = rules.filter { $0.answer == .allow }
    return SystemCallFilter.install(closed) ? Lock(listener: nil) : nil
  }

  /// Every condition of the filter without Landlock, with the number of the call it belongs to.
  package var conditions: [(omission: Omission, call: Int32)] {
    callsWithoutFence.enumerated().flatMap { number, rule in
      rule.conditions.indices.map { (.condition(rule: number, index: $0), rule.call) }
    }
  }
}

extension Policy {
  /// Folders with the libraries of every helper.
  static let libraries = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
  ]

  /// A folder or file that a variable of the environment names, or something below it.
  static func named(_ variable: String, below: String = "") -> [String] {
    guard let value = getenv(variable), value.pointee != 0 else { return [] }
    return [String(cString: value) + below]
  }
}
