// View original: pages show a small picture, and a button shows the download size of the original.
import BrowserHost
import Samples

/// A loader that paints landscapes in two sizes, the large one after a second.
final class TwoSizeLoader: PictureLoader {
  private let window: BrowserWindow

  init(_ window: BrowserWindow) { self.window = window }

  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    let number = Int(request.name) ?? 0
    guard request.level == .original else {
      update(.finished(Samples.landscapes(1, from: number, width: 90, height: 60)[0]))
      return Picture.Load()
    }
    return window.after(1) { update(.finished(Samples.landscapes(1, from: number)[0])) }
  }
}

BrowserWindow.run("View original") { window in
  let numbers = (0..<9).map { "\($0)" }
  let pages = PicturePages(
    numbers.map { number in
      Picture.Levels(
        screen: number, original: Picture.Levels.Original(number, byteCount: 2_880_000),
        naturalSize: PixelSize(width: 1200, height: 800))
    }, loader: TwoSizeLoader(window))

  let browser = Browser()
  browser.dataSource = pages
  let button = ViewOriginalButton { pages.offer(at: $0) }
  button.onRequest = { pages.viewOriginal(at: $0) }
  pages.onOfferChange = { [unowned button] _, _ in button.refresh() }
  browser.addOverlay(button)

  let grid = ThumbnailGrid(Samples.landscapes(9, width: 90, height: 60))
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}
