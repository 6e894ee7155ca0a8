import DecoderWire
import Imaging
import Pixels

/// The thumbnails a grid wishes for, from the pipeline: nothing else is kept or made.
final class PipelineThumbnailSource: ThumbnailSource {
  var onChange: ((GalleryItem) -> Void)?

  private let pipeline: ImagePipeline
  /// Makes thumbnails of clips that nobody made before; nil leaves them without.
  private let posters: ClipPosters?
  private var known: [GalleryItem: GalleryThumbnail] = [:]
  /// The items of whose pictures only a part could be read.
  private var partial: Set<GalleryItem> = []
  private var tasks: [GalleryItem: ThumbnailTask] = [:]
  private var wish = ThumbnailWish()
  /// The longer side that is asked for.
  private var side = 0

  /// Makes a source that has nothing yet.
  init(pipeline: ImagePipeline, posters: ClipPosters? = nil) {
    self.pipeline = pipeline
    self.posters = posters
  }

  isolated deinit { for task in tasks.values { task.cancel() } }

  func thumbnail(for item: GalleryItem) -> GalleryThumbnail { known[item] ?? .none }

  func isPartial(_ item: GalleryItem) -> Bool { partial.contains(item) }

  func want(_ wish: ThumbnailWish) {
    self.wish = wish
    let side = ThumbnailChoice.side(filling: wish.side)
    let sideChanged = ThumbnailSize(covering: side) != ThumbnailSize(covering: self.side)
    if sideChanged || side > self.side { self.side = side }
    let all = wish.visible + wish.ahead
    let wanted = Set(all)
    for (item, task) in tasks where sideChanged || !wanted.contains(item) {
      task.cancel()
      tasks[item] = nil
    }
    known = known.filter { wanted.contains($0.key) }
    partial.formIntersection(wanted)
    posters?.keep(wanted.lazy.filter { $0.kind == .video }.map(\.path))
    for (distance, item) in all.enumerated() {
      if let task = tasks[item] {
        task.distance = distance
      } else if sideChanged || known[item].map(\.isPending) ?? true {
        ask(item, side: side, distance: distance)
      }
    }
  }

  /// The files of these items hold other bytes: what is known of them is asked for again, and stays
  /// until the answer comes.
  func refresh(_ items: [GalleryItem]) {
    for item in items {
      pipeline.invalidate(item.path.key)
      tasks.removeValue(forKey: item)?.cancel()
      if known[item] != nil { ask(item, side: side, distance: 0) }
    }
  }

  /// The pictures are in other colours: the old ones stay until the others come.
  func colorsDidChange() {
    for item in known.keys {
      tasks.removeValue(forKey: item)?.cancel()
      ask(item, side: side, distance: 0)
    }
  }

  private func ask(_ item: GalleryItem, side: Int, distance: Int) {
    var request = ThumbnailRequest(path: item.path.key, side: side, distance: distance)
    request.isStoredOnly = item.kind == .video
    if known[item]?.bitmap == nil { known[item] = .loading }
    let task = pipeline.thumbnail(request) { [weak self] result in
      self?.receive(result, for: item, side: side)
    }
    if !task.isFinished { tasks[item] = task }
  }

  private func receive(
    _ result: Result<Thumbnail, DecodeFailure>, for item: GalleryItem, side: Int
  ) {
    // A small one may come first and a larger one after it.
    if tasks[item]?.isFinished ?? false { tasks[item] = nil }
    switch result {
    case .success(let thumbnail):
      if thumbnail.source == .decodedPart {
        partial.insert(item)
      } else {
        partial.remove(item)
      }
      known[item] = .picture(
        thumbnail.bitmap, naturalSize: thumbnail.naturalSize, frames: thumbnail.frames,
        isLive: known[item]?.isLive ?? false)
      if item.kind == .picture, LivePhoto.mayHaveClip(item.path) { lookForClip(of: item) }
      let better = ThumbnailChoice.side(
        after: thumbnail.bitmap.size, of: thumbnail.naturalSize, filling: wish.side, asked: side)
      // A larger one that is on its way is waited for. Everything else that is seen comes first.
      if thumbnail.isFinal, let better { ask(item, side: better, distance: wish.visible.count) }
    case .failure where item.kind == .video && known[item]?.bitmap == nil && posters != nil:
      posters?.make(item.path, side: side) { [weak self] poster in
        guard let self, known[item] != nil else { return }
        known[item] = poster.map { .picture($0.bitmap, naturalSize: $0.size) } ?? .failed
        onChange?(item)
      }
      return
    case .failure:
      // One that was there before is better than none.
      if known[item]?.bitmap == nil { known[item] = .failed }
    }
    onChange?(item)
  }

  /// A photo with a clip beside it is told to be one when that is known.
  private func lookForClip(of item: GalleryItem) {
    let path = item.path
    pipeline.files.ask(waits: false) {
      LivePhoto.clip(of: path) != nil
    } then: { [weak self] isLive in
      guard isLive, let self, case .picture(let bitmap, let size, let frames, false) = known[item]
      else { return }
      known[item] = .picture(bitmap, naturalSize: size, frames: frames, isLive: true)
      onChange?(item)
    }
  }
}
