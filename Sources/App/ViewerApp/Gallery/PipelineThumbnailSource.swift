import BrowserHost
import DecoderWire
import Imaging
import PhotoGrid
import Pixels

/// The source of a grid's thumbnails, which requests them from the image pipeline. It keeps only
/// the thumbnails that the grid needs at the moment.
final class PipelineThumbnailSource: ThumbnailSource {
  var onChange: ((GalleryItem) -> Void)?

  private let pipeline: ImagePipeline
  /// The maker of thumbnails for clips that have none in the shared thumbnail cache; nil makes
  /// none.
  private let posters: ClipPosters?
  /// The loader of thumbnails for web addresses; nil loads none.
  private let web: WebThumbnailLoader?
  private var webTasks: [GalleryItem: WebThumbnailLoader.Task] = [:]
  /// The ratings, flags and labels of photos; nil if no marks are shown.
  private let photoMarks: PhotoMarksCache?
  private var thumbnails: [GalleryItem: GalleryThumbnail] = [:]
  /// The items of truncated files, whose pictures were decoded only in part.
  private var truncatedItems: Set<GalleryItem> = []
  private var tasks: [GalleryItem: ThumbnailTask] = [:]
  private var demand = ThumbnailDemand()
  /// The length in device pixels of the longer side with which thumbnails are requested.
  private var requestedSide = 0

  init(
    pipeline: ImagePipeline, posters: ClipPosters? = nil, web: WebThumbnailLoader? = nil,
    marks: PhotoMarksCache? = nil
  ) {
    self.pipeline = pipeline
    self.posters = posters
    self.web = web
    photoMarks = marks
    marks?.observe(for: self) { [weak self] in
      guard let self, let item = demand.visible.first else { return }
      onChange?(item)
    }
  }

  isolated deinit {
    for task in tasks.values { task.cancel() }
    for task in webTasks.values { task.cancel() }
  }

  /// Whether requested thumbnails of files have not been delivered.
  var isLoading: Bool { !tasks.isEmpty }

  func thumbnail(for item: GalleryItem) -> GalleryThumbnail { thumbnails[item] ?? .none }

  func isPartial(_ item: GalleryItem) -> Bool { truncatedItems.contains(item) }

  func marks(of item: GalleryItem) -> PhotoMarks {
    photoMarks?.marks(of: item.path) ?? PhotoMarks()
  }

  func setDemand(_ demand: ThumbnailDemand) {
    self.demand = demand
    let side = ThumbnailSizing.side(filling: demand.shorterSide)
    let sideChanged = ThumbnailSize(covering: side) != ThumbnailSize(covering: self.requestedSide)
    if sideChanged || side > self.requestedSide { self.requestedSide = side }
    let all = demand.visible + demand.ahead
    let wanted = Set(all)
    for (item, task) in tasks where sideChanged || !wanted.contains(item) {
      task.cancel()
      tasks[item] = nil
    }
    for (item, task) in webTasks where sideChanged || !wanted.contains(item) {
      task.cancel()
      webTasks[item] = nil
    }
    thumbnails = thumbnails.filter { wanted.contains($0.key) }
    truncatedItems.formIntersection(wanted)
    posters?.cancelAll(except: wanted.lazy.filter { $0.kind == .video }.map(\.path))
    for (distance, item) in all.enumerated() {
      if let task = tasks[item] {
        task.distance = distance
      } else if let task = webTasks[item] {
        task.distance = distance
      } else if sideChanged || thumbnails[item].map(\.isPending) ?? true {
        requestThumbnail(item, side: side, distance: distance)
      }
    }
  }

  /// Requests the thumbnails of files with new contents again. The former thumbnails are shown
  /// until the new ones arrive.
  func refresh(_ items: [GalleryItem]) {
    for item in items {
      pipeline.invalidate(item.path.key)
      tasks.removeValue(forKey: item)?.cancel()
      if thumbnails[item] != nil { requestThumbnail(item, side: requestedSide, distance: 0) }
    }
  }

