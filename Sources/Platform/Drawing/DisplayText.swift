/// Makes text from outside safe to show: file names may hold any bytes.
///
/// Bytes that are no UTF-8 become U+FFFD, control characters become their visible pictures, and
/// bidirectional controls, with which a program's name can be made to end in `jpg`, become U+FFFD.
public enum DisplayText {
  /// Longer text is cut, in Unicode scalars: nobody reads more, and shaping it would take seconds.
  private static let longest = 4000

  /// A file's name, on one line, isolated so that it cannot change the direction of a sentence
  /// around it.
  public static func name(_ bytes: some Sequence<UInt8>) -> String {
    name(String(decoding: Array(bytes), as: UTF8.self))
  }

  /// A file's name, on one line, isolated so that it cannot change the direction of a sentence
  /// around it.
  public static func name(_ text: String) -> String {
    "\u{2068}" + visible(text, keepsIsolates: false, keepsLines: false) + "\u{2069}"
  }

  /// Text with everything invisible or treacherous made visible.
  ///
  /// - Parameters:
  ///   - keepsIsolates: true to let isolates through, as `name(_:)` makes them.
  ///   - keepsLines: true to let line feeds through.
  public static func visible(
    _ text: String, keepsIsolates: Bool = true, keepsLines: Bool = false
  ) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longest else {
        result.append("…")
        break
      }
      count += 1
      result.append(shown(scalar, keepsIsolates: keepsIsolates, keepsLines: keepsLines))
    }
    return String(result)
  }

  private static func shown(
    _ scalar: Unicode.Scalar, keepsIsolates: Bool, keepsLines: Bool
  ) -> Unicode.Scalar {
    switch scalar.value {
    case 0x0A where keepsLines: scalar
    // U+2400… hold a picture for each control character.
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
