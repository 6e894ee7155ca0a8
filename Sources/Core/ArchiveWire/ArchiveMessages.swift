package import Wire

/// A message from the viewer to the process that reads one archive.
package enum ArchiveRequest: Hashable, Sendable {
  /// The first message, whose descriptor is the archive. The reading process sends the list of
  /// files. If the archive can only be read from its beginning, that process also sends the
  /// contents of the pictures that it comes across while listing, up to `maxUnrequestedBytes` bytes
  /// in total.
  case open(limits: ArchiveLimits, maxUnrequestedBytes: Int)
  /// The request for the bytes of the file with the number `index`. The bytes are written into the
  /// file whose descriptor comes with the message, or into new shared memory if none comes.
  case readEntry(index: Int)
}

/// A message to the viewer from the process that reads one archive.
package enum ArchiveReply: Hashable, Sendable {
  /// Files of the archive, in its order. With `isSequential`, the messages with further files may
  /// take long, because the archive can only be read from its beginning.
  case entries([ArchiveEntry], isSequential: Bool)
  /// The end of the list of files: nil when the list is complete, otherwise the reason why the rest
  /// cannot be read.
  case listingEnded(ArchiveFailure?)
  /// The `size` bytes of the file with the number `index`, in the memory whose descriptor comes
  /// with the message, or in the file that came with the request.
  case entryRead(index: Int, size: Int)
  /// The reason why the file with the number `index` cannot be read.
  case entryFailed(index: Int, ArchiveFailure)
}

/// A file in an archive, as the process that reads the archive describes it.
package struct ArchiveEntry: Hashable, Sendable {
  /// The number of the file among all entries of the archive.
  package var index: Int
  /// The name of the file with its folders, as bytes: UTF-8 where the charset is known or was
  /// guessed.
  package var name: [UInt8]
  /// The size of the file in bytes as the archive states it; 0 when the archive states none.
  package var size: Int
  /// The modification time of the file in seconds since 1970; 0 when the archive states none.
  package var modifiedSeconds: Int64

  package init(index: Int, name: [UInt8], size: Int, modifiedSeconds: Int64) {
    self.index = index
    self.name = name
    self.size = size
    self.modifiedSeconds = modifiedSeconds
  }

  /// The number of bytes that the entry takes in a message.
  package var encodedByteCount: Int { 26 + name.count }
}

/// The encoder of messages about archives. Values that exceed their limits are truncated or
/// clamped, so that encoding never fails.
package enum ArchiveWireWriter {
  package static func encode(_ request: ArchiveRequest) -> [UInt8] {
    var out = FieldWriter(ArchiveWireFormat.messageFormat)
    switch request {
    case .open(let limits, let maxUnrequestedBytes):
      out.write(ArchiveWireFormat.RequestTag.open)
      out.write(count: limits.maxEntries)
      out.write(count: limits.maxTotalNameBytes)
      out.write(count: limits.maxBytesInMemory)
      out.write(count: limits.maxEntryBytes)
      out.write(count: limits.maxTotalBytes)
      out.write(count: maxUnrequestedBytes)
    case .readEntry(let index):
      out.write(ArchiveWireFormat.RequestTag.readEntry)
      out.write(count: index)
    }
    return out.bytes
  }

  package static func encode(_ reply: ArchiveReply) -> [UInt8] {
    var out = FieldWriter(ArchiveWireFormat.messageFormat)
    switch reply {
    case .entries(let entries, let isSequential):
      out.write(ArchiveWireFormat.ReplyTag.entries)
      out.write(isSequential)
      out.write(UInt16(clamping: entries.count))
      for entry in entries {
        out.write(count: entry.index)
        out.write(bytes: entry.name, maxBytes: ArchiveLimits.maxNameBytes)
        out.write(count: entry.size)
        out.write(entry.modifiedSeconds)
      }
    case .listingEnded(let failure):
      out.write(ArchiveWireFormat.ReplyTag.listingEnded)
      out.write(failure != nil)
      if let failure { out.write(failure) }
    case .entryRead(let index, let size):
      out.write(ArchiveWireFormat.ReplyTag.entryRead)
      out.write(count: index)
      out.write(count: size)
    case .entryFailed(let index, let failure):
      out.write(ArchiveWireFormat.ReplyTag.entryFailed)
      out.write(count: index)
      out.write(failure)
    }
    return out.bytes
  }
}

/// The decoder of messages about archives. The bytes are not trusted: every field is checked.
package enum ArchiveWireReader {
  package static func request(from bytes: [UInt8]) throws(WireError) -> ArchiveRequest {
    var input = try FieldReader(bytes, ArchiveWireFormat.messageFormat)
    let request: ArchiveRequest
    switch try input.value(ArchiveWireFormat.RequestTag.self, "tag") {
    case .open:
      let limits = ArchiveLimits(
        maxEntries: try input.count("entries"), maxTotalNameBytes: try input.count("names"),
        maxBytesInMemory: try input.count("memory"), maxEntryBytes: try input.count("entry"),
        maxTotalBytes: try input.count("total"))
      request = .open(limits: limits, maxUnrequestedBytes: try input.count("kept"))
    case .readEntry: request = .readEntry(index: try input.count("index"))
    }
    try input.finish()
    return request
  }

  package static func reply(from bytes: [UInt8]) throws(WireError) -> ArchiveReply {
    var input = try FieldReader(bytes, ArchiveWireFormat.messageFormat)
    let reply: ArchiveReply
    switch try input.value(ArchiveWireFormat.ReplyTag.self, "tag") {
    case .entries:
      let isSequential = try input.flag("streamed")
      let count = Int(try input.integer(UInt16.self))
      guard count <= ArchiveWireFormat.maxEntriesPerMessage else { throw .badField("entries") }
      var entries: [ArchiveEntry] = []
      for _ in 0..<count {
        let index = try input.count("index")
        let name = try input.bytes(maxBytes: ArchiveLimits.maxNameBytes, "name")
        let size = try input.count("size")
        entries.append(
          ArchiveEntry(
            index: index, name: name, size: size, modifiedSeconds: try input.integer(Int64.self)))
      }
      reply = .entries(entries, isSequential: isSequential)
    case .listingEnded: reply = .listingEnded(try input.flag("failed") ? try input.failure() : nil)
    case .entryRead:
      reply = .entryRead(index: try input.count("index"), size: try input.count("size"))
    case .entryFailed: reply = .entryFailed(index: try input.count("index"), try input.failure())
    }
    try input.finish()
    return reply
  }
}

extension FieldWriter {
  fileprivate mutating func write(_ failure: ArchiveFailure) {
    write(failure.kind)
    write(text: failure.detail)
  }
}

extension FieldReader {
  fileprivate mutating func failure() throws(WireError) -> ArchiveFailure {
    let kind = try value(ArchiveFailure.Kind.self, "failure")
    return ArchiveFailure(kind, detail: try sentence("text"))
  }
}
