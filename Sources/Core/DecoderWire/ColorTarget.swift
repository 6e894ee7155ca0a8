/// The colour space of the pixels that the decoder sends.
public enum ColorTarget: Hashable, Sendable {
  /// The colour values stored in the file, without conversion.
  case untouched
  /// sRGB, converted from the colour space of the file; a file that names none is taken as sRGB.
  case standard
  /// The colour space of a display. Its ICC profile is sent as the last descriptor of the request:
  /// sealed memory of at most ``DecoderWireFormat/maxProfileBytes`` bytes. Profiles of equal
  /// `digest` have equal contents.
  case display(digest: UInt64)
}
