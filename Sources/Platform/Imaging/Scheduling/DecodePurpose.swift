import DecoderWire

/// The purpose of a decode. Each case has ``Traits``, with everything that depends on it.
///
/// An ``ImageRequest`` leads to a decode `picture` or `region`, preceded by decodes of previews
/// where ``DecodeScheduling`` finds them worthwhile, and a ``ThumbnailRequest`` to
/// `storedThumbnail` or `thumbnail`. Equal decodes are shared by all requests that need them.
enum DecodePurpose: Hashable, CaseIterable, Sendable {
  /// The whole picture, fitted into the box of a page or in its natural size.
  case picture
  /// A region of a vector picture, drawn at the scale at which it is shown.
  case region
  /// The whole picture at reduced resolution, shown until the exact one is there.
  case preview
  /// The preview that a camera embedded in the file, shown until the exact picture is there.
  case embeddedPreview
  /// The thumbnail in the shared cache, shown until the exact picture is there.
  case storedPreview
  /// A thumbnail made of the picture file.
  case thumbnail
  /// A thumbnail read from the shared cache.
  case storedThumbnail
  /// The conversion of a new sRGB thumbnail to the colour space of the display.
  case recoloredThumbnail

  /// The requests that receive the result of a decode, and its meaning for them.
  enum ResultUse {
    /// The result goes to requests for pages, which end with it.
    case exact
    /// The result goes to requests for pages, which show it until the exact picture is there.
    case standIn
    /// The result goes to requests for thumbnails.
    case thumbnail
  }

  /// The properties of all decodes of one purpose.
  struct Traits {
    /// The kind of the message to the helper.
    var requestKind: DecodeRequest.Kind
    /// The requests that receive the result.
    var resultUse: ResultUse
    /// Whether the helper reads a small picture that the file contains, in a few milliseconds, so
    /// that the exact decode of the same file may be sent to it at once. Default: false.
    var readsPreview = false
    /// Whether the decode takes about a millisecond, so that several may be sent to one helper at
    /// once. Default: false.
    var isQuick = false
    /// Whether the result is the whole picture, which is cached, and whose failure is recorded.
    /// Default: true.
    var isWhole = true
    /// The running time from which the decode is ended and queued again when a visible page waits.
    /// Default: `.tooLong`.
    var preemptibleAge = DecodeAge.tooLong
  }

  /// The properties of decodes for this purpose.
  var traits: Traits {
    switch self {
    case .picture: Traits(requestKind: .exact, resultUse: .exact)
    case .region: Traits(requestKind: .region, resultUse: .exact, isWhole: false)
    case .preview: Traits(requestKind: .preview, resultUse: .standIn)
    case .embeddedPreview: Traits(requestKind: .embedded, resultUse: .standIn, readsPreview: true)
    case .storedPreview:
      Traits(requestKind: .stored, resultUse: .standIn, readsPreview: true, isQuick: true)
    case .thumbnail: Traits(requestKind: .thumbnail, resultUse: .thumbnail, preemptibleAge: .long)
    case .storedThumbnail:
      Traits(requestKind: .stored, resultUse: .thumbnail, isQuick: true, preemptibleAge: .long)
    case .recoloredThumbnail:
      Traits(requestKind: .recolor, resultUse: .thumbnail, isQuick: true, preemptibleAge: .long)
    }
  }

  /// Whether the result ends requests for pages.
  var isExact: Bool { traits.resultUse == .exact }
  /// Whether the result is delivered to requests for thumbnails.
  var isThumbnail: Bool { traits.resultUse == .thumbnail }
  /// Whether the helper's reply has the form of a thumbnail instead of a picture.
  var isAnsweredByThumbnail: Bool {
    traits.requestKind == .thumbnail || traits.requestKind == .stored
  }
}

/// The identifier of one decode in events and outcomes: a number, unique among the decodes of pages
/// or those of thumbnails, and the purpose.
struct DecodeID: Hashable, Sendable {
  let number: UInt64
  let purpose: DecodePurpose
}

/// The running time of a decode, as one of three ranges that matter for scheduling.
enum DecodeAge: Int, Comparable, Sendable {
  /// Less than 0.3 s: the decode is completed even when no request waits for it any more.
  case short
  /// From 0.3 s on: the decode is ended when no request waits for it and other decodes are queued.
  case long
  /// From 1 s on: the decode of a hidden page is ended and queued again when a visible page waits.
  case tooLong

  static func < (a: DecodeAge, b: DecodeAge) -> Bool { a.rawValue < b.rawValue }
}
