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

  /// A process whose resources and files are limited, and whose system calls are not filtered yet.
  public struct Fence: Sendable {
    // Made beforehand: a picture may be waiting when the filter is installed.
    fileprivate let withListener: FilterProgram?
    fileprivate let withoutListener: FilterProgram?

    /// Installs the filter, which holds for all threads. No library can be loaded any more.
    ///
    /// - Returns: nil when it could not be installed.
    public func lock() -> Lock? {
      guard let withoutListener else { return Lock(listener: nil) }
      if let listener = withListener?.installWithListener() { return Lock(listener: listener) }
      return withoutListener.install() ? Lock(listener: nil) : nil
    }
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
  public func enter() -> Lock? { fence().lock() }

  /// Sets the resource limits and the Landlock rules. Libraries can still be loaded: until the filter
  /// is installed with `Fence.lock`, nothing from outside may be parsed. The process must have called
  /// `HelperProcess.settle` before, and have one thread.
  public func fence() -> Fence { fence(omitting: []) }

  /// Sets the limits and rules except for some parts, which are left out of the filter as well.
  package func fence(omitting omissions: Set<Omission>) -> Fence {
    if !omissions.contains(.limits) { limits.apply() }
    let isFenced =
      !omissions.contains(.fence)
      && FileRules.apply(readable: readable, devices: devices, omitting: omissions)
    if omissions.contains(.filter) { return Fence(withListener: nil, withoutListener: nil) }
    var rules = (isFenced ? calls : callsWithoutFence).enumerated().map { number, rule in
      rule.conditions.indices.reversed().reduce(rule) { rule, index in
        omissions.contains(.condition(rule: number, index: index))
          ? rule.omitting(condition: index) : rule
      }
    }
    if omissions.contains(.notification) {
      rules = rules.map { $0.answer == .notify ? .any($0.call) : $0 }
    }
    // Without a listener the calls it would answer are refused.
    let closed = rules.filter { $0.answer == .allow }
    let hasListener = closed.count < rules.count && !omissions.contains(.listener)
    return Fence(
      withListener: hasListener ? SystemCallFilter.program(rules) : nil,
      withoutListener: SystemCallFilter.program(closed))
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
