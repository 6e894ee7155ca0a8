/// A small tiled TIFF with a reduced copy.
enum PyramidPicture {
  private static let side = 16

  /// Files with the reduced copy in the chain of directories, in a SubIFD, and in the chain without
  /// the tag that marks it as a reduced copy.
  static let all: [[UInt8]] = [
    file(page: [], copy: [(254, 4, 1, 1)], isChain: true),
    file(page: [(330, 4, 1, 0)], copy: [(254, 4, 1, 1)], isChain: false),
    file(page: [(270, 2, 4, 0x7265_7041)], copy: [], isChain: true),
  ]

  private typealias Entry = (tag: Int, kind: Int, count: Int, value: Int)

  private static func file(page: [Entry], copy: [Entry], isChain: Bool) -> [UInt8] {
    let pageEntries = entries(40, page)
    let copyPlace = 8 + length(pageEntries)
    let copyEntries = entries(20, copy)
    let data = copyPlace + length(copyEntries)
    func placed(_ entries: [Entry], tiles: Int) -> [Entry] {
      // The offset of the lists of tile offsets and tile sizes. All entries are those of one tile.
      let list = data + side * side
      return entries.map { entry in
        switch entry.tag {
        case 324: (324, 4, tiles, tiles == 1 ? data : list)
        case 325: (325, 4, tiles, tiles == 1 ? side * side : list + tiles * 4)
        case 330: (330, 4, 1, copyPlace)
        default: entry
        }
      }
    }
    let (pageTiles, copyTiles) = (9, 4)
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + little(8, 4)
    bytes += directory(placed(pageEntries, tiles: pageTiles), next: isChain ? copyPlace : 0)
    bytes += directory(placed(copyEntries, tiles: copyTiles), next: 0)
    bytes += (0..<side * side).map { UInt8($0) }
    bytes += (0..<pageTiles).flatMap { _ in little(data, 4) }
    bytes += (0..<pageTiles).flatMap { _ in little(side * side, 4) }
    return bytes
  }

  private static func entries(_ size: Int, _ more: [Entry]) -> [Entry] {
    let all: [Entry] = [
      (256, 3, 1, size), (257, 3, 1, size), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (277, 3, 1, 1), (322, 3, 1, side), (323, 3, 1, side), (324, 4, 1, 0), (325, 4, 1, 0),
    ]
    return (all + more).sorted { $0.tag < $1.tag }
  }

  private static func length(_ entries: [Entry]) -> Int { 2 + entries.count * 12 + 4 }

  private static func directory(_ entries: [Entry], next: Int) -> [UInt8] {
    little(entries.count, 2)
      + entries.flatMap { entry in
        little(entry.tag, 2) + little(entry.kind, 2) + little(entry.count, 4)
          + little(entry.value, 4)
      } + little(next, 4)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
