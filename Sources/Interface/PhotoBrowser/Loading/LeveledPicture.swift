package import Pixels

/// The picture of one page, loaded level by level: it requests the levels that its ``state`` wants,
/// and keeps the best result of each.
///
/// Releasing this object cancels its requests.
package final class LeveledPicture {
  /// The names of the picture's levels in the loader.
  package let levels: Picture.Levels
  /// The loading state of the levels.
  package private(set) var state: LevelsState
  /// A closure called when ``picture`` or ``state`` has changed.
  package var onChange: (() -> Void)?

  private let loader: any PictureLoader
  private let box: PixelSize
  private var pictures: [Picture.Level: Picture] = [:]
  private var tasks: [Picture.Level: Picture.Load] = [:]
  private var reloadTasks: [Picture.Level: Picture.Load] = [:]

  /// Makes a picture for which nothing has been requested.
  ///
  /// - Parameter box: the box in device pixels into which the picture is fitted.
  package init(_ levels: Picture.Levels, loader: any PictureLoader, box: PixelSize) {
    self.levels = levels
    self.loader = loader
    self.box = box
    state = LevelsState(levels)
  }

  /// Adopts the levels that the loader has cached, and begins to load those that the ``state``
  /// wants in addition. A second call has no effect.
  ///
  /// - Parameter wasOriginalSeen: true when the user has viewed the original before, so that it is
  ///   loaded without being requested.
  package func begin(wasOriginalSeen: Bool) {
    var cachedLevels: Set<Picture.Level> = []
    var stored: Set<Picture.Level> = []
    for request in Picture.Level.allCases.compactMap(request) {
      if let picture = loader.cached(request) {
        pictures[request.level] = picture
        cachedLevels.insert(request.level)
      }
      if loader.isStored(request) { stored.insert(request.level) }
    }
    apply(
      .began(cachedLevels: cachedLevels, storedLevels: stored, wasOriginalSeen: wasOriginalSeen))
  }

  /// Loads the original, because the user requested it.
  package func viewOriginal() { apply(.viewOriginal) }

  /// Tries again to load the picture, because the user requested it.
  package func retry() { apply(.retry) }

  /// Loads every complete level again, for instance after a change of the monitor's colour profile.
  /// The current pictures stay until their replacements arrive, also if loading fails.
  package func refetch() {
    for level in Picture.Level.allCases where state.isLoaded(level) {
      guard let request = request(level) else { continue }
      reloadTasks[level] = loader.load(request) { [weak self] update in
        guard let self, case .finished(let picture) = update else { return }
        pictures[level] = picture
        onChange?()
      }
    }
  }

  /// The best available picture, together with those bitmaps of all complete lower levels that are
  /// reductions of it; nil while there is none.
  package var picture: Picture? {
    guard let shown = state.shownLevel, let best = pictures[shown] else { return nil }
    var bitmaps = best.bitmaps
    // Smaller bitmaps are faster to draw, and exact when the page is as small as they are.
    for (level, other) in pictures where level < shown && state.isLoaded(level) {
      bitmaps += other.bitmaps.filter { $0.size.isReduction(of: best.naturalSize) }
    }
    var picture = Picture(bitmaps, naturalSize: naturalSize(of: best, shown))
    picture?.isPartial = best.isPartial
    return picture
  }

  /// The natural size with which `picture`, of the quality `level`, is shown: that of the original,
  /// if it is known in advance and `picture` is a reduction of it. If no size is known in advance, a
  /// thumbnail gets an estimate that is much larger; any other picture gets its own size. The page
  /// thus keeps its proportions and its zoom while its picture improves.
  private func naturalSize(of picture: Picture, _ level: Picture.Level) -> PixelSize {
    guard level < .original || levels.original == nil else { return picture.naturalSize }
    if let known = levels.naturalSize, picture.naturalSize.isReduction(of: known) { return known }
    guard level == .thumbnail, levels.naturalSize == nil else { return picture.naturalSize }
    let size = picture.naturalSize.size * BrowserThumbnail.assumedReduction
    return PixelSize(width: Int(size.width), height: Int(size.height))
  }

  private func request(_ level: Picture.Level) -> Picture.Request? {
    levels.name(of: level).map { Picture.Request(name: $0, level: level, box: box) }
  }

  private func apply(_ event: LevelsState.Event) {
    let before = state
    state.apply(event)
    for level in tasks.keys where !state.wantedLevels.contains(level) { tasks[level] = nil }
    if state != before { onChange?() }
    for level in Picture.Level.allCases where !before.wantedLevels.contains(level) {
      // A loader that calls back before it returns may have changed the wanted levels.
      if state.wantedLevels.contains(level), tasks[level] == nil { fetch(level) }
    }
  }

  private func fetch(_ level: Picture.Level) {
    guard let request = request(level) else { return }
    let task = loader.load(request) { [weak self] in self?.receive($0, level) }
    if state.wantedLevels.contains(level) { tasks[level] = task }
  }

  private func receive(_ update: Picture.Update, _ level: Picture.Level) {
    guard state.wantedLevels.contains(level) else { return }
    switch update {
    case .progress(let progress): apply(.progress(level, progress))
    case .partial(let picture):
      pictures[level] = picture
      apply(.partial(level))
      // A partial picture that replaces another partial picture does not change the state, so it is
      // reported here.
      if state.shownLevel == level { onChange?() }
    case .finished(let picture):
      pictures[level] = picture
      apply(.finished(level))
    case .failed(let message): apply(.failed(level, message))
    }
  }
}

extension PixelSize {
  /// The tolerance of ``isReduction(of:)`` in pixels of the smaller picture, because its sides are
  /// rounded to whole pixels.
  private static let reductionTolerance = 1.0

  /// Whether a picture of this size may be a reduced version of one of the size `whole`: not
  /// larger, and of the same proportions within rounding.
  fileprivate func isReduction(of whole: PixelSize) -> Bool {
    guard !isEmpty, !whole.isEmpty, width <= whole.width, height <= whole.height else {
      return false
    }
    let scale = Double(whole.width) / Double(width)
    return abs(Double(height) * scale - Double(whole.height)) <= Self.reductionTolerance * scale
  }
}
