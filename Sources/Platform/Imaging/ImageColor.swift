import CLinux
import DecoderWire

/// Which colours the pictures of a pipeline are in.
public enum ImageColor: Hashable, Sendable {
  /// The numbers of the files, whatever their profiles say.
  case untouched
  /// sRGB.
  case standard
  /// Those of a display.
  case display(DisplayProfile)

  /// True for those of some display.
  var isDisplay: Bool { if case .display = self { true } else { false } }

  /// The same for the helper.
  var target: ColorTarget {
    switch self {
    case .untouched: .untouched
    case .standard: .standard
    case .display(let profile): .display(digest: profile.digest)
    }
  }

  /// What rides along with a request, nil for nothing.
  var descriptor: OwnedDescriptor? {
    if case .display(let profile) = self { profile.memory } else { nil }
  }
}

/// The ICC profile of a display, in sealed memory the helpers read. What is in it only they look at.
public struct DisplayProfile: Hashable, Sendable {
  /// The same for the same bytes.
  public let digest: UInt64
  let memory: OwnedDescriptor

  /// Copies a profile.
  ///
  /// - Returns: nil when there are no bytes, more than ``WireFormat/mostProfileBytes``, or no memory
  ///   for them.
  /// - Complexity: O(bytes).
  public init?(_ bytes: [UInt8]) {
    guard (1...WireFormat.mostProfileBytes).contains(bytes.count) else { return nil }
    let number = memfd_create("pbview-profile", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { return nil }
    memory = OwnedDescriptor(number)
    guard bytes.withUnsafeBytes({ write(number, $0.baseAddress, $0.count) }) == bytes.count,
      linux_add_seals(number, Self.seals) == 0
    else { return nil }
    digest = Self.digest(of: bytes)
  }

  private static let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL

  /// - Source: FNV-1a, 64 bits (G. Fowler, L. Noll, P. Vo).
  private static func digest(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Profiles are the same when their bytes are.
  public static func == (a: DisplayProfile, b: DisplayProfile) -> Bool { a.digest == b.digest }

  /// Feeds the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
