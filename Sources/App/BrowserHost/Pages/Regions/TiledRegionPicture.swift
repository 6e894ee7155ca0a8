import DecoderWire
import Imaging
import PhotoBrowser

/// A huge picture on a page: the helper decodes the visible tiles when the picture is enlarged.
final class TiledRegionPicture: RegionPicture {
  let tiles: TiledContent
  /// A closure called when the helper cannot decode regions of the file.
  var onFailure: (() -> Void)?

  private let path: FilePathBytes
  private let pipeline: ImagePipeline
  private let loop: any DescriptorWatching
  private let whole: Picture
  /// The session that decodes regions of the open file; nil until the first region is needed.
  private var parts: PictureRegions?
  private var wanted: [PictureRegion] = []
  private var scale = 0.0
  private var timer: Cancellation?
  private let refiner: SettledRegionRefiner
  /// Whether the target colours have changed, and the whole picture in the new colours has not
  /// arrived yet.
  private var awaitsWhole = false

  init(
    _ whole: Picture, path: FilePathBytes, pipeline: ImagePipeline, loop: any DescriptorWatching
  ) {
    self.whole = whole
    tiles = TiledContent(whole, budget: pipeline.regionBytes)
    refiner = SettledRegionRefiner(tiles, loop: loop)
    self.path = path
    self.pipeline = pipeline
    self.loop = loop
    tiles.onNeed = { [weak self] in self?.need($0, at: $1) }
    tiles.onWantedRegionChange = { [refiner] in refiner.schedule() }
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
      // The colours have not changed, so the file may have been replaced: the session is ended, and
      // the next request opens the file again.
      parts?.cancel()
      parts = nil
      tiles.renew()
    }
    show(whole: whole)
    return true
  }

  func freeRegions() {
    tiles.forgetTiles()
    close()
  }

  private func close() {
    timer?.cancel()
    timer = nil
    refiner.cancel()
    awaitsWhole = false
    parts?.cancel()
    parts = nil
  }

  /// Requests regions at a scale. During a pan they are fetched immediately; during a zoom they are
  /// delayed, because regions of passing scales would never be shown.
  private func need(_ wanted: [PictureRegion], at scale: Double) {
    self.wanted = wanted
    if parts != nil, TileScale.isSame(scale, as: self.scale) {
      if timer == nil { fetch(wanted[...]) }
      return
    }
    self.scale = scale
    // A request of one region starts the helper, which reads through the file while the zoom
    // continues.
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

  private func opened() -> PictureRegions {
    if let parts { return parts }
    let opened = pipeline.regions(of: path, naturalSize: whole.naturalSize)
    opened.onRegion = { [weak self] part, bitmap in
      self?.tiles.show(bitmap, of: part)
    }
    opened.onColorChange = { [weak self] in
      self?.awaitsWhole = true
      self?.tiles.renew()
    }
    opened.onFailure = { [weak self] failure in
      self?.parts = nil
      // The page's own request reports a missing file; the regions that have been decoded stay.
      if failure.kind != .unreadable { self?.onFailure?() }
    }
    parts = opened
    return opened
  }
}
