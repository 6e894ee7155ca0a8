extension RecordedLine {
  /// A part of what is known about an archive.
  package enum Archive: Hashable, Sendable {
    /// The list of an archive with an absolute path; its files follow. The code is the reason why
    /// the list is incomplete or missing; nil for a complete one.
    case list(path: [UInt8], failure: UInt8?)
    /// A file of the archive before. The path is relative to the archive; the size is in bytes,
    /// the time in seconds since 1970.
    case member(path: [UInt8], size: Int64, modified: Int64)
    /// A file with an absolute path in an archive, which cannot be unpacked for the reason with
    /// the code.
    case refusal(path: [UInt8], failure: UInt8)
  }
}

extension RecordedLine.Archive {
  /// The fields of the line.
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
    case .refusal(let path, let failure):
      fields = RecordFields("refusal")
      fields.set("path", path)
      fields.set("failed", failure)
    }
    return fields
  }

  /// Reads the fields of a line.
  ///
  /// - Throws: the reason why they cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    switch fields.kind {
    case "archive":
      self = .list(
        path: try RecordedLine.path(fields, "path"),
        failure: fields.has("failed") ? try Self.failure(fields) : nil)
    case "member":
      self = .member(
        path: try RecordedLine.relativePath(fields, "name"),
        size: try fields.integer("size", in: 0...Int64.max),
        modified: try fields.integer("modified", in: Int64.min...Int64.max))
    case "refusal":
      self = .refusal(
        path: try RecordedLine.path(fields, "path"), failure: try Self.failure(fields))
    default: throw .unexpected(fields.kind)
    }
  }

  private static func failure(_ fields: RecordFields) throws(RecordingFailure.Reason) -> UInt8 {
    try fields.integer("failed", in: 0...UInt8.max)
  }
}
