import CLinux
import DecoderWire
import Hashing

/// The colour space of the pictures that an image pipeline delivers.
public enum ImageColor: Hashable, Sendable {
  /// The pixel values stored in the file, without colour management.
  case untouched
  /// sRGB, to which the colours of every picture are converted.
  case standard
  /// The colour space of a display, to which the colours of every picture are converted.
  case display(DisplayProfile)

  var isDisplay: Bool { if case .display = self { true } else { false } }

  /// The value that names this colour space in requests to a helper.
  var target: ColorTarget {
    switch self {
    case .untouched: .untouched
    case .standard: .standard
    case .display(let profile): .display(digest: profile.digest)
    }
  }

  /// The memory with the display's ICC profile, sent with each request; nil for a colour space
  /// other than a display's.
  var profileMemory: OwnedDescriptor? {
    if case .display(let profile) = self { profile.memory } else { nil }
  }
}

/// The ICC profile of a display, in sealed memory that is sent to helpers. Only helpers parse it.
public struct DisplayProfile: Hashable, Sendable {
  /// The 64-bit FNV-1a hash of the profile's bytes. Profiles with equal hashes are equal.
  public let digest: UInt64
  let memory: OwnedDescriptor

  /// Copies the bytes of an ICC profile.
  ///
  /// - Returns: Nil when `bytes` is empty or longer than ``DecoderWireFormat/maxProfileBytes``, or
  ///   when memory or descriptors are exhausted.
  /// - Complexity: O(bytes).
  public init?(_ bytes: [UInt8]) {
    guard (1...DecoderWireFormat.maxProfileBytes).contains(bytes.count) else { return nil }
    let number = linux_open_memory("pbview-profile", true)
    guard number >= 0 else { return nil }
    memory = OwnedDescriptor(number)
    guard linux_write_all(number, bytes, bytes.count) == 0,
      linux_add_seals(number, Self.seals) == 0
    else { return nil }
    digest = FNV1a.hash(of: bytes)
  }

  private static let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL

  /// Whether the hashes of both profiles are equal.
  public static func == (a: DisplayProfile, b: DisplayProfile) -> Bool { a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
