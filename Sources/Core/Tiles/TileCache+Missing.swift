import Geometry

/// The tiles of a picture that are to be loaded, and the cached tiles that are drawn until then.
extension TileCache {
  /// The number of levels finer than the one for the current scale that are drawn; even finer ones
  /// would shimmer.
  private static var maxFinerLevels: Int { 2 }

  /// The runs of tiles to load: the visible ones, nearest to the view's focus first, then those to
  /// prefetch around the view, as far as the budget permits.
  ///
  /// - Complexity: O(tiles in view × cached runs).
  public var runsToLoad: [TileRun] {
    guard let visibleArea, let prefetchArea else { return [] }
    let seen = nearestFirst(missing(in: visibleArea))
    let kept = entries.filter { prefetchArea.touches($0.run) || visibleArea.touches($0.run) }
    var room = budget - kept.reduce(0) { $0 + $1.cost } - cost(of: seen)
    let around = nearestFirst(missing(in: prefetchArea, without: visibleArea)).prefix { run in
      room -= pyramid.cost(of: run)
      return room >= 0
    }
    return seen + around
  }

  private func cost(of runs: [TileRun]) -> Int { runs.reduce(0) { $0 + pyramid.cost(of: $1) } }

  private func nearestFirst(_ runs: [TileRun]) -> [TileRun] {
    guard let focus = view?.focus else { return runs }
    let distances = runs.map { pyramid.distance(of: $0, from: focus) }
    return runs.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }.map { runs[$0] }
  }

  /// The tiles of `area`, without those of `known`, that are not cached, in as few runs as
  /// possible.
  func missing(in area: TileArea, without known: TileArea? = nil) -> [TileRun] {
    let there = entries.map(\.run).filter(area.touches)
    var runs: [TileRun] = []
    for row in area.rows {
      let held = there.filter { $0.row == row }
      var first: Int?
      for column in area.columns.lowerBound...area.columns.upperBound {
        let isWanted =
          area.columns.contains(column) && known?.contains(column: column, row: row) != true
          && !held.contains { $0.columns.contains(column) }
        if let start = first, !isWanted || column - start == pyramid.runLength {
          runs.append(TileRun(level: area.level, row: row, columns: start..<column))
          first = nil
        }
        if isWanted, first == nil { first = column }
      }
    }
    return runs
  }

  /// The cached runs of tiles that are visible in `view`, top layer first: those of the level for
  /// the view's scale, then of coarser levels, then of finer ones. Each run is drawn over those
  /// after it.
  public func entries(for view: TileViewport) -> [Entry] {
    let wanted = pyramid.level(for: view.scale)
    return entries.filter {
      $0.run.level >= wanted - Self.maxFinerLevels
        && pyramid.rect(of: $0.run).intersection(view.visible) != nil
    }.sorted { drawingRank($0.run.level, wanted) < drawingRank($1.run.level, wanted) }
  }

  private func drawingRank(_ level: Int, _ wanted: Int) -> Int {
    level >= wanted ? level - wanted : pyramid.levelCount + wanted - level
  }
}
