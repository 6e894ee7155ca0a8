// Loading progress: a slow loader of the program; the third picture never finishes.
import BrowserHost
import Samples

/// A loader that paints landscapes and reports progress as if each were downloaded slowly.
final class SlowLoader: PictureLoader {
  private let window: BrowserWindow

  init(_ window: BrowserWindow) { self.window = window }

  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    let load = SlowLoad(Int(request.name) ?? 0, in: window, update: update)
    load.step()
    return Picture.Load { load.timer = nil }
  }

  private final class SlowLoad {
    var timer: Picture.Load?
    private let number: Int
    private let window: BrowserWindow
    private let update: (Picture.Update) -> Void
    private var share = 0.0

    init(_ number: Int, in window: BrowserWindow, update: @escaping (Picture.Update) -> Void) {
      self.number = number
      self.window = window
      self.update = update
    }

    func step() {
      let end = number == 2 ? 0.62 : 1
      share = min(end, share + 0.04)
      guard share < 1 else {
        return update(.finished(Samples.landscapes(1, from: number)[0]))
      }
      update(.progress(Picture.Progress(share: share)))
      if share < end { timer = window.after(0.05) { [weak self] in self?.step() } }
    }
  }
}

BrowserWindow.run("Loading progress") { window in
  let pages = PicturePages(
    (0..<9).map { Picture.Levels(screen: "\($0)") }, loader: SlowLoader(window))

  let browser = Browser()
  browser.indicator = DotPageIndicator()
  browser.dataSource = pages

  let grid = ThumbnailGrid(sections: [
    ThumbnailGrid.Section((0..<9).map { _ in ThumbnailGrid.Thumbnail() })
  ])
  grid.onOpen = { window.present(browser, at: $0, over: grid) }
  window.show(grid)
}
