package import Drawing
package import Geometry

/// The drawing of a shortcut: a key cap for each key, or a text for a gesture.
package struct KeyCaps {
  /// A key or a gesture in the drawing of a shortcut.
  package enum CapOrGesture: Hashable, Sendable {
    /// A key with its English name, which is translated when it is drawn.
    case key(String)
    /// The translated description of a movement of the pointer or of a gesture.
    case gesture(String)

    fileprivate var text: String {
      switch self {
      case .key(let text): KeyNames.displayName(of: text)
      case .gesture(let text): text
      }
    }
  }

  /// The keys and gestures from left to right.
  package let parts: [CapOrGesture]
  private let height: Double
  private var texts: [CachedText?]

  /// The lengths, as multiples of a key cap's height, and the colours.
  private enum KeyCapsStyle {
    static let fontSizeRatio = 0.56
    static let paddingRatio = 0.30
    static let radiusRatio = 0.26
    static let gapRatio = 0.16
    static let gestureGapRatio = 0.30
    static var background: Color { Chrome.fill(0.085) }
    static var edge: Color { Chrome.line(0.15) }
    /// The colour of the lower edge, which makes the rectangle look like a key.
    static var lowerEdge: Color { Chrome.line(0.16) }
    static var labelColor: Color { Chrome.fill(0.86) }
  }

  /// The height, in points, of key caps beside text of 13 to 14 points.
  package static let defaultHeight = 22.0

  /// Makes the drawing of keys and gestures.
  ///
  /// - Parameter height: The height of a key cap, in points. Default: ``defaultHeight``.
  package init(_ parts: [CapOrGesture], height: Double = defaultHeight) {
    self.parts = parts
    self.height = height
    texts = Array(repeating: nil, count: parts.count)
  }

  package init(keys: [String], height: Double = defaultHeight) {
    self.init(keys.map(CapOrGesture.key), height: height)
  }

  /// The size of the drawing at a UI scale, in device pixels.
  package mutating func size(at scale: Double) -> Size {
    guard !parts.isEmpty else { return .zero }
    let widths = parts.indices.map { width(of: $0, scale) }
    let gaps = parts.indices.dropFirst().map { gap(before: $0, scale) }
    return Size(
      width: widths.reduce(0, +) + gaps.reduce(0, +), height: (height * scale).rounded())
  }

  /// Draws the keys and gestures with their top left corner at `corner`, rounded to whole pixels.
  /// They are not mirrored: the modifier key is at the left in every language.
  package mutating func draw(in canvas: Canvas, at corner: Point, scale: Double) {
    let frame = Rect(origin: corner, size: size(at: scale)).snapped
    canvas.unmirrored(frame) { drawCaps(in: canvas, at: frame.origin, scale: scale) }
  }

  private mutating func drawCaps(in canvas: Canvas, at corner: Point, scale: Double) {
    let side = (height * scale).rounded()
    var x = corner.x.rounded()
    let y = corner.y.rounded()
    for index in parts.indices {
      if index > 0 { x += gap(before: index, scale) }
      let box = Rect(x: x, y: y, width: width(of: index, scale), height: side)
      if case .key = parts[index] { drawCap(box, in: canvas, scale: scale) }
      let text = layout(index, scale)
      canvas.draw(
        text,
        at: Point(
          x: (box.midX - text.size.width / 2).rounded(),
          y: (box.midY - text.size.height / 2).rounded()),
        color(of: parts[index]))
      x = box.maxX
    }
  }

  private func drawCap(_ box: Rect, in canvas: Canvas, scale: Double) {
    let radius = (KeyCapsStyle.radiusRatio * height * scale).rounded()
    let line = Chrome.lineWidth(at: scale)
    canvas.fillRounded(box, radius: radius, KeyCapsStyle.background)
    canvas.saved {
      canvas.clip(to: Rect(x: box.minX, y: box.maxY - 2 * line, width: box.width, height: 2 * line))
      canvas.fillRounded(box, radius: radius, KeyCapsStyle.lowerEdge)
    }
    canvas.strokeRounded(box, radius: radius, width: line, KeyCapsStyle.edge)
  }

  private func color(of part: CapOrGesture) -> Color {
    switch part {
    case .key: KeyCapsStyle.labelColor
    case .gesture: Chrome.secondaryText
    }
  }

  private func gap(before index: Int, _ scale: Double) -> Double {
    switch (parts[index - 1], parts[index]) {
    case (.key, .key): (KeyCapsStyle.gapRatio * height * scale).rounded()
    default: (KeyCapsStyle.gestureGapRatio * height * scale).rounded()
    }
  }

  private mutating func width(of index: Int, _ scale: Double) -> Double {
    let text = layout(index, scale).size.width
    guard case .key = parts[index] else { return text }
    let side = (height * scale).rounded()
    return max(side, (text + 2 * KeyCapsStyle.paddingRatio * height * scale).rounded(.up))
  }

  private mutating func layout(_ index: Int, _ scale: Double) -> TextLayout {
    CachedText.layout(
      &texts[index], parts[index].text,
      TextStyle(size: KeyCapsStyle.fontSizeRatio * height * scale, weight: .medium), maxWidth: nil,
      flow: .line)
  }
}
