import PhotoBrowser
import Pixels

/// The thumbnails that a grid fetches by itself: those that are seen and those near by. Answers are
/// matched by the identity of an item, whatever happens to the list meanwhile.
final class GridLoading {
  /// The bytes of pictures kept for items that are not wanted now; the one wanted longest ago goes
  /// first.
  static let budget = 64 << 20
  /// The longer side of a thumbnail, in pixels: enough for the widest cell of a long picture.
  static let side = 512

  /// An item to be fetched.
  struct Wish: Hashable {
    var id: GridThumbnail.ID
    /// The name by which the loader knows its picture.
    var name: String
  }
  /// The state of an item's picture.
  private enum State {
    case loading(PictureTask, coarse: Picture?)
    case loaded(Picture)
    /// The coarse picture of an item that was left before its own came.
    case interrupted(Picture)
    case failed

    var picture: Picture? {
      switch self {
      case .loading(_, let picture): picture
      case .loaded(let picture), .interrupted(let picture): picture
      case .failed: nil
      }
    }
  }

  /// Called with an item of which another picture, or none, is known.
  var onChange: ((GridThumbnail.ID) -> Void)?

  private let loader: any PictureLoader
  private var states: [GridThumbnail.ID: State] = [:]
  /// The items with states, the one wanted last at the end.
  private var order: [GridThumbnail.ID] = []
  private var wishes: [Wish] = []

  /// Makes a loading that wants nothing yet.
  init(by loader: any PictureLoader) { self.loader = loader }

  /// The picture of an item, as far as it is known.
  func picture(of id: GridThumbnail.ID) -> Picture? { states[id]?.picture }

  /// True for an item that has no picture.
  func hasFailed(_ id: GridThumbnail.ID) -> Bool {
    if case .failed? = states[id] { true } else { false }
  }

  /// True while a wanted picture is on its way.
  var isLoading: Bool {
    wishes.contains { if case .loading? = states[$0.id] { true } else { false } }
  }

  /// Fetches these items, the first ones first, and nothing else.
  ///
  /// - Complexity: O(wishes + known pictures).
  func want(_ new: [Wish]) {
    guard new != wishes else { return }
    wishes = new
    let wanted = Set(new.map(\.id))
    for id in order where !wanted.contains(id) {
      guard case .loading(let task, let coarse)? = states[id] else { continue }
      task.cancel()
      states[id] = nil
      // A coarse picture is better than none until the item is wanted again.
      if let coarse { states[id] = .interrupted(coarse) }
    }
    order = order.filter { states[$0] != nil && !wanted.contains($0) } + new.map(\.id)
    evict(keeping: wanted)
    for wish in new {
      switch states[wish.id] {
      case nil: begin(wish, coarse: nil)
      case .interrupted(let picture): begin(wish, coarse: picture)
      case .loading, .loaded, .failed: break
      }
    }
  }

  /// Fetches everything wanted again; what is known stays until the answers come.
  func reload() {
    let wanted = Set(wishes.map(\.id))
    for id in order where !wanted.contains(id) { states[id] = nil }
    for wish in wishes {
      let known = picture(of: wish.id)
      if case .loading(let task, _)? = states[wish.id] { task.cancel() }
      begin(wish, coarse: known)
    }
  }

  private func begin(_ wish: Wish, coarse: Picture?) {
    let request = PictureRequest(
      name: wish.name, level: .thumbnail, box: PixelSize(width: Self.side, height: Self.side))
    // The task is known only when the call is over, and an answer may come before.
    let placeholder = PictureTask()
    states[wish.id] = .loading(placeholder, coarse: coarse)
    let task = loader.load(request) { [weak self] update in self?.receive(update, for: wish.id) }
    if case .loading(let current, let picture)? = states[wish.id], current === placeholder {
      states[wish.id] = .loading(task, coarse: picture)
    }
  }

  private func receive(_ update: PictureUpdate, for id: GridThumbnail.ID) {
    // An answer for an item that is not wanted any more.
    guard case .loading(let task, let known)? = states[id] else { return }
    switch update {
    case .progress: return
    case .partial(let picture):
      // A part of the picture is no improvement on all of it.
      guard known == nil || !picture.isPartial else { return }
      states[id] = .loading(task, coarse: picture)
    case .finished(let picture): states[id] = .loaded(picture)
    case .failed: states[id] = known.map { .loaded($0) } ?? .failed
    }
    onChange?(id)
  }

  private func evict(keeping wanted: Set<GridThumbnail.ID>) {
    var bytes = 0
    var kept: [GridThumbnail.ID] = []
    for id in order.reversed() {
      guard !wanted.contains(id), let picture = states[id]?.picture else {
        kept.append(id)
        continue
      }
      bytes += picture.bitmaps.reduce(0) { $0 + $1.byteCount }
      if bytes > Self.budget { states[id] = nil } else { kept.append(id) }
    }
    order = kept.reversed()
  }
}
