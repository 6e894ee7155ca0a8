import ArgumentParser
package import Geometry
package import Pixels

/// A window geometry as in X11: `WxH`, `WxH+X+Y` or `+X+Y`, in pixels. `-X` and `-Y` are the
/// distances of the right and bottom edges of the window from those of the screen.
nonisolated package struct WindowGeometry: ExpressibleByArgument, Hashable {
  /// The maximum width or height of a window in pixels, a limit of the X11 protocol.
  private static let maxSide = 32767

  var width: Int?
  var height: Int?
  var x: Int?
  var y: Int?

  /// The top left corner of a window of `size` on a screen, in pixels; nil when the argument has no
  /// position.
  package func origin(of size: PixelSize, on screen: Size) -> Point? {
    guard let x, let y else { return nil }
    return Point(
      x: isFromRight ? screen.width - Double(size.width - x) : Double(x),
      y: isFromBottom ? screen.height - Double(size.height - y) : Double(y))
  }

  private var isFromRight = false
  private var isFromBottom = false

  package init?(argument: String) {
    var rest = Substring(argument)
    if let first = rest.first, first.isNumber {
      guard let cross = rest.firstIndex(where: { $0 == "x" || $0 == "X" }) else { return nil }
      guard let w = Int(rest[..<cross]), w > 0, w <= Self.maxSide else { return nil }
      rest = rest[rest.index(after: cross)...]
      let end = rest.firstIndex { !$0.isNumber } ?? rest.endIndex
      guard let h = Int(rest[..<end]), h > 0, h <= Self.maxSide else { return nil }
      width = w
      height = h
      rest = rest[end...]
    }
    guard !rest.isEmpty else {
      if width == nil { return nil }
      return
    }
    guard let (px, afterX) = Self.parseOffset(rest), let (py, afterY) = Self.parseOffset(afterX),
      afterY.isEmpty
    else { return nil }
    x = px
    y = py
    isFromRight = rest.first == "-"
    isFromBottom = afterX.first == "-"
  }

  private static func parseOffset(_ text: Substring) -> (Int, Substring)? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst()
    let end = digits.firstIndex { !$0.isNumber } ?? digits.endIndex
    guard let value = Int(digits[..<end]), value <= maxSide else { return nil }
    return (sign == "-" ? -value : value, digits[end...])
  }
}
