/// The colour space of the pixels of a reply.
public enum ColorTarget: Hashable, Sendable {
  /// The values of the file, without colour conversion.
  case untouched
  /// sRGB, converted from the colour space of the file; a file without one is taken as sRGB.
  case standard
  /// The colour space of a display. Its ICC profile is sent as the last descriptor: sealed memory
  /// of at most ``WireFormat/maxProfileBytes``, with the same content for the same `digest`.
  case display(digest: UInt64)
}
