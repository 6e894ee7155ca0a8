import Glibc

/// The comparison of a frame with the one before, so that few bytes are sent through a slow
/// connection: it finds a part that has only moved, and the tiles that differ.
///
/// Both frames have the same size and layout: 4 bytes per pixel, `stride` bytes per row.
nonisolated struct FrameDifference {
  /// A part of the former frame that appears at another position in the new one.
  struct Move: Hashable {
    /// The rectangle of the moved part in the new frame, in pixels.
    var target: PixelArea
    /// The distance to the right from the position in the former frame, in pixels.
    var dx: Int
    /// The distance downwards from the position in the former frame, in pixels.
    var dy: Int
  }

  /// The width of a tile in pixels: small enough to leave out unchanged pixels, and large enough
  /// that a request's own bytes are few compared with the pixels.
  private static let tileWidth = 64
  /// The height of a tile in pixels, chosen like ``tileWidth``.
  static let tileHeight = 16
  /// The width in pixels of a sample, a part of one row of the new frame that is searched for in
  /// the former one.
  private static let sampleWidth = 32
  /// The number of rows from which samples are taken.
  private static let sampleCount = 24
  /// The minimum number of samples that must have moved by the same distance.
  private static let minVotes = 4
  private static let bytesPerPixel = 4

  private let new: UnsafeRawPointer
  private let old: UnsafeRawPointer
  private let stride: Int

  init(new: UnsafeRawPointer, old: UnsafeRawPointer, stride: Int) {
    (self.new, self.old, self.stride) = (new, old, stride)
  }

  private func offset(_ x: Int, _ y: Int) -> Int { y * stride + x * Self.bytesPerPixel }

  private func isEqual(_ x: Int, _ y: Int, toOld oldX: Int, _ oldY: Int, pixels: Int) -> Bool {
    memcmp(new + offset(x, y), old + offset(oldX, oldY), pixels * Self.bytesPerPixel) == 0
  }

  /// Whether a sample of the new frame has more than one colour: a sample of one colour is found at
  /// too many positions.
  private func hasSeveralColors(_ x: Int, _ y: Int) -> Bool {
    let start = new + offset(x, y)
    let length = (Self.sampleWidth - 1) * Self.bytesPerPixel
    return memcmp(start, start + Self.bytesPerPixel, length) != 0
  }

  // MARK: Moves

  /// The horizontal or vertical move of most of an area; nil when none is found, or when the area
  /// is small.
  func findMove(in area: PixelArea) -> Move? {
    guard area.width >= 4 * Self.sampleWidth, area.height >= Self.sampleCount else { return nil }
    return horizontalMove(in: area) ?? verticalMove(in: area)
  }

  /// The coordinates, in pixels, at which samples are taken along a length, evenly distributed.
  private func samplePositions(from start: Int, length: Int) -> [Int] {
    (0..<Self.sampleCount).map { start + ($0 * 2 + 1) * length / (2 * Self.sampleCount) }
  }

  private func horizontalMove(in area: PixelArea) -> Move? {
    var votes: [Int: [Int]] = [:]
    for y in samplePositions(from: area.y, length: area.height) {
      for quarter in 1...3 {
        let x = area.x + area.width * quarter / 4 - Self.sampleWidth / 2
        guard hasSeveralColors(x, y) else { continue }
        guard !isEqual(x, y, toOld: x, y, pixels: Self.sampleWidth) else { continue }
        let last = area.x + area.width - Self.sampleWidth
        let found = (area.x...last).filter {
          isEqual(x, y, toOld: $0, y, pixels: Self.sampleWidth)
        }
        if let match = found.first, found.count == 1 { votes[x - match, default: []].append(y) }
      }
    }
    guard let (dx, rows) = mostFrequent(votes) else { return nil }
    let band = band(of: rows, from: area.y, length: area.height)
    let width = area.width - abs(dx)
    guard width > 0 else { return nil }
    return Move(
      target: PixelArea(
        x: area.x + max(0, dx), y: band.lowerBound, width: width, height: band.count),
      dx: dx, dy: 0)
  }

  private func verticalMove(in area: PixelArea) -> Move? {
    var votes: [Int: [Int]] = [:]
    for y in samplePositions(from: area.y, length: area.height) {
      for quarter in 1...3 {
        let x = area.x + area.width * quarter / 4 - Self.sampleWidth / 2
        guard hasSeveralColors(x, y) else { continue }
        guard !isEqual(x, y, toOld: x, y, pixels: Self.sampleWidth) else { continue }
        let found = (area.y..<area.y + area.height).filter {
          isEqual(x, y, toOld: x, $0, pixels: Self.sampleWidth)
        }
        if let match = found.first, found.count == 1 { votes[y - match, default: []].append(y) }
      }
    }
    guard let (dy, _) = mostFrequent(votes) else { return nil }
    let height = area.height - abs(dy)
    guard height > 0 else { return nil }
    return Move(
      target: PixelArea(x: area.x, y: area.y + max(0, dy), width: area.width, height: height),
      dx: 0, dy: dy)
  }

  private func mostFrequent(_ votes: [Int: [Int]]) -> (distance: Int, rows: [Int])? {
    guard let best = votes.max(by: { $0.value.count < $1.value.count }),
      best.value.count >= Self.minVotes
    else { return nil }
    return (best.key, best.value)
  }

  /// The rows from the first to the last sample that has moved, with half of the distance between
  /// samples on both sides. Other rows, such as those of bars above and below, are not part of the
  /// move.
  private func band(of rows: [Int], from start: Int, length: Int) -> Range<Int> {
    let reach = length / (2 * Self.sampleCount)
    let first = max(start, (rows.min() ?? start) - reach)
    let last = min(start + length, (rows.max() ?? start) + reach + 1)
    return first..<max(first + 1, last)
  }

  // MARK: Tiles

  /// A rectangle of the new frame, with its colour if it has only one.
  struct ColorPart: Hashable {
    var area: PixelArea
    /// The colour of all pixels of the area in the frame's pixel format; nil when the area has
    /// several colours.
    var color: UInt32?
  }

  /// The parts of an area in which the frames differ, joined to few rectangles.
  func changes(in area: PixelArea) -> [PixelArea] {
    joinedTiles(in: area) { tile in
      let differs = (tile.y..<tile.bottom).contains {
        !isEqual(tile.x, $0, toOld: tile.x, $0, pixels: tile.width)
      }
      return differs ? true : nil
    }.map(\.area)
  }

  /// An area of the new frame, divided into parts of one colour and others, joined to few
  /// rectangles.
  func parts(of area: PixelArea) -> [ColorPart] {
    joinedTiles(in: area) { .some(color(of: $0)) }.map { ColorPart(area: $0.area, color: $0.kind) }
  }

  /// The colour of all pixels of a tile in the frame's pixel format; nil when the tile has several
  /// colours.
  private func color(of tile: PixelArea) -> UInt32? {
    let first = new + offset(tile.x, tile.y)
    let length = tile.width * Self.bytesPerPixel
    // A row of one colour is equal to itself shifted by one pixel.
    guard memcmp(first, first + Self.bytesPerPixel, length - Self.bytesPerPixel) == 0,
      (tile.y + 1..<tile.bottom).allSatisfy({ memcmp(first, new + offset(tile.x, $0), length) == 0 }
      )
    else { return nil }
    return first.loadUnaligned(as: UInt32.self)
  }

  /// The tiles of an area, joined to rectangles of the same kind.
  ///
  /// - Parameter kind: the kind of a tile; nil leaves the tile out.
  private func joinedTiles<Kind: Hashable>(
    in area: PixelArea, kind: (PixelArea) -> Kind?
  ) -> [(area: PixelArea, kind: Kind)] {
    var found: [(area: PixelArea, kind: Kind)] = []
    /// The indices of the rectangles that end at the row of the next tiles.
    var open: [Int] = []
    for y in Swift.stride(from: area.y, to: area.bottom, by: Self.tileHeight) {
      let height = min(Self.tileHeight, area.bottom - y)
      var next: [Int] = []
      for run in joinedTilesOfRow(in: area, y: y, height: height, kind: kind) {
        let above = open.first {
          found[$0].area.x == run.area.x && found[$0].area.width == run.area.width
            && found[$0].kind == run.kind
        }
        if let above {
          found[above].area.height += height
          next.append(above)
        } else {
          found.append(run)
          next.append(found.count - 1)
        }
      }
      open = next
    }
    return found
  }

  private func joinedTilesOfRow<Kind: Hashable>(
    in area: PixelArea, y: Int, height: Int, kind: (PixelArea) -> Kind?
  ) -> [(area: PixelArea, kind: Kind)] {
    var runs: [(area: PixelArea, kind: Kind)] = []
    for x in Swift.stride(from: area.x, to: area.right, by: Self.tileWidth) {
      let width = min(Self.tileWidth, area.right - x)
      let tile = PixelArea(x: x, y: y, width: width, height: height)
      guard let found = kind(tile) else { continue }
      if let last = runs.last, last.area.right == x, last.kind == found {
        runs[runs.count - 1].area.width += width
      } else {
        runs.append((tile, found))
      }
    }
    return runs
  }
}
