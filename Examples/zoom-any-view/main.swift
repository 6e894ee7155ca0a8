// Zoom any view: a page of text, a drawing and a vector file, sharp at every scale.
import BrowserHost
import Samples

let text = TextPage(
  """
  Whatever has proportions can be a page.

  This one is text. It is set once, in lines of its own width, and drawn in the pixels of the \
  screen at whatever scale it rests: turn the wheel with Ctrl held, pinch, or press +, and read \
  the small print.

  The next page is a closure that draws; the one after it is a file of lines and curves, which \
  the helper draws anew where it is enlarged.
  """, width: 560)

/// A drawing of straight lines whose envelopes are curves.
let drawing = DrawingContent(
  size: Size(width: 1000, height: 1000), background: .white
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

BrowserWindow.run("Zoom any view") { window in
  let pages = MixedPages(
    [.content(text), .content(drawing), .file(Samples.icon)], by: window.pictures)

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.dataSource = pages
  window.show(browser)
}
