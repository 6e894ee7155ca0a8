// Several kinds of cells: photos, a drawn page after every third photo, and an end card.
import BrowserHost
import Samples

/// A page without a picture: a coloured area with a text. It moves and fades as a whole.
final class TextCard: View, BrowserCell {
  var text = ""

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fillGradient(
      bounds, top: Color(red: 0.86, green: 0.32, blue: 0.22),
      bottom: Color(red: 0.95, green: 0.62, blue: 0.24))
    let text = TextLayout(text, style: TextStyle(size: bounds.height * 0.16, weight: .bold))
    let corner = Point(
      x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2)
    canvas.draw(text, at: corner, .white)
  }
}

BrowserWindow.run("Several kinds of cells") { window in
  let pictures = Samples.landscapes(6)
  let isCard = { (index: Int) in index % 4 == 3 }
  let photo = PageList.CellKind.photo
  let card = PageList.CellKind(TextCard.self) { TextCard() }

  let browser = Browser()
  browser.indicator = NumberPageIndicator()
  browser.pages = PageList(count: { 8 }, kind: { isCard($0) ? card : photo }) { page in
    if let card = page.cell as? TextCard {
      card.text = "Pause"
      card.setNeedsDisplay()
    } else {
      page.photo?.content = .picture(pictures[page.index - page.index / 4])
    }
  }
  browser.pages?.endCard = PageList.EndCard("More +", message: "You have seen all of it.") {
    window.showToast("There is no more")
  }
  window.show(browser)
}
