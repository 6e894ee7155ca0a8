/// The functions that make text from outside safe to display: file names may contain any bytes.
///
/// Control characters of ASCII become control pictures; the other control characters and invalid
/// UTF-8 become U+FFFD, and so do bidirectional controls, with which the name of a program can seem
/// to end in `jpg`.
public enum DisplayText {
  /// The maximum length of displayed text in Unicode scalars; longer text is cut, since shaping it
  /// would take seconds.
  private static let maxLength = 4000

  /// The text that shows a file name, given as bytes, on one line. It is enclosed in bidirectional
  /// isolates, so that the name cannot change the direction of the surrounding text.
  public static func name(_ bytes: some Sequence<UInt8>) -> String {
    name(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// The text that shows a file name on one line. It is enclosed in bidirectional isolates, so that
  /// the name cannot change the direction of the surrounding text.
  public static func name(_ text: String) -> String {
    "\u{2068}" + visible(text, keepsIsolates: false, keepsLines: false) + "\u{2069}"
  }

  /// The text with control characters, bidirectional controls and line separators replaced by
  /// visible characters, and cut with “…” after 4000 Unicode scalars. A left-to-right mark stays
  /// where it begins an isolate that stays.
  ///
  /// - Parameters:
  ///   - keepsIsolates: whether bidirectional isolates are kept, as in the results of `name(_:)`.
  ///   - keepsLines: whether line feeds are kept.
  public static func visible(
    _ text: String, keepsIsolates: Bool = true, keepsLines: Bool = false
  ) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var former: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      guard count < maxLength else {
        result.append("…")
        break
      }
      count += 1
      let beginsIsolate = former == "\u{2066}" || former == "\u{2068}"
      former = scalar
      if keepsIsolates, beginsIsolate, scalar == "\u{200E}" {
        result.append(scalar)
      } else {
        result.append(visibleScalar(scalar, keepsIsolates: keepsIsolates, keepsLines: keepsLines))
      }
    }
    return String(result)
  }

  private static func visibleScalar(
    _ scalar: Unicode.Scalar, keepsIsolates: Bool, keepsLines: Bool
  ) -> Unicode.Scalar {
    switch scalar.value {
    case 0x0A where keepsLines: scalar
    // The control pictures begin at U+2400, in the order of the control characters.
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F: "\u{FFFD}"
    case 0x2028, 0x2029: "\u{2424}"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E: "\u{FFFD}"
    case 0x2066...0x2069: keepsIsolates ? scalar : "\u{FFFD}"
    default: scalar
    }
  }
}