  /// Requests all thumbnails again, after the colour profile of the screen or the colour options
  /// have changed. The former thumbnails are shown until the new ones arrive.
  func colorsDidChange() {
    for item in thumbnails.keys {
      tasks.removeValue(forKey: item)?.cancel()
      requestThumbnail(item, side: requestedSide, distance: 0)
    }
  }

  private func requestThumbnail(_ item: GalleryItem, side: Int, distance: Int) {
    if let web, item.path.webAddress != nil {
      return requestThumbnail(web, for: item, side, distance)
    }
    var request = ThumbnailRequest(path: item.path.key, side: side, distance: distance)
    request.isSharedCacheOnly = item.kind == .video
    if thumbnails[item]?.bitmap == nil { thumbnails[item] = .loading }
    let task = pipeline.thumbnail(request) { [weak self] result in
      self?.receive(result, for: item, side: side)
    }
    if !task.isFinished { tasks[item] = task }
  }

  private func requestThumbnail(
    _ web: WebThumbnailLoader, for item: GalleryItem, _ side: Int, _ distance: Int
  ) {
    webTasks.removeValue(forKey: item)?.cancel()
    if thumbnails[item]?.bitmap == nil { thumbnails[item] = .loading }
    webTasks[item] = web.request(item.path, side: side, distance: distance) {
      [weak self] thumbnail in
      guard let self else { return }
      webTasks[item] = nil
      if let thumbnail {
        thumbnails[item] = .picture(thumbnail.bitmap, naturalSize: thumbnail.naturalSize)
      } else if thumbnails[item]?.bitmap == nil {
        thumbnails[item] = .failed
      }
      onChange?(item)
    }
  }

  private func receive(
    _ result: Result<Thumbnail, DecodeFailure>, for item: GalleryItem, side: Int
  ) {
    // A request is kept until it is finished, because the pipeline may deliver a small thumbnail
    // first and a larger one later.
    if tasks[item]?.isFinished ?? false { tasks[item] = nil }
    switch result {
    case .success(let thumbnail):
      if thumbnail.source == .decodedTruncated {
        truncatedItems.insert(item)
      } else {
        truncatedItems.remove(item)
      }
      thumbnails[item] = .picture(
        thumbnail.bitmap, naturalSize: thumbnail.naturalSize, frameCount: thumbnail.frames,
        isLive: thumbnails[item]?.isLive ?? false)
      if item.kind == .picture, LivePhoto.mayHaveClip(item.path) { detectClip(of: item) }
      let better = ThumbnailSizing.betterSide(
        after: thumbnail.bitmap.size, of: thumbnail.naturalSize, filling: demand.shorterSide,
        asked: side)
      // A thumbnail that is not final is followed by a larger one of the same request. A final one
      // that is too small makes a new request necessary, which comes after those for all visible
      // items.
      if thumbnail.isFinal, let better {
        requestThumbnail(item, side: better, distance: demand.visible.count)
      }
    case .failure where item.kind == .video && thumbnails[item]?.bitmap == nil && posters != nil:
      posters?.request(item.path, side: side) { [weak self] poster in
        guard let self, thumbnails[item] != nil else { return }
        thumbnails[item] =
          poster.map { .picture($0.bitmap, naturalSize: $0.naturalSize) } ?? .failed
        onChange?(item)
      }
      return
    case .failure:
      // After a failure, an item keeps a thumbnail that it already has.
      if thumbnails[item]?.bitmap == nil { thumbnails[item] = .failed }
    }
    onChange?(item)
  }

  /// Looks for the clip of a photo on another thread, and shows the photo as a live photo if there
  /// is one.
  private func detectClip(of item: GalleryItem) {
    let path = item.path
    pipeline.files.ask(waits: false) {
      LivePhoto.clip(of: path) != nil
    } then: { [weak self] isLive in
      guard isLive, let self,
        case .picture(let bitmap, let size, let frames, false) = thumbnails[item]
      else { return }
      thumbnails[item] = .picture(bitmap, naturalSize: size, frameCount: frames, isLive: true)
      onChange?(item)
    }
  }
}
