import DecoderWire

/// The purpose of a decode. Every case is one row of a table; whatever depends on the purpose is a
/// column of it.
///
/// Requests lead to decodes: a ``ImageRequest`` to `picture` or `region`, preceded by stand-ins
/// where ``DecodeScheduling`` finds them worthwhile, and a ``ThumbnailRequest`` to
/// `storedThumbnail` or `thumbnail`. Equal decodes are shared by all requests that need them.
enum DecodePurpose: Hashable, CaseIterable, Sendable {
  /// The picture, fitted into a page or in its natural size.
  case picture
  /// A region of a vector picture at the scale of the view.
  case region
  /// A reduced decode, as a stand-in for the picture.
  case preview
  /// The preview that a camera embedded in the file, as a stand-in for the picture.
  case embeddedPreview
  /// The thumbnail in the shared cache, as a stand-in for the picture.
  case storedPreview
  /// A thumbnail made from the file.
  case thumbnail
  /// A thumbnail read from the shared cache.
  case storedThumbnail
  /// The conversion of a new thumbnail to the colour space of the display.
  case recoloredThumbnail

  /// The recipient of the result.
  enum Result {
    /// The requests of pages, which end with the result.
    case exact
    /// The requests of pages, which show the result until the exact picture is there.
    case standIn
    /// The requests of thumbnails that the decode serves.
    case thumbnail
  }

  /// One row of the table of purposes.
  struct Row {
    /// The kind of the request to the helper.
    var request: DecodeRequest.Kind
    /// The recipient of the result.
    var result: Result
    /// Whether the helper only reads a small picture that exists already, in a few milliseconds:
    /// the exact decode of the same file may be queued behind it.
    var isRead = false
    /// Whether the decode takes about a millisecond, so that several may be queued at one helper.
    var isQuick = false
    /// Whether the result is the whole picture: its pixels are cached, its failure is remembered.
    var isWhole = true
    /// The running time after which the decode is put back in the queue when a visible page waits.
    var yields = DecodeAge.tooLong
  }

  /// The row of this purpose.
  var row: Row {
    switch self {
    case .picture: Row(request: .exact, result: .exact)
    case .region: Row(request: .region, result: .exact, isWhole: false)
    case .preview: Row(request: .preview, result: .standIn)
    case .embeddedPreview: Row(request: .embedded, result: .standIn, isRead: true)
    case .storedPreview: Row(request: .stored, result: .standIn, isRead: true, isQuick: true)
    case .thumbnail: Row(request: .thumbnail, result: .thumbnail, yields: .long)
    case .storedThumbnail:
      Row(request: .stored, result: .thumbnail, isQuick: true, yields: .long)
    case .recoloredThumbnail:
      Row(request: .recolor, result: .thumbnail, isQuick: true, yields: .long)
    }
  }

  /// Whether the result ends the requests of pages.
  var isExact: Bool { row.result == .exact }
  /// Whether the result is for a request of a thumbnail.
  var isThumbnail: Bool { row.result == .thumbnail }
  /// Whether the helper answers with a thumbnail instead of a picture.
  var isAnsweredByThumbnail: Bool { row.request == .thumbnail || row.request == .stored }
}

/// The identifier of a decode, by which its outcome finds its requests.
struct DecodeID: Hashable, Sendable {
  let number: UInt64
  let purpose: DecodePurpose
}

/// The running time of a decode, as far as scheduling depends on it.
enum DecodeAge: Int, Comparable, Sendable {
  /// The decode is completed even when no request waits for it any more.
  case short
  /// The decode is ended when no request waits for it and other decodes are queued.
  case long
  /// The decode for a hidden page is put back in the queue when a visible page waits.
  case tooLong

  static func < (a: DecodeAge, b: DecodeAge) -> Bool { a.rawValue < b.rawValue }
}
