// Several kinds of cells: photos, a drawn page after every third photo, and an end card.
import BrowserHost
import Samples

/// A page without a picture: a coloured area with a word. It moves and fades as a whole.
final class Poster: View, BrowserCell {
  var word = ""

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillGradient(
      bounds, top: Color(red: 0.86, green: 0.32, blue: 0.22),
      bottom: Color(red: 0.95, green: 0.62, blue: 0.24))
    let text = TextLayout(word, style: TextStyle(size: bounds.height * 0.16, weight: .bold))
    let corner = Point(
      x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2)
    canvas.draw(text, at: corner, .white)
  }
}

BrowserWindow.run("Several kinds of cells") { window in
  let pictures = Samples.landscapes(6)
  let isPoster = { (index: Int) in index % 4 == 3 }
  let photo = PageList.CellKind.photo
  let poster = PageList.CellKind(Poster.self) { Poster() }

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(count: { 8 }, kind: { isPoster($0) ? poster : photo }) { page in
    if let poster = page.cell as? Poster {
      poster.word = "Pause"
      poster.setNeedsDisplay()
    } else {
      page.photo?.content = .picture(pictures[page.index - page.index / 4])
    }
  }
  browser.pages?.endCard = PageList.EndCard("More +", message: "You have seen all of it.") {
    window.showToast("There is no more")
  }
  window.show(browser)
}
