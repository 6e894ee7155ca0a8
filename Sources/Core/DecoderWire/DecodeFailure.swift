import Localization

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
    switch kind {
    case .unknownFormat: because(tr("not a picture in any format known here"))
    case .missingLoader: missingLoader
    case .damaged:
      because(
        format.isEmpty
          ? tr("the picture is damaged")
          : tr("this {format} picture is damaged", ["format": format]))
    case .tooLarge:
      because(
        format.isEmpty
          ? tr("the picture is too large")
          : tr("this {format} picture is too large", ["format": format]))
    case .unreadable: because(tr("the file cannot be read"))
    case .empty: tr("the file is empty")
    case .tooSlow:
      because(
        format.isEmpty
          ? tr("decoding the picture took too long")
          : tr("decoding this {format} picture took too long", ["format": format]))
    case .crashed:
      because(
        format.isEmpty
          ? tr("the decoder stopped while decoding the picture")
          : tr("the decoder stopped while decoding this {format} picture", ["format": format]))
    case .unsupported:
      because(
        format.isEmpty
          ? tr("the picture is of a kind that cannot be decoded here")
          : tr(
            "this {format} picture is of a kind that cannot be decoded here", ["format": format]))
    case .noDecoder: because(tr("the decoder program pbview-decoder cannot be started"))
    }
  }

  private var missingLoader: String {
    if !detail.isEmpty {
      return tr(
        "the loader for {format} is not installed; the package {package} brings it",
        ["format": format, "package": detail])
    }
    return format.isEmpty
      ? tr("this type of file is not supported")
      : tr("this type of file is not supported: {format}", ["format": format])
  }

  /// A sentence with the detail. The helper sends its own details in English, other ones are
  /// messages of loaders and of the system.
  private func because(_ sentence: String) -> String {
    detail.isEmpty
      ? sentence : tr("{message} ({reason})", ["message": sentence, "reason": tr(detail)])
  }
}
