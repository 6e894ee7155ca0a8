import DecoderWire
import Imaging
public import PhotoBrowser
public import Pixels

/// Files as pages: each as large as its page needs, and all of its pixels once it is zoomed. What
/// moves in its file moves on its page; what has no pixels is drawn anew where it is enlarged, and of
/// what has too many those that are seen are fetched.
open class FilePages: PicturePages {
  /// Enlarged by more than this, a bitmap is worth replacing by one with more detail.
  private static let slack = 1.02

  private let files: FilePictureLoader
  /// Those of live pages, by their paths.
  private let parts: PartPages<String>

  /// Makes pages of files.
  public init(_ paths: [String], by loader: FilePictureLoader) {
    files = loader
    parts = PartPages(pipeline: loader.pipeline, loop: loader.loop)
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

  /// Makes more of a page whose file holds more than one picture of pixels.
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
