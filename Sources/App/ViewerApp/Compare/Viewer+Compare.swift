import BrowserCore
import BrowserHost
import GalleryCore
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid

/// Comparing photos beside each other.
extension Viewer {
  /// The comparison if it is the front scene and does not leave.
  var frontCompare: CompareScene? {
    guard let compare, !compare.isLeaving, view?.scene === compare else { return nil }
    return compare
  }

  /// Compares the selected photos of the grid, or the photo on the page with the next one. A single
  /// photo with the focus in the grid is compared with the next one, too.
  func comparePhotos() {
    guard let view, view.stack?.isAtRest ?? false, compare == nil else { return }
    if let visit, view.scene === visit {
      guard !visit.isLeaving else { return }
      visit.browser.stopSlideshow()
      let pages = Self.pair(with: visit.browser.pageIndex, count: visit.browser.pageCount)
      let size = visit.browser.state.zoom(of: visit.browser.pageIndex).content
      open(
        pages, of: visit.source.files, aspectRatio: size.isEmpty ? nil : size.aspectRatio,
        over: .page(visit), files: visit.versions.photos.files)
    } else if let scene = home?.current {
      let gallery = scene.gallery
      var pages = gallery.selectedOrFocused.compactMap(gallery.page).sorted()
      if let page = pages.first, pages.count == 1 {
        pages = Self.pair(with: page, count: scene.live.paths.count)
      }
      let ratios = pages.compactMap { page -> Double? in
        guard let size = gallery.thumbnailGeometry(ofPage: page)?.naturalSize?.size, !size.isEmpty
        else { return nil }
        return size.aspectRatio
      }
      let live = scene.live
      open(
        pages, of: live.paths,
        aspectRatio: ratios.isEmpty ? nil : ratios.reduce(0, +) / Double(ratios.count),
        over: .grid(gallery)
      ) { [weak live] file, page in
        live?.library.files(with: file, atPage: page) ?? [file]
      }
    }
  }

  /// A page and the next one; for the last page, the previous one.
  private static func pair(with page: Int, count: Int) -> [Int] {
    guard count > 1 else { return [page] }
    return page + 1 < count ? [page, page + 1] : [page - 1, page]
  }

  private func open(
    _ pages: [Int], of paths: [FilePath], aspectRatio: Double?, over origin: CompareScene.Origin,
    files: @escaping (FilePath, Int) -> [FilePath]
  ) {
    guard let view else { return }
    guard ComparedPhotos.counts.contains(pages.count) else {
      return view.say(tr("Select two to four photos to compare"))
    }
    let scene = CompareScene(
      of: pages, aspectRatio: aspectRatio, over: origin, options: options, window: view, log: log
    ) { box in
      let source = FilePages(paths, pipeline: pipeline, loop: bridge, pageBox: box)
      source.connect(clips, web, pipeline.files, log: log)
      return source
    }
    scene.photos.marks = { [weak self] in self?.marks.marks(of: $0) }
    scene.photos.files = files
    marks.observe(for: scene) { [weak scene] in scene?.refresh() }
    if case .page(let visit) = origin {
      visit.list.onFollow = { [weak scene] in scene?.follow($0, to: $1) }
    }
    scene.onEnd = { [weak self, weak scene] in
      if let scene, self?.compare === scene { self?.compare = nil }
      if case .page(let visit) = origin {
        visit.list.onFollow = { _, _ in }
        visit.browser.hidesPages = false
      }
    }
    compare = scene
    view.host.push(scene, by: .own)
    scene.open()
  }
}
