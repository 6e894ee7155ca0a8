import Localization

/// The reason why a picture cannot be shown, in a form that can be told to the user.
public struct DecodeFailure: Hashable, Sendable, Error {
  /// The kinds of decode failure, distinguished by their remedy.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The file is in no picture format that the decoder knows.
    case unknownFormat = 0
    /// The format is known, but the library that loads it is not installed; the `detail` of the
    /// failure is the package that contains the library, "" when no release of the system has one.
    case missingLoader = 1
    /// The picture file is damaged.
    case damaged = 2
    /// The picture exceeds a limit; the `detail` of the failure names the limit.
    case tooLarge = 3
    /// The picture file could not be read.
    case unreadable = 4
    /// The picture file has no bytes; in a request for an embedded or cached preview, no such
    /// preview exists.
    case empty = 5
    /// The decoding of the picture took too long.
    case tooSlow = 6
    /// The decoder process ended while it decoded the picture.
    case crashed = 7
    /// The program of the decoder process cannot be started.
    case noDecoder = 8
    /// The file is valid, but of a variant of its format that the library cannot decode; the
    /// `detail` of the failure names the variant.
    case unsupported = 9
  }
  public var kind: Kind
  /// A short name of the picture format, such as "AVIF"; "" if unknown.
  public var format: String
  /// More detail about the reason, in one line: a message of a library or of the system, or what
  /// the kind of the failure states; "" if none.
  public var detail: String
  /// Whether another attempt may succeed. Default: as the kind of the failure implies. The messages
  /// between processes do not carry this property.
  package var canRetry: Bool
  /// Whether ``detail`` is the whole sentence for the user, as for a file in an archive; only for
  /// the kind ``Kind/unreadable``. The messages between processes do not carry this property.
  /// Default: false.
  package var isDetailSentence = false

  public init(_ kind: Kind, format: String = "", detail: String = "") {
    self.kind = kind
    self.format = format
    self.detail = detail
    canRetry =
      switch kind {
      case .unreadable, .tooSlow, .crashed, .noDecoder: true
      case .unknownFormat, .missingLoader, .damaged, .tooLarge, .empty, .unsupported: false
      }
  }

  /// The failure as a sentence in the user's language, without the name of the file.
  public var sentence: String {
    switch kind {
    case .unknownFormat: appendingDetail(to: tr("not a picture in any format known here"))
    case .missingLoader: missingLoaderSentence
    case .damaged:
      appendingDetail(
        to: format.isEmpty
          ? tr("the picture is damaged")
          : tr("this {format} picture is damaged", ["format": format]))
    case .tooLarge:
      appendingDetail(
        to: format.isEmpty
          ? tr("the picture is too large")
          : tr("this {format} picture is too large", ["format": format]))
    case .unreadable:
      isDetailSentence ? tr(detail) : appendingDetail(to: tr("the file cannot be read"))
    case .empty: tr("the file is empty")
    case .tooSlow:
      appendingDetail(
        to: format.isEmpty
          ? tr("decoding the picture took too long")
          : tr("decoding this {format} picture took too long", ["format": format]))
    case .crashed:
      appendingDetail(
        to: format.isEmpty
          ? tr("the decoder stopped while decoding the picture")
          : tr("the decoder stopped while decoding this {format} picture", ["format": format]))
    case .unsupported:
      appendingDetail(
        to: format.isEmpty
          ? tr("the picture is of a kind that cannot be decoded here")
          : tr(
            "this {format} picture is of a kind that cannot be decoded here", ["format": format]))
    case .noDecoder: appendingDetail(to: tr("the decoder program pbview-decoder cannot be started"))
    }
  }

  private var missingLoaderSentence: String {
    if !detail.isEmpty {
      return tr(
        "the loader for {format} is not installed; the package {package} brings it",
        ["format": format, "package": detail])
    }
    return format.isEmpty
      ? tr("this type of file is not supported")
      : tr("this type of file is not supported: {format}", ["format": format])
  }

  /// `sentence`, followed by the detail in parentheses. Details of the decoder are translated;
  /// others are messages of libraries and of the system.
  private func appendingDetail(to sentence: String) -> String {
    detail.isEmpty
      ? sentence : tr("{message} ({reason})", ["message": sentence, "reason": tr(detail)])
  }
}
