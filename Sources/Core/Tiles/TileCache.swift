import Geometry

/// The tiles there are of one picture: what is seen stays, what lies around it as far as a budget of
/// bytes allows, and the rest until the room is needed.
public struct TileCache<Pixels> {
  /// A run that is there.
  public struct Entry {
    /// Which tiles.
    public let run: TileRun
    /// How they look.
    public let pixels: Pixels
    /// Bytes of memory.
    public let cost: Int
    var lastSeen: Int
  }

  /// Tiles are kept ready for so much more on every side as this share of what is seen.
  static var margin: Double { 0.25 }

  /// How the picture is cut.
  public let pyramid: TilePyramid
  /// Most bytes, unless what is seen takes more.
  public let budget: Int
  /// Bytes of everything in it.
  public private(set) var bytes = 0
  /// Everything in it, no tile twice.
  public private(set) var entries: [Entry] = []
  /// What is looked at; nil while no tile is needed.
  public private(set) var view: TileView?
  private var clock = 0

  /// Makes an empty cache.
  public init(_ pyramid: TilePyramid, budget: Int) {
    self.pyramid = pyramid
    self.budget = budget
  }

  /// Something else is looked at, or nothing that needs tiles.
  public mutating func look(at view: TileView?) {
    guard view != self.view else { return }
    self.view = view
    if let view { stamp(view) }
    makeRoom()
  }

  /// Takes a run, in the place of what there is of its tiles.
  public mutating func insert(_ pixels: Pixels, of run: TileRun, cost: Int) {
    bytes -= entries.filter { $0.run.shares(run) }.reduce(0) { $0 + $1.cost }
    entries.removeAll { $0.run.shares(run) }
    clock += 1
    entries.append(Entry(run: run, pixels: pixels, cost: cost, lastSeen: clock))
    bytes += cost
    makeRoom()
  }

  /// Forgets what is not seen.
  public mutating func removeUnseen() {
    let view = view
    entries = entries.filter { entry in view.map { isSeen(entry.run, $0) } ?? false }
    bytes = entries.reduce(0) { $0 + $1.cost }
  }

  /// Forgets everything but what is looked at.
  public mutating func removeAll() {
    entries = []
    bytes = 0
  }

  /// True when every tile of `area` is there.
  public func isComplete(_ area: TileArea) -> Bool { missing(in: area).isEmpty }

  /// True when nothing is missing of what is looked at.
  public var isComplete: Bool { seenArea.map(isComplete) ?? true }

  var seenArea: TileArea? {
    view.map { pyramid.tiles(in: $0.seen, at: pyramid.level(for: $0.scale)) }
  }

  var nearArea: TileArea? {
    view.map {
      pyramid.tiles(in: $0.surroundings(Self.margin), at: pyramid.level(for: $0.scale))
    }
  }

  // MARK: Dropping

  private mutating func stamp(_ view: TileView) {
    clock += 1
    for index in entries.indices where isSeen(entries[index].run, view) {
      entries[index].lastSeen = clock
    }
  }

  private func isSeen(_ run: TileRun, _ view: TileView) -> Bool {
    pyramid.rect(of: run).intersection(view.seen) != nil
  }

  private mutating func makeRoom() {
    guard bytes > budget else { return }
    let isComplete = isComplete
    let victims = entries.indices.filter { !isPinned(entries[$0].run, isComplete) }
      .sorted { worth(entries[$0]) < worth(entries[$1]) }
    var dropped: Set<Int> = []
    for index in victims where bytes > budget {
      bytes -= entries[index].cost
      dropped.insert(index)
    }
    entries = entries.indices.filter { !dropped.contains($0) }.map { entries[$0] }
  }

  /// What is drawn stays: the level that is wanted, and a coarser one as long as it stands for what
  /// is missing.
  private func isPinned(_ run: TileRun, _ isComplete: Bool) -> Bool {
    guard let view, let seenArea else { return false }
    if run.level == seenArea.level { return seenArea.touches(run) }
    return run.level > seenArea.level && isSeen(run, view) && !isComplete
  }

  /// What lies around the view is worth more than what is elsewhere or of another level; near more
  /// than far; what was seen lately more than what was not.
  private func worth(_ entry: Entry) -> (Int, Int, Double) {
    let distance = view.map { pyramid.distance(of: entry.run, from: $0.focus) } ?? 0
    let isNear = nearArea?.touches(entry.run) ?? false
    return isNear ? (1, 0, -distance) : (0, entry.lastSeen, -distance)
  }
}

extension TileRun {
  /// True when the two have a tile in common.
  func shares(_ other: TileRun) -> Bool {
    level == other.level && row == other.row && columns.overlaps(other.columns)
  }
}

extension TilePyramid {
  /// The square of the distance from `point` to the nearest pixel of a run; 0 inside.
  func distance(of run: TileRun, from point: Point) -> Double {
    let rect = rect(of: run)
    let dx = max(rect.minX - point.x, 0, point.x - rect.maxX)
    let dy = max(rect.minY - point.y, 0, point.y - rect.maxY)
    return dx * dx + dy * dy
  }
}
