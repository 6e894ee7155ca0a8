public import Pixels

/// Brings one item's picture through its levels: asks a loader for what its state wants, and keeps
/// the best of what came.
///
/// Whatever is under way ends when nobody holds it any more.
public final class LeveledPicture {
  /// What the item offers.
  public let levels: PictureLevels
  /// Where it stands.
  public private(set) var state: LevelsState
  /// Called whenever something to show or to say has changed.
  public var onChange: (() -> Void)?

  private let loader: any PictureLoader
  private let box: PixelSize
  private var pictures: [PictureLevel: Picture] = [:]
  private var tasks: [PictureLevel: PictureTask] = [:]
  private var renewals: [PictureLevel: PictureTask] = [:]

  /// Makes a picture of which nothing has been asked for yet.
  ///
  /// - Parameter box: the page's size in device pixels.
  public init(_ levels: PictureLevels, loader: any PictureLoader, box: PixelSize) {
    self.levels = levels
    self.loader = loader
    self.box = box
    state = LevelsState(levels)
  }

  /// Takes what is at hand and begins to fetch the rest; a second time does nothing.
  ///
  /// - Parameter wasSeen: true when the original was looked at before, and is to come by itself.
  public func begin(wasSeen: Bool) {
    var atHand: Set<PictureLevel> = []
    var stored: Set<PictureLevel> = []
    for request in PictureLevel.allCases.compactMap(request) {
      if let picture = loader.cached(request) {
        pictures[request.level] = picture
        atHand.insert(request.level)
      }
      if loader.isStored(request) { stored.insert(request.level) }
    }
    apply(.began(atHand: atHand, stored: stored, wasSeen: wasSeen))
  }

  /// The person asked for the original.
  public func viewOriginal() { apply(.viewOriginal) }

  /// The person asked to try again.
  public func retry() { apply(.retry) }

  /// What came is to look different, in other colours perhaps: fetches it anew. What there is stays
  /// until then, also where nothing comes.
  public func refetch() {
    for level in PictureLevel.allCases where state.isWhole(level) {
      guard let request = request(level) else { continue }
      renewals[level] = loader.load(request) { [weak self] update in
        guard let self, case .finished(let picture) = update else { return }
        pictures[level] = picture
        onChange?()
      }
    }
  }

  /// The best picture there is, in all its sizes that are at hand; nil while there is none.
  public var picture: Picture? {
    guard let shown = state.shown, let best = pictures[shown] else { return nil }
    var bitmaps = best.bitmaps
    // Smaller ones are quicker to draw, and right where the page is as small as they are.
    for (level, other) in pictures where level < shown && state.isWhole(level) {
      bitmaps += other.bitmaps.filter { $0.size.isReduction(of: best.naturalSize) }
    }
    var picture = Picture(bitmaps, naturalSize: naturalSize(of: best, shown))
    picture?.isPartial = best.isPartial
    return picture
  }

  /// A page keeps its proportions and its zoom while its picture gets better.
  private func naturalSize(of picture: Picture, _ level: PictureLevel) -> PixelSize {
    guard level < .original || levels.original == nil else { return picture.naturalSize }
    if let known = levels.naturalSize, picture.naturalSize.isReduction(of: known) { return known }
    guard level == .thumbnail, levels.naturalSize == nil else { return picture.naturalSize }
    let size = picture.naturalSize.size * BrowserThumbnail.reduction
    return PixelSize(width: Int(size.width), height: Int(size.height))
  }

  private func request(_ level: PictureLevel) -> PictureRequest? {
    levels.name(of: level).map { PictureRequest(name: $0, level: level, box: box) }
  }

  private func apply(_ event: LevelsState.Event) {
    let before = state
    state.apply(event)
    for level in tasks.keys where !state.wanted.contains(level) { tasks[level] = nil }
    if state != before { onChange?() }
    for level in PictureLevel.allCases where !before.wanted.contains(level) {
      // What comes at once may have changed what is wanted.
      if state.wanted.contains(level), tasks[level] == nil { fetch(level) }
    }
  }

  private func fetch(_ level: PictureLevel) {
    guard let request = request(level) else { return }
    let task = loader.load(request) { [weak self] in self?.receive($0, level) }
    if state.wanted.contains(level) { tasks[level] = task }
  }

  private func receive(_ update: PictureUpdate, _ level: PictureLevel) {
    guard state.wanted.contains(level) else { return }
    switch update {
    case .progress(let progress): apply(.progress(level, progress))
    case .partial(let picture):
      pictures[level] = picture
      apply(.partial(level))
      // One part looks like the other to the state.
      if state.shown == level { onChange?() }
    case .finished(let picture):
      pictures[level] = picture
      apply(.finished(level))
    case .failed(let message): apply(.failed(level, message))
    }
  }
}

extension PixelSize {
  /// Two sizes are the same picture's when their proportions differ by less: a small one is rounded
  /// to whole pixels.
  private static let slack = 1.0

  /// True when a picture of this size may be one of size `whole`, made smaller.
  fileprivate func isReduction(of whole: PixelSize) -> Bool {
    guard !isEmpty, !whole.isEmpty, width <= whole.width, height <= whole.height else {
      return false
    }
    let scale = Double(whole.width) / Double(width)
    return abs(Double(height) * scale - Double(whole.height)) <= Self.slack * scale
  }
}
