extension RecordedLine {
  /// An update of a download from the web.
  package struct Download: Hashable, Sendable {
    /// The kinds of updates of a download.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      case progress
      case cachedCopyAvailable = "kept"
      case finished
      case cachedCopyConfirmed = "confirmed"
      case cachedCopyUnverified = "stale"
      case failed
    }

    /// A downloaded file, or the received part of one.
    package struct File: Hashable, Sendable {
      /// The absolute path of the file.
      package var path: [UInt8]
      /// The size of the file, or of its received part, in bytes.
      package var size: Int64
      /// The media type of the file; empty when the server sent none.
      package var contentType: String
      /// The address from which the file came after a redirect; empty without one.
      package var redirection: String

      package init(path: [UInt8], size: Int64, contentType: String, redirection: String = "") {
        self.path = path
        self.size = size
        self.contentType = contentType
        self.redirection = redirection
      }
    }

    /// The reason why a download failed.
    package struct Failure: Hashable, Sendable {
      /// The kinds of failures of a download.
      package enum Reason: String, Hashable, Sendable, CaseIterable {
        case libraryMissing = "library"
        case unreachable
        case connectionLost = "lost"
        case httpStatus = "status"
        case fileTooLarge = "large"
        case invalidResponse = "invalid"
        case noSpaceLeft = "space"
      }
      package var reason: Reason
      /// The HTTP status code of ``Reason/httpStatus``; 0 for other reasons.
      package var status: Int
      package var sentence: String
      package var hint: String

      package init(reason: Reason, status: Int = 0, sentence: String, hint: String) {
        self.reason = reason
        self.status = status
        self.sentence = sentence
        self.hint = hint
      }
    }

    /// The number of the download, from 1 in the order of their starts.
    package var number: Int
    package var kind: Kind
    /// The number of received bytes; 0 for other updates than `progress`.
    package var received: Int64 = 0
    /// The size of the whole file in bytes; nil when it is unknown.
    package var total: Int64?
    package var file: File?
    package var failure: Failure?

    package init(_ kind: Kind, number: Int) {
      self.kind = kind
      self.number = number
    }
  }
}

extension RecordedLine.Download {
  /// The accepted numbers of downloads.
  private static let numberRange = 1...1_000_000_000

  /// The kind and the fields of the line that records the update.
  var fields: RecordFields {
    var fields = RecordFields("web")
    fields.set("number", number)
    fields.set("is", kind.rawValue)
    if received != 0 { fields.set("received", received) }
    if let total { fields.set("total", total) }
    if let file {
      fields.set("file", file.path)
      fields.set("size", file.size)
      fields.set("type", file.contentType)
      if !file.redirection.isEmpty { fields.set("from", file.redirection) }
    }
    if let failure {
      fields.set("failed", failure.reason.rawValue)
      fields.set("status", failure.status)
      fields.set("sentence", failure.sentence)
      fields.set("hint", failure.hint)
    }
    return fields
  }

  /// Reads the update from the fields of a line.
  ///
  /// - Throws: the reason why the fields cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    guard let kind = Kind(rawValue: try fields.text("is")) else { throw .invalidField("is") }
    self.init(kind, number: try fields.integer("number", in: Self.numberRange))
    let sizes = 0...Int64.max
    if fields.has("received") { received = try fields.integer("received", in: sizes) }
    if fields.has("total") { total = try fields.integer("total", in: sizes) }
    if fields.has("file") {
      file = File(
        path: try RecordedLine.path(fields, "file"), size: try fields.integer("size", in: sizes),
        contentType: try fields.text("type"),
        redirection: fields.has("from") ? try fields.text("from") : "")
    }
    if fields.has("failed") {
      guard let reason = Failure.Reason(rawValue: try fields.text("failed")) else {
        throw .invalidField("failed")
      }
      failure = Failure(
        reason: reason, status: try fields.integer("status", in: 0...999),
        sentence: try fields.text("sentence"), hint: try fields.text("hint"))
    }
  }
}
