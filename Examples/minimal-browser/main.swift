// Minimal browser: five pages of the program's own in a window, with as little code as possible.
import BrowserHost

func paint(hue: Double) -> Bitmap {
  Bitmap.drawn(PixelSize(width: 1200, height: 800), isOpaque: true) { canvas in
    let top = Color(red: hue, green: 0.4, blue: 1 - hue)
    canvas.fillGradient(canvas.bounds, top: top, bottom: Color(red: 1, green: 0.8, blue: hue))
    canvas.fillPie(center: canvas.bounds.center, radius: 200, from: 0, sweep: 0.8 + 5 * hue, .white)
  }
}

BrowserWindow.run("Album") { window in
  let browser = Browser()
  browser.pages = PageList(count: { 5 }) { page in
    page.photo?.content = .picture(Picture(paint(hue: Double(page.index) / 5)))
  }
  browser.indicator = DotPageIndicator()
  window.show(browser)
}
