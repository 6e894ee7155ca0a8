import DecoderWire
import Imaging
public import PhotoBrowser
public import Pixels

/// A data source of picture files. A picture is decoded to fit its page, and in full once it is
/// zoomed in. Animations play; when they are enlarged, vector pictures are rendered again and huge
/// pictures are loaded in tiles.
open class FilePages: PicturePages {
  /// The enlargement above which a bitmap is replaced by one with more detail.
  private static let slack = 1.02

  private let files: FilePictureLoader
  /// The vector and tiled pictures of live pages, by path.
  private let parts: RegionPages<String>

  /// Makes a page for each file.
  public init(_ paths: [String], by loader: FilePictureLoader) {
    files = loader
    parts = RegionPages(pipeline: loader.pipeline, loop: loader.loop)
    super.init(
      paths.map { PictureLevels(screen: $0, original: PictureLevels.Original($0)) },
      loader: loader)
    loader.follow(self) { $0.refetch() }
  }

  open override func browser(_ browser: Browser, page index: Int, isShownAt size: PixelSize) {
    guard let cell = browser.cell(at: index) as? PhotoCell, cell.animation == nil,
      let picture = picture(at: index), picture.state.shown == .screen,
      picture.state.isWhole(.screen), let shown = picture.picture, shown.naturalSize.width > 0
    else { return }
    if become(cell, items[index].screen, shown, box: size) { return }
    let scale = Double(size.width) / Double(shown.naturalSize.width)
    if !shown.isSharp(at: scale / Self.slack) { viewOriginal(at: index) }
  }

  open override func browser(_ browser: Browser, didEndShowing index: Int) {
    super.browser(browser, didEndShowing: index)
    let live = Set(browser.state.pageWindow.live.filter(items.indices.contains))
    parts.keep(only: Set(live.map { items[$0].screen }))
  }

  /// Upgrades a page to an animation, a vector picture or a tiled picture, if its file is one.
  ///
  /// - Returns: false for an ordinary picture.
  private func become(
    _ cell: PhotoCell, _ path: String, _ shown: Picture, box: PixelSize
  ) -> Bool {
    let file = FilePathBytes(path)
    guard let info = files.pipeline.info(file) else { return false }
    if info.frames > 1 {
      let frames = PipelineFrames(
        file, naturalSize: info.naturalSize, box: box, pipeline: files.pipeline)
      cell.animation = AnimationPlayer(frames, cover: shown)
      return true
    }
    guard case .picture = cell.content else { return true }
    return parts.show(shown, info, of: path, from: file, in: cell)
  }
}
