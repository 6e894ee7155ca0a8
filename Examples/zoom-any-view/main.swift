// Zoom any view: a page of text, a drawing and a vector file, sharp at every scale.
import BrowserHost
import Samples

/// Two pages drawn by the program, and a file.
final class Anything: FilePages {
  private static let file = 2

  private let text = TextPage(
    """
    Whatever has proportions can be a page.

    This one is text. It is set once, in lines of its own width, and drawn in the pixels of the \
    screen at whatever scale it rests: turn the wheel with Ctrl held, pinch, or press +, and read \
    the small print.

    The next page is a closure that draws; the one after it is a file of lines and curves, which \
    the helper draws anew where it is enlarged.
    """, width: 560)

  /// Straight lines whose envelope looks like curves.
  private let drawing = DrawingContent(
    size: Size(width: 1000, height: 1000), paper: .white
  ) { canvas, _ in
    let middle = Point(x: 500, y: 500)
    for (dx, dy) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      for step in stride(from: 0.0, through: 450, by: 15) {
        var line = Path()
        line.move(middle.x + dx * step, middle.y)
        line.line(middle.x, middle.y + dy * (450 - step))
        let share = step / 450
        let color = Color(red: 0.15 + 0.75 * share, green: 0.25, blue: 0.85 - 0.7 * share)
        canvas.stroke(line, width: 1.5, color)
      }
    }
  }

  override func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    switch index {
    case 0: (cell as? PhotoCell)?.content = .zoomable(text)
    case 1: (cell as? PhotoCell)?.content = .zoomable(drawing)
    default: super.browser(browser, reload: cell, at: index)
    }
  }

  override func browser(_ browser: Browser, prefetch indices: [Int]) {
    super.browser(browser, prefetch: indices.filter { $0 == Self.file })
  }
}

BrowserWindow.run("Zoom any view") { window in
  let pages = Anything(["text", "drawing", Samples.icon], by: window.pictures)

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.dataSource = pages
  window.show(browser)
}
