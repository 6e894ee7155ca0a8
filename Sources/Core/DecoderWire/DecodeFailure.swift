/// Why there is no picture, in a form a person can be told.
public struct DecodeFailure: Hashable, Sendable, Error {
  /// The kinds that differ in what would help.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The type is not known at all.
    case unknownFormat = 0
    /// The type is known, its loader is not installed; `detail` is the package that brings it,
    /// "" when no release has one.
    case missingLoader = 1
    /// The file is damaged.
    case damaged = 2
    /// The picture is beyond a limit; `detail` says which.
    case tooLarge = 3
    /// The file could not be read.
    case unreadable = 4
    /// The file is empty.
    case empty = 5
    /// Decoding took too long.
    case tooSlow = 6
    /// The helper ended while decoding it.
    case crashed = 7
    /// There is no helper program.
    case noDecoder = 8
    /// The file is sound, but of a kind its loader cannot decode; `detail` says which.
    case unsupported = 9
  }
  /// The kind.
  public var kind: Kind
  /// A short name of the type if known: "AVIF", else "".
  public var format: String
  /// What the loader or the system said, one line, else "".
  public var detail: String

  /// Makes a failure; format and detail are "" unless given.
  public init(_ kind: Kind, format: String = "", detail: String = "") {
    self.kind = kind
    self.format = format
    self.detail = detail
  }

  /// What happened, in one clear sentence without the file's name.
  public var sentence: String {
    let what = format.isEmpty ? "the picture" : "this \(format) picture"
    let because = detail.isEmpty ? "" : " (\(detail))"
    return switch kind {
    case .unknownFormat: "not a picture in any format known here\(because)"
    case .missingLoader:
      detail.isEmpty
        ? "this type of file is not supported\(format.isEmpty ? "" : ": \(format)")"
        : "the loader for \(format) is not installed; the package \(detail) brings it"
    case .damaged: "\(what) is damaged\(because)"
    case .tooLarge: "\(what) is too large\(because)"
    case .unreadable: "the file cannot be read\(because)"
    case .empty: "the file is empty"
    case .tooSlow: "decoding \(what) took too long\(because)"
    case .crashed: "the decoder stopped while decoding \(what)\(because)"
    case .unsupported: "\(what) is of a kind that cannot be decoded here\(because)"
    case .noDecoder: "the decoder program pbview-decoder cannot be started\(because)"
    }
  }
}
