import BrowserHost
import Glibc

/// The programs of the article on the first steps; each closure is the whole of one.
enum Programs {
  @MainActor static func painted() {
    // snippet: first-program
    BrowserWindow.run("Album") { window in
      let browser = Browser()
      browser.pages = PageList(count: { 5 }) { page in
        let bitmap = Bitmap.drawn(PixelSize(width: 1200, height: 800), isOpaque: true) { canvas in
          let top = Color(red: Double(page.index) / 5, green: 0.4, blue: 0.7)
          canvas.fillGradient(canvas.bounds, top: top, bottom: .white)
        }
        page.photo?.content = .picture(Picture(bitmap))
      }
      browser.indicator = DotPageIndicator()
      window.show(browser)
    }
    // end
  }

  @MainActor static func files(paths: [String]) {
    // snippet: file-program
    BrowserWindow.run("Holidays") { window in
      let browser = Browser()
      let pages = FilePages(paths, by: window.pictures)
      browser.dataSource = pages
      window.show(browser)
    }
    // end
  }

  @MainActor static func grid(paths: [String]) {
    // snippet: grid-program
    BrowserWindow.run("Holidays") { window in
      let browser = Browser()
      let pages = FilePages(paths, by: window.pictures)
      browser.dataSource = pages

      let grid = ThumbnailGrid(files: paths, by: window.pictures)
      grid.onOpen = { window.present(browser, at: $0, over: grid) }
      window.show(grid)
    }
    // end
  }

  @MainActor static func removal(browser: Browser, pages: FilePages, grid: ThumbnailGrid) {
    // snippet: remove-picture
    let remove = { [weak browser] in
      guard let browser else { return }
      let index = browser.pageIndex
      pages.paths.remove(at: index)
      grid.removeItem(at: index)
      browser.removeItem(at: index, animated: true)
    }
    browser.hooks.key = { key in
      guard key.name == .delete, key.isPress else { return false }
      remove()
      return true
    }
    // end
  }

  @MainActor static func mixed(window: BrowserWindow, browser: Browser, painted: Picture) {
    // snippet: mixed-pages
    let note = PageList.CellKind(NoteCell.self) { NoteCell() }
    browser.dataSource = MixedPages(
      [
        .file("holidays/waves.gif"),
        .file("https://example.com/picture.jpg"),
        .picture(painted),
        .cell(note) { page in (page.cell as? NoteCell)?.note = "The end" },
      ], by: window.pictures)
    browser.options.tuning.axis = .vertical
    // end
  }

  @MainActor static func downloads(
    window: BrowserWindow, download: @escaping @MainActor (String) async throws -> String
  ) -> any PictureLoader {
    // snippet: downloading-loader
    let files = window.pictures
    let loader = AsyncPictureLoader { request, update in
      var local = request
      local.name = try await download(request.name)
      return try await files.picture(for: local, update: update)
    }
    // end
    return loader
  }

  @MainActor static func banner(_ pictures: [Picture]) {
    // snippet: banner
    let banner = BannerView()
    let kind = PageList.CellKind(BannerView.Cell.self) { BannerView.Cell() }
    banner.browser.pages = PageList(count: { pictures.count }, kind: { _ in kind }) { page in
      (page.cell as? BannerView.Cell)?.picture = pictures[page.index]
    }
    banner.isLooping = true
    banner.interval = 3
    // end
  }

  @MainActor static func tabs(window: BrowserWindow, home: View, news: View, detail: View) {
    // snippet: tabs
    let tabs = SceneContainer([
      SceneContainer.Tab(ViewScene(home, title: "Home"), icon: .tiles),
      SceneContainer.Tab(ViewScene(news, title: "News"), icon: .clock),
    ])
    window.show(tabs)

    window.push(ViewScene(detail, title: "Detail"))
    // end

    // snippet: choose-scene-animator
    tabs.animator = ZoomThrough()
    window.push(ViewScene(detail, title: "Detail"), by: ZoomThrough())
    // end
  }

  @MainActor static func windows(grid: ThumbnailGrid, pages: PageList) {
    // snippet: several-windows
    BrowserWindow.run("Album") { window in
      grid.onOpen = { index in
        _ = try? window.application?.openWindow("Picture") { other in
          let browser = Browser()
          browser.pages = pages
          browser.pageIndex = index
          other.show(browser)
        }
      }
      window.show(grid)
    }
    // end
  }

  @MainActor static func ownLoop(browser: Browser, socket: Int32, read: () -> Void) throws {
    // snippet: own-loop
    let application = try BrowserApplication()
    var isRunning = true
    application.onEnd = { _ in isRunning = false }
    try application.openWindow("Album") { $0.show(browser) }

    var sources = [application.fileDescriptor, socket].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while isRunning {
      let limit = application.prepareToWait()
      poll(&sources, 2, limit.map { Int32(($0 * 1000).rounded(.up)) } ?? -1)
      if sources[1].revents != 0 { read() }
      application.dispatch()
    }
    // end
  }
}

// snippet: own-scene-animator
/// Fades in the new scene at a larger size, while the old one shrinks.
struct ZoomThrough: SceneAnimator {
  func plan(_ context: SceneTransitionPlan.Context) -> SceneTransitionPlan? {
    SceneTransitionPlan { progress in
      SceneTransitionPlan.State(
        from: .init(scale: 1 - 0.1 * progress, alpha: 1 - progress),
        to: .init(scale: 1.2 - 0.2 * progress, alpha: progress))
    }
  }

  func timing(in context: SceneTransitionPlan.Context) -> TransitionTiming { .easeInOut(0.35) }
}
// end
