extension RecordedLine {
  /// A recorded fact about an archive: its list, a file in it, or a file that cannot be unpacked.
  package enum Archive: Hashable, Sendable {
    /// The list of the archive with this absolute path; lines with its files follow. `failure` is
    /// the code of the reason why the list is incomplete or missing; nil for a complete list.
    case list(path: [UInt8], failureCode: UInt8?)
    /// One file of the archive in the last `list` line. The path is relative to the archive; the
    /// size is in bytes, the modification time in seconds since 1970.
    case member(path: [UInt8], size: Int64, modifiedSeconds: Int64)
    /// A file in an archive, with its absolute path, that cannot be unpacked; `failure` is the code
    /// of the reason.
    case entryFailure(path: [UInt8], failureCode: UInt8)
  }
}

extension RecordedLine.Archive {
  /// The kind and the fields of the line that records the fact.
  var fields: RecordFields {
    var fields: RecordFields
    switch self {
    case .list(let path, let failure):
      fields = RecordFields("archive")
      fields.set("path", path)
      if let failure { fields.set("failed", failure) }
    case .member(let path, let size, let modified):
      fields = RecordFields("member")
      fields.set("name", path)
      fields.set("size", size)
      fields.set("modified", modified)
    case .entryFailure(let path, let failure):
      fields = RecordFields("refusal")
      fields.set("path", path)
      fields.set("failed", failure)
    }
    return fields
  }

  /// Reads the fact from the fields of a line.
  ///
  /// - Throws: the reason why the fields cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    switch fields.kind {
    case "archive":
      self = .list(
        path: try RecordedLine.path(fields, "path"),
        failureCode: fields.has("failed") ? try Self.failureCode(fields) : nil)
    case "member":
      self = .member(
        path: try RecordedLine.relativePath(fields, "name"),
        size: try fields.integer("size", in: 0...Int64.max),
        modifiedSeconds: try fields.integer("modified", in: Int64.min...Int64.max))
    case "refusal":
      self = .entryFailure(
        path: try RecordedLine.path(fields, "path"), failureCode: try Self.failureCode(fields))
    default: throw .unexpectedLine(kind: fields.kind)
    }
  }

  private static func failureCode(_ fields: RecordFields) throws(RecordingFailure.Reason) -> UInt8 {
    try fields.integer("failed", in: 0...UInt8.max)
  }
}
