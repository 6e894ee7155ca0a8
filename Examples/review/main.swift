// Review: a comment on each picture, in a strip that disappears during a pull-down.
import BrowserHost
import Samples

BrowserWindow.run("Review") { window in
  let pictures = Samples.landscapes(9)
  let hours = [
    "on a clear morning", "at noon", "on a warm afternoon", "in the evening", "in the moonlight",
  ]

  let browser = Browser()
  browser.pages = PageList(pictures)
  browser.indicator = NumberPageIndicator()
  let strip = CaptionStrip { index in
    Caption(
      "\(index + 14) June",
      text: "Hills, \(hours[index % hours.count]). Nobody was about but the one who painted them.")
  }
  strip.background = .panel
  strip.minHeight = 160
  browser.addOverlay(strip)
  browser.addOverlay(CloseButton())

  let grid = ThumbnailGrid(pictures)
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}
