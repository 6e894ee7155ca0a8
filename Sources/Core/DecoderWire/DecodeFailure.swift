/// The reason why there is no picture, in a form that can be shown to the user.
public struct DecodeFailure: Hashable, Sendable, Error {
  /// The kinds of failure, distinguished by their remedy.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The format is not known.
    case unknownFormat = 0
    /// The format is known, but its loader is not installed; `detail` is the package that contains
    /// the loader, "" when no release has one.
    case missingLoader = 1
    /// The file is damaged.
    case damaged = 2
    /// The picture exceeds a limit; `detail` names the limit.
    case tooLarge = 3
    /// The file could not be read.
    case unreadable = 4
    /// The file is empty.
    case empty = 5
    /// Decoding took too long.
    case tooSlow = 6
    /// The helper process ended while it decoded the picture.
    case crashed = 7
    /// The helper program is missing.
    case noDecoder = 8
    /// The file is valid, but of a variant that its loader cannot decode; `detail` names the
    /// variant.
    case unsupported = 9
  }
  public var kind: Kind
  /// A short name of the format if known, such as "AVIF", else "".
  public var format: String
  /// The message of the loader or the system, one line, else "".
  public var detail: String

  public init(_ kind: Kind, format: String = "", detail: String = "") {
    self.kind = kind
    self.format = format
    self.detail = detail
  }

  /// The failure as a sentence, without the name of the file.
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
