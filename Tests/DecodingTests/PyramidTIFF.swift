import Geometry
import Pixels

/// A tiled TIFF with reduced copies, each level in one gray.
struct PyramidTIFF {
  /// The position of the directories of the copies.
  enum Arrangement: CaseIterable {
    /// The directories are in the chain, marked as reduced copies.
    case chain
    /// The directories are in the SubIFDs of the page.
    case subDirectories
    /// The directories are in the chain, without the bit of NewSubfileType that marks a reduced
    /// image, as scanners of microscope slides write them.
    case slide
  }

  /// A directory with one tile for all positions of its grid.
  struct Level {
    var level: Int
    var size: PixelSize
    var tile: [UInt8]
    var tags: [Int: TIFFWriter.Value] = [:]
  }

  static let side = 16
  var arrangement = Arrangement.chain
  var isBig = false
  var levels: [Level]

  /// The pyramid of a picture of `size`, with copies of the levels `copies`.
  ///
  /// - Parameter roundsDown: whether a copy lacks an incomplete last column and row.
  init(_ size: PixelSize, copies: [Int], roundsDown: Bool = false) {
    levels = ([0] + copies).map { level in
      let rest = roundsDown ? 0 : 1 << level - 1
      return Level(
        level: level,
        size: PixelSize(width: (size.width + rest) >> level, height: (size.height + rest) >> level),
        tile: [UInt8](repeating: Self.gray(level), count: Self.side * Self.side))
    }
  }

  static func gray(_ level: Int) -> UInt8 { UInt8(200 - level * 20) }
  static func pixel(_ level: Int) -> UInt32 { 0xFF00_0000 | UInt32(gray(level)) * 0x01_0101 }

  private func writer(_ level: Level, isCopy: Bool) -> TIFFWriter {
    var writer = TIFFWriter(level.size.width, level.size.height, samples: 1, photometric: 1)
    writer.isBig = isBig
    writer.tags[278] = nil
    writer.tags[322] = .longs([Self.side])
    writer.tags[323] = .longs([Self.side])
    if isCopy, arrangement != .slide { writer.tags[254] = .longs([1]) }
    if !isCopy, arrangement == .slide { writer.tags[270] = .text("Aperio Image Library v10") }
    writer.tags.merge(level.tags) { $1 }
    return writer
  }

  private func tiles(_ level: Level) -> [[UInt8]] {
    let across = (level.size.width + Self.side - 1) / Self.side
    let down = (level.size.height + Self.side - 1) / Self.side
    return [[UInt8]](repeating: level.tile, count: across * down)
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var page = writer(levels[0], isCopy: false)
    let copies = levels.dropFirst()
    let isChain = arrangement != .subDirectories
    if !isChain { page.tags[330] = .longs([Int](repeating: 0, count: copies.count)) }
    func head() -> [UInt8] {
      page.bytes(tiles(levels[0]), tiled: true, hasNext: isChain && !copies.isEmpty)
    }
    let length = head().count
    var rest: [UInt8] = []
    var offsets: [Int] = []
    for (index, copy) in copies.enumerated() {
      offsets.append(length + rest.count)
      rest += writer(copy, isCopy: true).bytes(
        tiles(copy), tiled: true, at: length + rest.count,
        hasNext: isChain && index + 1 < copies.count)
    }
    if !isChain { page.tags[330] = .longs(offsets) }
    return head() + rest
  }

  /// The BigTIFF in which all tiles of a level share the same bytes of the file.
  var sharing: [UInt8] {
    var out = Array("II".utf8) + [43, 0, 8, 0, 0, 0] + TIFFWriter.little(16, 8)
    for (index, level) in levels.enumerated() {
      let tags = writer(level, isCopy: index > 0).tags
      guard case .longs(let sides)? = tags[322], let side = sides.first else { continue }
      let across = (level.size.width + side - 1) / side
      let count = across * ((level.size.height + side - 1) / side)
      var all = tags
      let inline = tags.count + 2
      // The directory is followed by both lists, then by the tile.
      let lists = out.count + 8 + inline * 20 + 8
      let offset = lists + (count == 1 ? 0 : count * 8)
      all[324] = .longs([Int](repeating: offset, count: count))
      all[325] = .longs([Int](repeating: level.tile.count, count: count))
      let isLast = index + 1 == levels.count
      var behind: [UInt8] = []
      out += TIFFWriter.little(inline, 8)
      for (tag, value) in all.sorted(by: { $0.key < $1.key }) {
        guard case .longs(let values) = value else {
          guard case .shorts(let values) = value else { continue }
          out += TIFFWriter.little(tag, 2) + TIFFWriter.little(3, 2)
          out += TIFFWriter.little(values.count, 8) + TIFFWriter.little(values[0], 8)
          continue
        }
        out += TIFFWriter.little(tag, 2) + TIFFWriter.little(4, 2)
        out += TIFFWriter.little(values.count, 8)
        if values.count == 1 {
          out += TIFFWriter.little(values[0], 8)
        } else {
          out += TIFFWriter.little(lists + behind.count, 8)
          behind += values.flatMap { TIFFWriter.little($0, 4) }
        }
      }
      out += TIFFWriter.little(isLast ? 0 : offset + level.tile.count, 8) + behind + level.tile
    }
    return out
  }
}
