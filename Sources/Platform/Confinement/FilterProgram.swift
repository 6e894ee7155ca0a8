import CLinux

/// A seccomp filter in classic BPF, built rule by rule.
///
/// - Source: Linux `Documentation/userspace-api/seccomp_filter.rst`; the numbers are ABI.
public struct FilterProgram {
  private struct Instruction {
    var code: UInt16
    var ifTrue: UInt8
    var ifFalse: UInt8
    var value: UInt32
  }
  private struct Header {
    var count: UInt16
    var instructions: UnsafePointer<Instruction>?
  }

  private static let loadWord: UInt16 = 0x20
  private static let jumpIfEqual: UInt16 = 0x15
  private static let andMask: UInt16 = 0x54
  private static let answer: UInt16 = 0x06
  private static let allowed: UInt32 = 0x7FFF_0000
  private static let failing: UInt32 = 0x0005_0000
  private static let killing: UInt32 = 0x8000_0000

  // Offsets in struct seccomp_data: number, architecture, instruction pointer, six arguments.
  private static let number: UInt32 = 0
  private static let architecture: UInt32 = 4
  private static let arguments: UInt32 = 16

  #if arch(x86_64)
    private static let ownArchitecture: UInt32 = 0xC000_003E
  #elseif arch(arm64)
    private static let ownArchitecture: UInt32 = 0xC000_00B7
  #endif

  private var instructions: [Instruction] = []

  /// Makes a filter without rules.
  public init() {}

  private mutating func add(_ code: UInt16, _ value: UInt32, _ ifTrue: UInt8, _ ifFalse: UInt8) {
    instructions.append(
      Instruction(code: code, ifTrue: ifTrue, ifFalse: ifFalse, value: value))
  }

  /// Must come first: call numbers mean other things on another architecture. Leaves the call's
  /// number loaded, as every rule does.
  public mutating func checkArchitecture() {
    add(Self.loadWord, Self.architecture, 0, 0)
    add(Self.jumpIfEqual, Self.ownArchitecture, 1, 0)
    add(Self.answer, Self.killing, 0, 0)
    add(Self.loadWord, Self.number, 0, 0)
  }

  /// Allows a call with any arguments.
  public mutating func allow(_ call: UInt32) {
    add(Self.jumpIfEqual, call, 0, 1)
    add(Self.answer, Self.allowed, 0, 0)
  }

  /// Allows a call if the `mask` bits of an argument are one of `values`, and makes it fail with
  /// EPERM if not. Only the argument's lower half is looked at.
  public mutating func allow(_ call: UInt32, argument: Int, mask: UInt32, values: [UInt32]) {
    precondition(values.count < 100, "a jump reaches 255 instructions, not \(values.count) tests")
    add(Self.jumpIfEqual, call, 0, UInt8(values.count * 2 + 3))
    add(Self.loadWord, Self.arguments + UInt32(argument) * 8, 0, 0)
    add(Self.andMask, mask, 0, 0)
    for value in values {
      add(Self.jumpIfEqual, value, 0, 1)
      add(Self.answer, Self.allowed, 0, 0)
    }
    add(Self.answer, Self.failing | UInt32(EPERM), 0, 0)
  }

  /// Makes a call fail with `error`.
  public mutating func refuse(_ call: UInt32, with error: UInt32) {
    add(Self.jumpIfEqual, call, 0, 1)
    add(Self.answer, Self.failing | error, 0, 0)
  }

  /// Makes every other call fail with `error`. Must come last.
  public mutating func refuse(with error: UInt32) { add(Self.answer, Self.failing | error, 0, 0) }

  /// Gives the filter to the kernel. There is no way back.
  public func install() -> Bool {
    let setFilter: UInt = 2
    return instructions.withUnsafeBufferPointer { list in
      var header = Header(count: UInt16(list.count), instructions: list.baseAddress)
      return withUnsafePointer(to: &header) {
        helper_prctl(PR_SET_SECCOMP, setFilter, UInt(bitPattern: $0)) == 0
      }
    }
  }
}
