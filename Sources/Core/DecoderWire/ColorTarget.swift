/// Which colours the pixels of an answer are in.
public enum ColorTarget: Hashable, Sendable {
  /// The numbers of the file, whatever its profile says.
  case untouched
  /// sRGB, from whatever the file says its colours are; a file that says nothing is sRGB.
  case standard
  /// Those of a display. Its ICC profile rides along as the last descriptor: sealed memory of at
  /// most ``WireFormat/mostProfileBytes``, the same for the same `digest`.
  case display(digest: UInt64)
}
