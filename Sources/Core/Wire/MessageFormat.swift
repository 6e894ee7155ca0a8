/// The constants of a message format between the viewer and one kind of helper process.
///
/// A message is one packet: magic number and version, then the fields in the order in which the
/// writer writes them, little-endian, without padding. A string is a byte count of 16 bits followed
/// by UTF-8.
package struct MessageFormat: Sendable {
  /// The first four bytes of every message in this format.
  let magic: UInt32
  /// The version of the format, which must be the same in both processes.
  let version: UInt16
  /// The maximum length of a message in this format, in bytes.
  let maxMessageBytes: Int
  /// The maximum length of a sentence or a name in a message, in bytes.
  let maxTextBytes: Int
  /// The maximum width or height of any size in a message, in pixels; at most the maximum of
  /// `UInt32`.
  let maxExtent: Int

  package init(
    magic: UInt32, version: UInt16, maxMessageBytes: Int, maxTextBytes: Int, maxExtent: Int
  ) {
    self.magic = magic
    self.version = version
    self.maxMessageBytes = maxMessageBytes
    self.maxTextBytes = maxTextBytes
    self.maxExtent = maxExtent
  }
}

/// The reason why bytes are not a valid message between viewer and helper.
public enum WireError: Error, Hashable, Sendable {
  /// The bytes end inside a field, more bytes follow the last field, or the message is too long.
  case wrongLength
  /// The first four bytes are not the magic number of the message format.
  case wrongMagic
  /// The message has another version of the format; the payload is that version.
  case wrongVersion(UInt16)
  /// A field has an invalid value; the payload is the name of the field.
  case badField(String)
}
