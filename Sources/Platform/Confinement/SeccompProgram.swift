import CLinux

/// A seccomp filter as a program in classic BPF, built rule by rule.
///
/// - Source: Linux `Documentation/userspace-api/seccomp_filter.rst`; the numbers are part of the
///   kernel's binary interface.
struct SeccompProgram: Sendable {
  private struct BPFInstruction {
    var code: UInt16
    var ifTrue: UInt8
    var ifFalse: UInt8
    var value: UInt32
  }
  private struct ProgramHeader {
    var count: UInt16
    var instructions: UnsafePointer<BPFInstruction>?
  }

  /// `SECCOMP_SET_MODE_FILTER`, the first argument of the system call `seccomp`.
  static let setModeFilterOperation: UInt32 = 1
  /// `SECCOMP_FILTER_FLAG_TSYNC`, with which the filter applies to existing threads, too.
  static let allThreadsFlag: UInt32 = 1 << 0
  /// `SECCOMP_FILTER_FLAG_NEW_LISTENER` (Linux 5.0). In combination with `TSYNC` it requires
  /// `SECCOMP_FILTER_FLAG_TSYNC_ESRCH` (Linux 5.7).
  private static let newListenerFlag: UInt32 = 1 << 3
  private static let threadSyncESRCHFlag: UInt32 = 1 << 4

  private static let loadWordCode: UInt16 = 0x20
  private static let jumpIfEqualCode: UInt16 = 0x15
  private static let andMaskCode: UInt16 = 0x54
  private static let returnCode: UInt16 = 0x06
  private static let allowAction: UInt32 = 0x7FFF_0000
  private static let notifyAction: UInt32 = 0x7FC0_0000
  private static let errorAction: UInt32 = 0x0005_0000
  private static let killAction: UInt32 = 0x8000_0000

  // The offsets in struct seccomp_data of the system call number, the architecture, and the six
  // arguments.
  private static let callNumberOffset: UInt32 = 0
  private static let architectureOffset: UInt32 = 4
  private static let argumentsOffset: UInt32 = 16

  #if arch(x86_64)
    private static let ownArchitecture: UInt32 = 0xC000_003E
  #elseif arch(arm64)
    private static let ownArchitecture: UInt32 = 0xC000_00B7
  #endif

  private var instructions: [BPFInstruction] = []

  private mutating func add(_ code: UInt16, _ value: UInt32, _ ifTrue: UInt8, _ ifFalse: UInt8) {
    instructions.append(
      BPFInstruction(code: code, ifTrue: ifTrue, ifFalse: ifFalse, value: value))
  }

  /// Adds a check that kills the process on another architecture, where system call numbers have
  /// other meanings. The check must come first; it leaves the call number loaded, which every rule
  /// requires.
  mutating func checkArchitecture() {
    add(Self.loadWordCode, Self.architectureOffset, 0, 0)
    add(Self.jumpIfEqualCode, Self.ownArchitecture, 1, 0)
    add(Self.returnCode, Self.killAction, 0, 0)
    add(Self.loadWordCode, Self.callNumberOffset, 0, 0)
  }

  /// Adds a rule. Of several rules for one system call, the first takes effect.
  mutating func add(_ rule: SystemCallRule) {
    // Each condition loads an argument, masks it, compares it with every value, and makes the call
    // fail if none is equal.
    let length = rule.conditions.reduce(1) { $0 + $1.values.count + 3 }
    precondition(length <= 255, "a jump reaches 255 instructions, not \(length)")
    add(Self.jumpIfEqualCode, UInt32(rule.call), 0, UInt8(length))
    for condition in rule.conditions {
      let offset = Self.argumentsOffset + UInt32(condition.argument) * 8 + condition.half.rawValue
      add(Self.loadWordCode, offset, 0, 0)
      add(Self.andMaskCode, condition.mask, 0, 0)
      for (index, value) in condition.values.enumerated() {
        add(Self.jumpIfEqualCode, value, UInt8(condition.values.count - index), 0)
      }
      add(Self.returnCode, Self.errorAction | UInt32(EPERM), 0, 0)
    }
    switch rule.action {
    case .allow: add(Self.returnCode, Self.allowAction, 0, 0)
    case .notify: add(Self.returnCode, Self.notifyAction, 0, 0)
    }
  }

  /// Adds a rule that makes a system call fail with the error number `error`.
  mutating func refuse(_ call: Int32, with error: Int32) {
    add(Self.jumpIfEqualCode, UInt32(call), 0, 1)
    add(Self.returnCode, Self.errorAction | UInt32(error), 0, 0)
  }

  /// Makes every system call without a rule fail with the error number `error`. Must come last.
  mutating func refuseOthers(with error: Int32) {
    add(Self.returnCode, Self.errorAction | UInt32(error), 0, 0)
  }

  /// Installs the seccomp filter permanently for all threads of the process; returns false when the
  /// kernel refuses.
  func install() -> Bool { install(Self.allThreadsFlag) == 0 }

  /// Installs the filter, with a listener for the system calls that have a `notify` rule.
  ///
  /// - Returns: the descriptor of the listener; nil, without installing the filter, where the
  ///   kernel has no listeners.
  func installWithListener() -> Int32? {
    let listener = install(Self.allThreadsFlag | Self.newListenerFlag | Self.threadSyncESRCHFlag)
    return listener >= 0 ? Int32(listener) : nil
  }

  private func install(_ flags: UInt32) -> Int {
    instructions.withUnsafeBufferPointer { list in
      var header = ProgramHeader(count: UInt16(list.count), instructions: list.baseAddress)
      return withUnsafePointer(to: &header) {
        helper_syscall(
          Int(SYS_seccomp), Int(Self.setModeFilterOperation), Int(flags), Int(bitPattern: $0), 0)
      }
    }
  }
}
