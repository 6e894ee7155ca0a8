/// A colour in sRGB with opacity, not premultiplied; components are 0 to 1.
public struct Color: Hashable, Sendable {
  /// The red component, 0 to 1.
  public var red: Double
  /// The green component, 0 to 1.
  public var green: Double
  /// The blue component, 0 to 1.
  public var blue: Double
  /// The opacity, 0 (transparent) to 1 (opaque).
  public var alpha: Double

  /// Makes a colour from its components. Those outside 0…1 are clamped; NaN becomes 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = Self.clamp(red)
    self.green = Self.clamp(green)
    self.blue = Self.clamp(blue)
    self.alpha = Self.clamp(alpha)
  }

  /// Makes a grey from its brightness in sRGB (0 is black, 1 is white) and its opacity.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Parses a colour of CSS: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a basic colour name,
  /// ignoring case.
  ///
  /// - Returns: nil for any other text.
  public init?(parsing text: String) {
    let lowered = text.lowercased()
    if let named = Self.named[lowered] {
      self = named
      return
    }
    guard lowered.first == "#" else { return nil }
    let digits = lowered.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == lowered.utf8.count - 1 else { return nil }
    let parts: [Int]
    switch digits.count {
    case 3, 4: parts = digits.map { $0 * 17 }
    case 6, 8:
      parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    let unit = parts.map { Double($0) / 255 }
    self.init(
      red: unit[0], green: unit[1], blue: unit[2], alpha: unit.count == 4 ? unit[3] : 1)
  }

  public static let black = Color(white: 0)
  public static let white = Color(white: 1)
  /// The fully transparent colour.
  public static let clear = Color(white: 0, alpha: 0)

  /// The colour with its opacity multiplied by `factor`.
  public func opacity(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// The opaque result of blending this colour, with the opacity `alpha` instead of its own, over
  /// the colour `other`, whose opacity is ignored.
  public func over(_ other: Color, _ alpha: Double) -> Color {
    let a = min(1, max(0, alpha))
    return Color(
      red: red * a + other.red * (1 - a), green: green * a + other.green * (1 - a),
      blue: blue * a + other.blue * (1 - a))
  }

  /// The colour that has the same effect as the colour `other` with this colour drawn over it.
  package func blended(over other: Color) -> Color {
    let below = other.alpha * (1 - alpha)
    let sum = alpha + below
    guard sum > 0 else { return .clear }
    func mixed(_ a: Double, _ b: Double) -> Double { (a * alpha + b * below) / sum }
    return Color(
      red: mixed(red, other.red), green: mixed(green, other.green),
      blue: mixed(blue, other.blue), alpha: sum)
  }

  /// The colour as a pixel of a bitmap: premultiplied, with 8 bits for each component, 0xAARRGGBB.
  public var premultiplied: UInt32 {
    func byte(_ v: Double) -> UInt32 { UInt32((v * 255).rounded()) }
    return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8
      | byte(blue * alpha)
  }

  /// The colours by their names in lower case: the sixteen of HTML 4, "grey", "transparent" and
  /// "none".
  private static let named: [String: Color] = [
    "black": .black, "white": .white, "transparent": .clear, "none": .clear,
    "silver": Color(white: 192.0 / 255), "gray": Color(white: 128.0 / 255),
    "grey": Color(white: 128.0 / 255),
    "red": Color(red: 1, green: 0, blue: 0), "maroon": Color(red: 128.0 / 255, green: 0, blue: 0),
    "lime": Color(red: 0, green: 1, blue: 0), "green": Color(red: 0, green: 128.0 / 255, blue: 0),
    "blue": Color(red: 0, green: 0, blue: 1), "navy": Color(red: 0, green: 0, blue: 128.0 / 255),
    "yellow": Color(red: 1, green: 1, blue: 0),
    "olive": Color(red: 128.0 / 255, green: 128.0 / 255, blue: 0),
    "aqua": Color(red: 0, green: 1, blue: 1),
    "teal": Color(red: 0, green: 128.0 / 255, blue: 128.0 / 255),
    "fuchsia": Color(red: 1, green: 0, blue: 1),
    "purple": Color(red: 128.0 / 255, green: 0, blue: 128.0 / 255),
  ]

  private static func clamp(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
}
