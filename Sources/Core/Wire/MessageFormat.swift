/// The constants of a protocol between the viewer and one kind of helper.
///
/// A message is one packet: magic number and version, then the fields in the order of the writer,
/// little-endian, without padding. A string is a 16-bit byte count followed by UTF-8.
package struct MessageFormat: Sendable {
  /// The first four bytes of a message.
  let magic: UInt32
  /// The version of the layout; both sides must have the same.
  let version: UInt16
  /// The maximum length of a message, in bytes.
  let maxMessageBytes: Int
  /// The maximum length of a sentence or a name in a message, in bytes.
  let maxTextBytes: Int
  /// The maximum width or height of any size, in pixels; at most the maximum of `UInt32`.
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

/// The reason why bytes are not a valid message.
public enum WireError: Error, Hashable, Sendable {
  /// The bytes end inside a field, more bytes follow the last field, or the message is too long.
  case wrongLength
  /// The first four bytes are not those of the protocol.
  case wrongMagic
  /// The message has another version; the payload is that version.
  case wrongVersion(UInt16)
  /// A field has an invalid value; the payload is the name of the field.
  case badField(String)
}
