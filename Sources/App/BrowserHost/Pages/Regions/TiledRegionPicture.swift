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
  private var session: PictureRegions?
  private var wantedRegions: [PictureRegion] = []
  private var scale = 0.0
  private var timer: Cancellation?
  private let refiner: SettledRegionRefiner
  /// Whether the target colours have changed, and the whole picture in the new colours has not
  /// arrived yet.
  private var awaitsWholePicture = false

  init(
    _ whole: Picture, path: FilePathBytes, pipeline: ImagePipeline, loop: any DescriptorWatching
  ) {
    self.whole = whole
    tiles = TiledContent(whole, budget: pipeline.regionBytes)
    refiner = SettledRegionRefiner(tiles, loop: loop)
    self.path = path
    self.pipeline = pipeline
    self.loop = loop
    tiles.onMissingRegionsChange = { [weak self] in self?.request($0, at: $1) }
    tiles.onWantedRegionChange = { [refiner] in refiner.schedule() }
  }

  isolated deinit { closeSession() }

  var content: any ZoomableContent { tiles }

  func isContent(as shown: any ZoomableContent) -> Bool { shown as? TiledContent === tiles }

  func show(whole: Picture) {
    awaitsWholePicture = false
    tiles.show(whole: whole)
  }

  func renew(whole: Picture) -> Bool {
    if !awaitsWholePicture {
      // The colours have not changed, so the file may have been replaced: the session is ended, and
      // the next request opens the file again.
      session?.cancel()
      session = nil
      tiles.reload()
    }
    show(whole: whole)
    return true
  }

  func freeRegions() {
    tiles.forgetTiles()
    closeSession()
  }

  private func closeSession() {
    timer?.cancel()
    timer = nil
    refiner.cancel()
    awaitsWholePicture = false
    session?.cancel()
    session = nil
  }

  /// Requests regions at a scale. During a pan they are fetched immediately, unless those of a zoom
  /// are still delayed; during a zoom they are delayed, because regions of passing scales would
  /// never be shown. While there is no session, one region is fetched at once.
  private func request(_ wanted: [PictureRegion], at scale: Double) {
    self.wantedRegions = wanted
    if session != nil, TileScale.isSame(scale, as: self.scale) {
      if timer == nil { fetch(wanted[...]) }
      return
    }
    self.scale = scale
    // A request of one region starts the helper, which reads through the file while the zoom
    // continues.
    if session == nil { fetch(wanted.prefix(1)) } else { session?.wanted = [] }
    timer?.cancel()
    timer = loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in
      guard let self else { return }
      timer = nil
      fetch(self.wantedRegions[...])
    }
  }

  private func fetch(_ wanted: ArraySlice<PictureRegion>) {
    guard session != nil || !wanted.isEmpty else { return }
    let session = openSession()
    session.wanted = Array(wanted)
  }

  private func openSession() -> PictureRegions {
    if let session { return session }
    let opened = pipeline.regions(of: path, naturalSize: whole.naturalSize)
    opened.onRegion = { [weak self] part, bitmap in
      self?.tiles.show(bitmap, of: part)
    }
    opened.onColorChange = { [weak self] in
      self?.awaitsWholePicture = true
      self?.tiles.reload()
    }
    opened.onFailure = { [weak self] failure in
      self?.session = nil
      // The page's own request reports a missing file; the regions that have been decoded stay.
      if failure.kind != .unreadable { self?.onFailure?() }
    }
    session = opened
    return opened
  }
}
