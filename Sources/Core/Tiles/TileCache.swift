import Geometry

/// A cache of the decoded tiles of one picture. Visible tiles are never evicted; those around the
/// view stay as far as a budget of bytes permits, and others until the space is needed.
public struct TileCache<Pixels> {
  /// A run of adjacent tiles in the cache, with its pixels.
  public struct Entry {
    /// The tiles of the run: their level, row and columns.
    public let run: TileRun
    /// The decoded pixels of the run of tiles.
    public let pixels: Pixels
    /// The size of the run's pixels in memory, in bytes.
    public let cost: Int
    var lastVisibleUse: Int
  }

  /// The width of the prefetched border around the view, as a share of the size of the visible
  /// region.
  static var prefetchMarginShare: Double { 0.25 }

  /// The division of the picture into levels and tiles.
  public let pyramid: TilePyramid
  /// The maximum size of all cached tiles in bytes; the visible tiles may exceed it.
  public let budget: Int
  /// The size of all cached tiles in bytes.
  public private(set) var byteCount = 0
  /// The cached runs of tiles; no tile is in two of them.
  public private(set) var entries: [Entry] = []
  /// The visible region of the picture and its scale; nil while no tiles are needed.
  public private(set) var view: TileViewport?
  private var useCount = 0

  public init(_ pyramid: TilePyramid, budget: Int) {
    self.pyramid = pyramid
    self.budget = budget
  }

  /// Sets the visible region and its scale, nil while no tiles are needed, and evicts tiles beyond
  /// the budget.
  public mutating func setView(_ view: TileViewport?) {
    guard view != self.view else { return }
    self.view = view
    if let view { recordUse(in: view) }
    evict()
  }

  /// Adds the pixels of a run of tiles; cached runs that share a tile with it are removed.
  ///
  /// - Parameter cost: the size of the pixels in memory, in bytes.
  public mutating func insert(_ pixels: Pixels, of run: TileRun, cost: Int) {
    byteCount -= entries.filter { $0.run.overlaps(run) }.reduce(0) { $0 + $1.cost }
    entries.removeAll { $0.run.overlaps(run) }
    useCount += 1
    entries.append(Entry(run: run, pixels: pixels, cost: cost, lastVisibleUse: useCount))
    byteCount += cost
    evict()
  }

  /// Evicts all tiles that are not visible.
  public mutating func removeInvisible() {
    let view = view
    entries = entries.filter { entry in view.map { isVisible(entry.run, $0) } ?? false }
    byteCount = entries.reduce(0) { $0 + $1.cost }
  }

  /// Evicts all tiles, but keeps the view.
  public mutating func removeAll() {
    entries = []
    byteCount = 0
  }

  /// Whether every tile of `area` is cached.
  public func isComplete(_ area: TileArea) -> Bool { missing(in: area).isEmpty }

  /// Whether every visible tile of the level for the view's scale is cached; true without a view.
  public var isComplete: Bool { visibleArea.map(isComplete) ?? true }

  var visibleArea: TileArea? {
    view.map { view in
      let level = pyramid.level(for: view.scale)
      return pyramid.tiles(in: pyramid.interpolationArea(of: view.visible, at: level), at: level)
    }
  }

  var prefetchArea: TileArea? {
    view.map {
      pyramid.tiles(in: $0.surroundings(Self.prefetchMarginShare), at: pyramid.level(for: $0.scale))
    }
  }

  // MARK: Eviction

  private mutating func recordUse(in view: TileViewport) {
    useCount += 1
    for index in entries.indices where isVisible(entries[index].run, view) {
      entries[index].lastVisibleUse = useCount
    }
  }

  private func isVisible(_ run: TileRun, _ view: TileViewport) -> Bool {
    pyramid.rect(of: run).intersection(view.visible) != nil
  }

  private mutating func evict() {
    guard byteCount > budget else { return }
    let isComplete = isComplete
    let victims = entries.indices.filter { !isPinned(entries[$0].run, isComplete) }
      .sorted { evictionRank(entries[$0]) < evictionRank(entries[$1]) }
    var dropped: Set<Int> = []
    for index in victims where byteCount > budget {
      byteCount -= entries[index].cost
      dropped.insert(index)
    }
    entries = entries.indices.filter { !dropped.contains($0) }.map { entries[$0] }
  }

  /// Whether a run must not be evicted because it is drawn: a visible run of the level for the
  /// view's scale, or of a coarser level while `isComplete` is false, that is, while visible tiles
  /// of that level are missing.
  private func isPinned(_ run: TileRun, _ isComplete: Bool) -> Bool {
    guard let view, let visibleArea else { return false }
    if run.level == visibleArea.level { return visibleArea.touches(run) }
    return run.level > visibleArea.level && isVisible(run, view) && !isComplete
  }

  /// The rank of an entry for eviction, lowest first. Runs of the level for the view's scale in and
  /// around the view rank above all others, nearer ones higher; all other runs rank by the time at
  /// which they were last visible.
  private func evictionRank(_ entry: Entry) -> (Int, Int, Double) {
    let distance = view.map { pyramid.distance(of: entry.run, from: $0.focus) } ?? 0
    let isNear = prefetchArea?.touches(entry.run) ?? false
    return isNear ? (1, 0, -distance) : (0, entry.lastVisibleUse, -distance)
  }
}

extension TileRun {
  /// Whether this run and `other` have a tile in common.
  func overlaps(_ other: TileRun) -> Bool {
    level == other.level && row == other.row && columns.overlaps(other.columns)
  }
}

extension TilePyramid {
  /// The square of the distance from `point` to the nearest pixel of a run, both in picture pixels;
  /// 0 inside the run.
  func distance(of run: TileRun, from point: Point) -> Double {
    let rect = rect(of: run)
    let dx = max(rect.minX - point.x, 0, point.x - rect.maxX)
    let dy = max(rect.minY - point.y, 0, point.y - rect.maxY)
    return dx * dx + dy * dy
  }
}
