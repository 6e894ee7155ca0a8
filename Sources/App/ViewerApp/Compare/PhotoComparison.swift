import BrowserCore
import BrowserHost
import GalleryCore
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid

/// The command that opens a comparison of photos beside each other.
final class PhotoComparison {
  private let shown: ShownScenes
  private let settings: ProgramSettings
  private let services: ProgramServices

  init(_ shown: ShownScenes, _ settings: ProgramSettings, _ services: ProgramServices) {
    self.shown = shown
    self.settings = settings
    self.services = services
  }

  private var view: ViewerWindow { shown.view }

  /// Opens a comparison of the selected photos of the grid. A single selected or focused photo, or
  /// the photo on the current page, is compared with the next one.
  func begin() {
    guard view.stack?.isAtRest ?? false, shown.compare == nil else { return }
    if let visit = shown.visit, view.scene === visit {
      guard !visit.isLeaving else { return }
      visit.browser.stopSlideshow()
      let pages = Self.pair(with: visit.browser.pageIndex, count: visit.browser.pageCount)
      let size = visit.browser.state.zoom(of: visit.browser.pageIndex).content
      open(
        pages, of: visit.source.files, aspectRatio: size.isEmpty ? nil : size.aspectRatio,
        over: .page(visit), files: visit.versions.photoAccess.files)
    } else if let scene = shown.home?.current {
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

  /// The indices of a page and its successor; of a page and its predecessor for the last page; only
  /// `page` if there is no other.
  private static func pair(with page: Int, count: Int) -> [Int] {
    guard count > 1 else { return [page] }
    return page + 1 < count ? [page, page + 1] : [page - 1, page]
  }

  private func open(
    _ pages: [Int], of paths: [FilePath], aspectRatio: Double?, over origin: CompareScene.Origin,
    files: @escaping (FilePath, Int) -> [FilePath]
  ) {
    guard ComparisonPanes.allowedCounts.contains(pages.count) else {
      return view.showToast(tr("Select two to four photos to compare"))
    }
    let scene = CompareScene(
      of: pages, aspectRatio: aspectRatio, over: origin, options: settings.options, window: view,
      information: services.makeInformation(of: "compare"), log: services.log
    ) { box in services.makePages(paths, box: box) }
    scene.photoAccess.marks = { [marks = services.marks] in marks.marks(of: $0) }
    scene.photoAccess.files = files
    services.marks.observe(for: scene) { [weak scene] in scene?.refresh() }
    if case .page(let visit) = origin {
      visit.list.onListChange = { [weak scene] in scene?.apply($0, to: $1) }
    }
    scene.onEnd = { [weak self, weak scene] in
      if let scene { self?.shown.clearComparison(scene) }
      if case .page(let visit) = origin {
        visit.list.onListChange = { _, _ in }
        visit.browser.arePagesHidden = false
        // The information about the photo on the page appears or disappears as the user chose
        // during the comparison.
        visit.info.showAsRemembered()
      }
    }
    shown.setComparison(scene)
    view.host.push(scene, by: .selfAnimated)
    scene.startOpeningFlights()
  }
}
