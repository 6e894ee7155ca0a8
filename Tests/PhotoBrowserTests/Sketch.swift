import PhotoBrowser

/// Drawn contents that are no pictures.
@MainActor enum Sketch {
  static let black = Color(white: 0)
  static let white = Color(white: 1)

  /// A content that is white on the left and black from `edge` on.
  static func edge(at edge: Double, _ width: Double = 60, _ height: Double = 40) -> DrawingContent {
    DrawingContent(size: Size(width: width, height: height), background: white) { canvas, _ in
      canvas.fill(Rect(x: edge, y: 0, width: width - edge, height: height), black)
    }
  }

  /// A dial, drawn with curves.
  static func dial(_ side: Double = 120, background: Color? = white) -> DrawingContent {
    DrawingContent(size: Size(width: side, height: side), background: background) { canvas, _ in
      drawDial(side, in: canvas)
    }
  }

  static func drawDial(_ side: Double, in canvas: Canvas) {
    let middle = Point(x: side / 2, y: side / 2)
    for step in 0..<12 {
      canvas.fillPie(
        center: middle, radius: side * 0.45, from: Double(step) * .pi / 6, sweep: .pi / 12,
        Color(red: 0.1 + Double(step) * 0.07, green: 0.45, blue: 0.9 - Double(step) * 0.06))
    }
    canvas.strokeArc(center: middle, radius: side * 0.47, width: side * 0.02, Color(white: 0.2))
  }

  static let text = """
    The thing one shows
    Anything with proportions can be a page: it is fitted, zoomed at the point under the hand, \
    moved, flown from its thumbnail and pulled away, like a picture.
    A page of text is set once, in lines of its own width. At rest its letters are as sharp as the \
    screen, however far it was enlarged; while it moves its pixels move.
    """
}
