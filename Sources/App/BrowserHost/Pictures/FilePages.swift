import DecoderWire
import Imaging
public import PhotoBrowser
public import Pixels

/// Files as pages: each as large as its page needs, and all of its pixels once it is zoomed. What
/// moves in its file moves on its page, and what has no pixels is drawn anew where it is enlarged.
open class FilePages: PicturePages {
  /// Enlarged by more than this, a bitmap is worth replacing by one with more detail.
  private static let slack = 1.02

  private let files: FilePictureLoader
  /// Those of live pages, by their paths.
  private var vectors: [String: VectorFile] = [:]

  /// Makes pages of files.
  public init(_ paths: [String], by loader: FilePictureLoader) {
    files = loader
    super.init(
      paths.map { PictureLevels(screen: $0, original: PictureLevels.Original($0)) },
      loader: loader)
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
    vectors = vectors.filter { path, _ in live.contains { items[$0].screen == path } }
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
    guard info.isScalable else { return false }
    if case .picture = cell.content {
      let vector =
        vectors[path]
        ?? VectorFile(shown, path: file, pipeline: files.pipeline, loop: files.loop)
      vectors[path] = vector
      cell.content = .zoomable(vector.content)
    }
    return true
  }
}
