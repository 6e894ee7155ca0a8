/// Paths as bytes.
nonisolated extension [UInt8] {
  private static let slash = UInt8(ascii: "/")
  /// The folder the program was started in: what lies in it goes by the bare name.
  private static let here = [UInt8(ascii: ".")]

  /// The path of `name` inside this folder.
  func appending(name: some Collection<UInt8>) -> [UInt8] {
    if self == Self.here { return Array(name) }
    return (last == Self.slash ? self : self + [Self.slash]) + name
  }

  /// True for what lies in this folder or deeper.
  func isBelow(_ folder: [UInt8]) -> Bool {
    if folder == Self.here { return self != folder && first != Self.slash }
    guard count > folder.count, starts(with: folder) else { return false }
    return folder.last == Self.slash || self[folder.count] == Self.slash
  }

  /// Calls `body` with the path as the system wants it.
  func withCString<T>(_ body: (UnsafePointer<CChar>) -> T) -> T {
    let terminated = map(CChar.init(bitPattern:)) + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an empty terminated path") }
      return body(base)
    }
  }
}
