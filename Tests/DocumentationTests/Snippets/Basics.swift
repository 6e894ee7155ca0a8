import PhotoBrowser

/// An album of bitmaps.
private final class Album: BrowserDataSource {
  var pictures: [Bitmap] = []

  // snippet: data-source
  func numberOfItems(in browser: Browser) -> Int { pictures.count }

  func browser(_ browser: Browser, reload cell: any BrowserCell, at index: Int) {
    (cell as? PhotoCell)?.content = .picture(Picture(pictures[index]))
  }
  // end
}

/// The frames of a window that the host made itself.
@MainActor private func ownWindow(browser: Browser, buffer: PixelBuffer, time: FrameTime) {
  // snippet: own-window
  let stage = Stage(size: Size(width: 900, height: 600))
  browser.fillsParent = true
  stage.root.add(browser)
  // end

  // snippet: one-frame
  stage.update(at: time)
  stage.draw(into: buffer, repaint: stage.damage)
  // end
}

@MainActor private func pages(album: Album, browser: Browser, sections: [[Bitmap]]) {
  // snippet: page-list
  browser.pages = PageList(count: { album.pictures.count }) { page in
    page.photo?.content = .picture(Picture(album.pictures[page.index]))
  }
  // end

  // snippet: sections
  let more = PageList.EndCard("Next album") { [weak browser] in
    browser?.scrollToPage(0, animated: true)
  }
  browser.pages = PageList(
    sections: { PageList.Sections(counts: sections.map(\.count)) }, endCard: more
  ) { page, indexPath in
    page.photo?.content = .picture(Picture(sections[indexPath.section][indexPath.item]))
  }
  // end

  // snippet: need-more
  browser.hooks.needsMore = { [weak browser] count in
    album.pictures += album.pictures.prefix(10)
    browser?.insertItems(album.pictures.count - count, at: count)
  }
  // end
}

@MainActor private func liveChange(album: Album, browser: Browser, picture: Bitmap) {
  // snippet: live-change
  album.pictures.insert(picture, at: 0)
  browser.insertItems(1, at: 0)

  album.pictures.remove(at: browser.pageIndex)
  browser.removeItem(at: browser.pageIndex)
  // end
}

// snippet: loader
/// A loader that paints its pictures.
final class Painter: PictureLoader {
  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    let side = request.level == .original ? 2000 : 500
    let bitmap = Bitmap.drawn(PixelSize(width: side, height: side)) { canvas in
      canvas.fillGradient(canvas.bounds, top: .white, bottom: .black)
    }
    update(.finished(Picture(bitmap)))
    return Picture.Load()
  }
}
// end

@MainActor private func asynchronous(
  download: @escaping @MainActor (String) async throws -> Bitmap
) -> any PictureLoader {
  // snippet: async-loader
  let loader = AsyncPictureLoader { request, update in
    Picture(try await download(request.name))
  }
  // end
  return loader
}

@MainActor private func pulling(browser: Browser) {
  // snippet: pull-hooks
  browser.hooks.pull = { scale, _ in print("pulled down, scale \(scale)") }
  browser.hooks.didEndPull = { print($0 ? "closes" : "returns") }
  // end
}
