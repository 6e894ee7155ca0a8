import DecoderWire
import Imaging
import PhotoBrowser

/// A huge picture on a page: where it is enlarged, the helper decodes the tiles that are seen.
final class TiledFile: PartedFile {
  let tiles: TiledContent
  /// Called when it has turned out that there are no parts.
  var onFailure: (() -> Void)?

  /// Scales that differ by less than this share are the same: at rest a picture is on whole pixels.
  private static let scaleSlack = 0.001

  private let path: FilePathBytes
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private let whole: Picture
  /// Open from the first part that is needed on.
  private var parts: PictureParts?
  private var wanted: [PictureRegion] = []
  private var scale = 0.0
  private var timer: Cancellation?
  /// Waits until a rest is one.
  private var restTimer: Cancellation?
  /// True when the picture of the whole in new colours has not come yet.
  private var awaitsWhole = false

  init(
    _ whole: Picture, path: FilePathBytes, pipeline: ImagePipeline, loop: any DescriptorWatching
  ) {
    self.whole = whole
    tiles = TiledContent(whole, budget: pipeline.partBytes)
    self.path = path
    self.pipeline = pipeline
    self.loop = loop
    tiles.onNeed = { [weak self] in self?.need($0, at: $1) }
    tiles.onRest = { [weak self] in self?.sharpen() }
  }

  isolated deinit { close() }

  var content: any ZoomableContent { tiles }

  func isShown(as shown: any ZoomableContent) -> Bool { shown as? TiledContent === tiles }

  func show(whole: Picture) {
    awaitsWhole = false
    tiles.show(whole: whole)
  }

  func renew(whole: Picture) -> Bool {
    if !awaitsWhole {
      // Not other colours: what is open may be another file by now.
      parts?.cancel()
      parts = nil
      tiles.renew()
    }
    show(whole: whole)
    return true
  }

  func rest() {
    tiles.forgetTiles()
    close()
  }

  private func close() {
    timer?.cancel()
    timer = nil
    restTimer?.cancel()
    restTimer = nil
    awaitsWhole = false
    parts?.cancel()
    parts = nil
  }

  /// While the picture is moved its tiles follow at once; while it grows they would be of a level
  /// that nobody sees.
  private func need(_ wanted: [PictureRegion], at scale: Double) {
    self.wanted = wanted
    if parts != nil, abs(scale / self.scale - 1) < Self.scaleSlack {
      if timer == nil { fetch(wanted[...]) }
      return
    }
    self.scale = scale
    // The first one starts the helper, which finds its way through the file while the zoom goes on.
    if parts == nil { fetch(wanted.prefix(1)) } else { parts?.wanted = [] }
    timer?.cancel()
    timer = loop.schedule(after: DetailTuning.delay) { [weak self] in
      guard let self else { return }
      timer = nil
      fetch(self.wanted[...])
    }
  }

  private func fetch(_ wanted: ArraySlice<PictureRegion>) {
    guard parts != nil || !wanted.isEmpty else { return }
    let parts = opened()
    parts.wanted = Array(wanted)
  }

  /// Where a page has rested for a moment, tiles are brought to the pixels of the screen beside the
  /// main actor.
  private func sharpen() {
    restTimer?.cancel()
    restTimer = loop.schedule(after: DetailTuning.delay) { [weak self] in
      guard let part = self?.tiles.wantedRest else { return }
      SideThread.run {
        part.makeBitmap()
      } finish: { [weak self] in
        self?.tiles.show($0, of: part)
      }
    }
  }

  private func opened() -> PictureParts {
    if let parts { return parts }
    let opened = pipeline.parts(of: path, naturalSize: whole.naturalSize)
    opened.onPart = { [weak self] part, bitmap in
      self?.tiles.show(bitmap, of: part)
    }
    opened.onColorChange = { [weak self] in
      self?.awaitsWhole = true
      self?.tiles.renew()
    }
    opened.onFailure = { [weak self] failure in
      self?.parts = nil
      // A file that has gone is told of elsewhere; what there is of it stays.
      if failure.kind != .unreadable { self?.onFailure?() }
    }
    parts = opened
    return opened
  }
}
