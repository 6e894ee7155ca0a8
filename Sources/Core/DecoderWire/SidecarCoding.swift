import Wire

extension FieldWriter {
  mutating func write(_ changes: [SidecarChange]) {
    let sent = changes.prefix(SidecarLimits.maxChanges)
    write(UInt8(sent.count))
    for change in sent {
      write(change.property)
      write(change.value != nil)
      if let value = change.value { write(text: value, maxBytes: SidecarLimits.maxValueBytes) }
    }
  }

  mutating func write(_ edits: [FileEdit]) {
    let sent = edits.prefix(FileEdit.maxCount)
    write(UInt8(sent.count))
    for edit in sent {
      write(count: edit.offset)
      write(count: edit.removedCount)
      write(bytes: edit.bytes, maxBytes: FileEdit.maxBytes)
    }
  }
}

extension FieldReader {
  mutating func sidecarChanges() throws(WireError) -> [SidecarChange] {
    let count = Int(try integer(UInt8.self))
    guard count <= SidecarLimits.maxChanges else { throw .badField("changes") }
    var result: [SidecarChange] = []
    for _ in 0..<count {
      let property = try value(SidecarChange.Property.self, "property")
      let text =
        try flag("value") ? try text(maxBytes: SidecarLimits.maxValueBytes, "value") : nil
      result.append(SidecarChange(property, text))
    }
    return result
  }

  /// The edits to a file in the following fields, which must be sorted by offset and not overlap.
  mutating func fileEdits() throws(WireError) -> [FileEdit] {
    let count = Int(try integer(UInt8.self))
    guard count <= FileEdit.maxCount else { throw .badField("edits") }
    var result: [FileEdit] = []
    var position = 0
    for _ in 0..<count {
      let edit = FileEdit(
        offset: try self.count("offset"), removedCount: try self.count("removed"),
        bytes: try bytes(maxBytes: FileEdit.maxBytes, "bytes"))
      let (end, overflows) = edit.offset.addingReportingOverflow(edit.removedCount)
      guard edit.offset >= position, !overflows else { throw .badField("offset") }
      position = end
      result.append(edit)
    }
    return result
  }
}
