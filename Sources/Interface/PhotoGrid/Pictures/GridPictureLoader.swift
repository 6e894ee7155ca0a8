import PhotoBrowser
import Pixels

/// The loader of the thumbnails of a ``ThumbnailGrid``: those of visible items and of items near
/// them. A result belongs to the identity of an item, so that it stays right while the list
/// changes.
final class GridPictureLoader {
  /// The maximum size in bytes of the loaded pictures of items that are not requested now; those
  /// requested longest ago are evicted first.
  static let maxUnrequestedBytes = 64 << 20
  /// The maximum number of remembered failures of items that are not requested now. An item whose
  /// failure is forgotten is loaded again when it is requested again.
  static let maxUnrequestedFailures = 1000
  /// The side of the square box that thumbnails are fitted into, in pixels.
  static let boxSide = 512

  /// A request for the picture of one item.
  struct PictureRequest: Hashable {
    var id: ThumbnailGrid.Thumbnail.ID
    /// The name by which the loader knows the picture.
    var name: String
  }
  /// The loading state of an item's picture.
  private enum LoadState {
    case loading(Picture.Load, coarse: Picture?)
    case loaded(Picture)
    /// Loading was cancelled after a picture of lower quality had arrived.
    case interrupted(coarse: Picture)
    case failed

    var picture: Picture? {
      switch self {
      case .loading(_, let picture): picture
      case .loaded(let picture), .interrupted(let picture): picture
      case .failed: nil
      }
    }
  }

  /// Called with the identity of an item whose picture has changed, or has failed to load.
  var onChange: ((ThumbnailGrid.Thumbnail.ID) -> Void)?

  private let loader: any PictureLoader
  private var states: [ThumbnailGrid.Thumbnail.ID: LoadState] = [:]
  /// The identities of the items with a state, the least recently requested first.
  private var requestOrder: [ThumbnailGrid.Thumbnail.ID] = []
  private var requests: [PictureRequest] = []

  init(by loader: any PictureLoader) { self.loader = loader }

  /// The best picture of an item so far; nil when none has arrived.
  func picture(of id: ThumbnailGrid.Thumbnail.ID) -> Picture? { states[id]?.picture }

  /// Whether the loader failed to load the picture of an item.
  func hasFailed(_ id: ThumbnailGrid.Thumbnail.ID) -> Bool {
    if case .failed? = states[id] { true } else { false }
  }

  /// Whether the picture of any requested item is still loading.
  var isLoading: Bool {
    requests.contains { if case .loading? = states[$0.id] { true } else { false } }
  }

  /// Replaces the requested items, whose pictures are loaded in the order given. Loads of other
  /// items are cancelled.
  ///
  /// - Complexity: O(requests + known pictures).
  func setRequests(_ new: [PictureRequest]) {
    guard new != requests else { return }
    requests = new
    let wanted = Set(new.map(\.id))
    for id in requestOrder where !wanted.contains(id) {
      guard case .loading(let task, let coarse)? = states[id] else { continue }
      task.cancel()
      states[id] = nil
      // A coarse picture is kept until the item is requested again.
      if let coarse { states[id] = .interrupted(coarse: coarse) }
    }
    requestOrder = requestOrder.filter { states[$0] != nil && !wanted.contains($0) } + new.map(\.id)
    evict(keeping: wanted)
    for request in new {
      switch states[request.id] {
      case nil: beginLoad(request, coarse: nil)
      case .interrupted(let picture): beginLoad(request, coarse: picture)
      case .loading, .loaded, .failed: break
      }
    }
  }

  /// Loads the pictures of all requested items again; the present ones stay until the new ones
  /// arrive.
  func reload() {
    let wanted = Set(requests.map(\.id))
    for id in requestOrder where !wanted.contains(id) { states[id] = nil }
    for request in requests {
      let known = picture(of: request.id)
      if case .loading(let task, _)? = states[request.id] { task.cancel() }
      beginLoad(request, coarse: known)
    }
  }

  private func beginLoad(_ wanted: PictureRequest, coarse: Picture?) {
    let request = Picture.Request(
      name: wanted.name, level: .thumbnail,
      box: PixelSize(width: Self.boxSide, height: Self.boxSide))
    // An update may arrive during the call of `load`, before its task is known; until then a
    // placeholder stands for the task.
    let placeholder = Picture.Load()
    states[wanted.id] = .loading(placeholder, coarse: coarse)
    let task = loader.load(request) { [weak self] update in self?.receive(update, for: wanted.id) }
    if case .loading(let current, let picture)? = states[wanted.id], current === placeholder {
      states[wanted.id] = .loading(task, coarse: picture)
    }
  }

  private func receive(_ update: Picture.Update, for id: ThumbnailGrid.Thumbnail.ID) {
    // Updates for items that are no longer requested are ignored.
    guard case .loading(let task, let known)? = states[id] else { return }
    switch update {
    case .progress: return
    case .partial(let picture):
      // A partial picture must not replace a whole one.
      guard known == nil || !picture.isPartial else { return }
      states[id] = .loading(task, coarse: picture)
    case .finished(let picture): states[id] = .loaded(picture)
    case .failed: states[id] = known.map { .loaded($0) } ?? .failed
    }
    onChange?(id)
  }

  private func evict(keeping wanted: Set<ThumbnailGrid.Thumbnail.ID>) {
    var (bytes, failures) = (0, 0)
    var kept: [ThumbnailGrid.Thumbnail.ID] = []
    for id in requestOrder.reversed() {
      if !wanted.contains(id) {
        if let picture = states[id]?.picture {
          bytes += picture.bitmaps.reduce(0) { $0 + $1.byteCount }
          if bytes > Self.maxUnrequestedBytes { states[id] = nil }
        } else {
          failures += 1
          if failures > Self.maxUnrequestedFailures { states[id] = nil }
        }
      }
      if wanted.contains(id) || states[id] != nil { kept.append(id) }
    }
    requestOrder = kept.reversed()
  }
}
