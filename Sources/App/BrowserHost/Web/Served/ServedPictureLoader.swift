import Geometry
import ImageServers
import Imaging
import PhotoBrowser
import Pixels

/// The loading of a picture of an image server for a page: a small version of the whole picture,
/// and tiles of the visible area in the resolution of the screen.
final class ServedPictureLoader {
  let picture: ServedPicture
  /// The content for the page's cell; nil until the small version of the picture is loaded.
  private(set) var content: TiledContent?
  /// A closure called when ``content`` has been made.
  var onContentMade: (() -> Void)?
  /// A closure called when all visible tiles are shown.
  var onVisibleTilesShown: (() -> Void)?
  /// A closure called when ``progress`` or ``failure`` has changed.
  var onChange: (() -> Void)?

  /// The colour, as 0xAARRGGBB, of a picture before its first tiles, when the server has no small
  /// version of it.
  private static let blankColor: UInt32 = 0xFF20_2020

  private let pictures: WebPictures
  private let queue: ServedTileQueue
  private var overviewTask: ServedTask?
  private var overviewFailure: ServedFailure?
  private var refiner: SettledRegionRefiner?
  private var wantedTiles: [PictureRegion] = []
  private var scale: Double?
  /// Whether all visible tiles have been shown since the last change of zoom.
  private var hasBeenSharp = false
  private var timer: Cancellation?

  /// Makes a loader that has loaded nothing yet.
  ///
  /// - Parameter mustAsk: whether the server is asked whether cached tiles are current.
  init(_ picture: ServedPicture, by pictures: WebPictures, mustAsk: Bool) {
    self.picture = picture
    self.pictures = pictures
    queue = ServedTileQueue(picture, by: pictures)
    queue.mustRevalidateTiles = mustAsk
    queue.onTile = { [weak self] in self?.content?.show($1, of: $0) }
    queue.onChange = { [weak self] in
      guard let self else { return }
      content?.failedRegions = queue.failedTiles
      onChange?()
    }
  }

  isolated deinit {
    timer?.cancel()
    refiner?.cancel()
  }

  /// The progress of loading: the share of the requested tiles that are loaded, or an unknown share
  /// while the small version loads. It is nil while nothing is loading, and during pans, when most
  /// of the view is sharp and a progress ring would cover it.
  var progress: Picture.Progress? {
    if overviewTask != nil, content == nil { return Picture.Progress() }
    if hasBeenSharp { return nil }
    return queue.progress.map {
      Picture.Progress(share: Double($0.done) / Double(max(1, $0.total)))
    }
  }

  /// Whether the small version or any tile is loading, also tiles that are not visible.
  var isLoading: Bool { overviewTask != nil || queue.progress != nil }

  /// The reason for which a part of the picture is missing; nil when nothing has failed.
  var failure: ServedFailure? { overviewFailure ?? queue.failure }

  /// Loads the small version of the picture.
  func begin() {
    guard let request = picture.overviewRequest else {
      return show(whole: Self.blankBitmap(picture))
    }
    overviewFailure = nil
    let task = ServedTask(request, by: pictures) { [weak self] result in
      guard let self else { return }
      overviewTask = nil
      switch result {
      case .success(let bitmap): show(whole: bitmap)
      case .failure(let failure):
        overviewFailure = failure
        onChange?()
      }
    }
    overviewTask = task
    task.begin(mustAsk: queue.mustRevalidateTiles)
  }

  /// Requests the small version and the tiles again that have failed.
  func retry() {
    if overviewTask == nil, overviewFailure != nil { begin() }
    queue.retry()
  }

  /// Loads the small version and the tiles again in the current target colours. The old pixels stay
  /// until the new ones arrive.
  func renew() {
    if overviewTask == nil, content != nil { begin() }
    content?.reload()
  }

  /// Frees the tiles, because the page is not the current one.
  func freeTiles() {
    timer?.cancel()
    timer = nil
    refiner?.cancel()
    content?.forgetTiles()
    queue.cancel()
    content?.failedRegions = []
    scale = nil
    hasBeenSharp = false
  }

  private static func blankBitmap(_ picture: ServedPicture) -> Bitmap {
    let side = max(picture.natural.width, picture.natural.height)
    let scale = min(1, 64 / Double(max(1, side)))
    let size = PixelSize(
      width: max(1, Int(Double(picture.natural.width) * scale)),
      height: max(1, Int(Double(picture.natural.height) * scale)))
    return Bitmap(size: size, isOpaque: true) { memory, _ in
      memory.bindMemory(to: UInt32.self).update(repeating: blankColor)
    }
  }

  private func show(whole bitmap: Bitmap) {
    let whole = Picture(bitmap, naturalSize: picture.natural)
    if let content { return content.show(whole: whole) }
    let content = TiledContent(
      whole, pyramid: picture.pyramid, budget: pictures.pipeline.regionBytes)
    let refiner = SettledRegionRefiner(content, loop: pictures.loop)
    content.onMissingRegionsChange = { [weak self] in self?.request($0, at: $1) }
    content.onWantedRegionChange = { refiner.schedule() }
    content.onVisibleTilesShown = { [weak self] in
      self?.hasBeenSharp = true
      self?.onChange?()
      self?.onVisibleTilesShown?()
    }
    self.content = content
    self.refiner = refiner
    onContentMade?()
  }

  /// Requests tiles at a scale. During a pan they are requested at once; during a zoom they are
  /// delayed, because tiles of passing scales would never be shown.
  private func request(_ wantedTiles: [PictureRegion], at scale: Double) {
    self.wantedTiles = wantedTiles
    guard let last = self.scale, !TileScale.isSame(scale, as: last) else {
      self.scale = scale
      if timer == nil { queue.wantedTiles = wantedTiles }
      return
    }
    self.scale = scale
    hasBeenSharp = false
    // Tiles of the former scale are not needed any more.
    queue.wantedTiles = queue.wantedTiles.filter(Set(wantedTiles).contains)
    timer?.cancel()
    timer = pictures.loop.schedule(after: DetailTuning.delayAfterZoom) { [weak self] in
      guard let self else { return }
      timer = nil
      queue.wantedTiles = self.wantedTiles
    }
  }
}
