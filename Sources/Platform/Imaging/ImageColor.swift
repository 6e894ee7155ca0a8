import CLinux
import DecoderWire

/// The colour space of a pipeline's pictures.
public enum ImageColor: Hashable, Sendable {
  /// The stored values of the pixels, without colour management.
  case untouched
  /// sRGB, to which the colours are converted.
  case standard
  /// The colour space of a display, to which the colours are converted.
  case display(DisplayProfile)

  /// Whether this is the colour space of a display.
  var isDisplay: Bool { if case .display = self { true } else { false } }

  /// The corresponding value for requests to the helper.
  var target: ColorTarget {
    switch self {
    case .untouched: .untouched
    case .standard: .standard
    case .display(let profile): .display(digest: profile.digest)
    }
  }

  /// The descriptor of the display's profile, sent with each request; nil when none is needed.
  var descriptor: OwnedDescriptor? {
    if case .display(let profile) = self { profile.memory } else { nil }
  }
}

/// The ICC profile of a display, in sealed memory for the helpers. Only helpers parse it.
public struct DisplayProfile: Hashable, Sendable {
  /// A hash of the bytes, by which profiles are compared.
  public let digest: UInt64
  let memory: OwnedDescriptor

  /// Copies a profile.
  ///
  /// - Returns: Nil when `bytes` is empty or longer than ``WireFormat/maxProfileBytes``, or when
  ///   memory or descriptors are exhausted.
  /// - Complexity: O(bytes).
  public init?(_ bytes: [UInt8]) {
    guard (1...WireFormat.maxProfileBytes).contains(bytes.count) else { return nil }
    let number = memfd_create("pbview-profile", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { return nil }
    memory = OwnedDescriptor(number)
    guard bytes.withUnsafeBytes({ write(number, $0.baseAddress, $0.count) }) == bytes.count,
      linux_add_seals(number, Self.seals) == 0
    else { return nil }
    digest = Self.digest(of: bytes)
  }

  private static let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL

  /// The 64-bit FNV-1a hash.
  ///
  /// - Source: FNV-1a (G. Fowler, L. Noll, P. Vo).
  private static func digest(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Compares the digests.
  public static func == (a: DisplayProfile, b: DisplayProfile) -> Bool { a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
