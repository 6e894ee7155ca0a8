/// An edit of a file: some bytes are removed, and others inserted in their place.
public struct FileEdit: Hashable, Sendable {
  /// The offset of the first removed byte, in the file as it was before all edits.
  public var offset: Int
  /// The number of bytes that the edit removes.
  public var removedCount: Int
  /// The bytes that the edit inserts in place of the removed ones.
  public var bytes: [UInt8]

  public init(offset: Int, removedCount: Int, bytes: [UInt8]) {
    self.offset = offset
    self.removedCount = removedCount
    self.bytes = bytes
  }

  /// Makes an edit that inserts a text in UTF-8.
  public init(offset: Int, removedCount: Int, text: String) {
    self.init(offset: offset, removedCount: removedCount, bytes: Array(text.utf8))
  }

  /// The maximum number of file edits in one reply.
  public static let maxCount = 24
  /// The maximum number of inserted bytes of one edit in a reply.
  public static let maxBytes = 1000

  /// The contents `bytes` of a file after all `edits`, which are sorted by offset; nil when edits
  /// overlap or exceed the file, as only a compromised decoder would send them.
  public static func apply(_ edits: [FileEdit], to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    for edit in edits {
      guard edit.offset >= position, edit.removedCount >= 0, edit.offset <= bytes.count,
        edit.removedCount <= bytes.count - edit.offset
      else { return nil }
      result += bytes[position..<edit.offset]
      result += edit.bytes
      position = edit.offset + edit.removedCount
    }
    result += bytes[position...]
    return result
  }
}
