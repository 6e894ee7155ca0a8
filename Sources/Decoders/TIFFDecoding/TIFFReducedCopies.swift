import DecodingSupport
import Geometry
import PictureMetadata
import Pixels

/// The reduced copies of a page of a TIFF, by the powers of two by which they are reduced.
struct TIFFReducedCopies {
  /// A copy of the page, reduced by 2^`level`.
  struct Copy {
    let level: Int
    let size: PixelSize
    /// The offset of the directory of the copy in the file, in bytes.
    let offset: Int
  }

  /// The copies by rising level, at most one of each level. Copies in other proportions, and those
  /// that are not reduced by a power of two, are left out.
  let all: [Copy]
  /// The size of the page itself in pixels.
  private let naturalSize: PixelSize

  init(of file: TIFFFile, in bytes: PictureBytes) {
    naturalSize = file.size
    let found = file.directoryOffset.map { TIFFPages.reducedCopies(bytes, ofPageAt: $0) } ?? []
    var copies: [Int: Copy] = [:]
    for copy in found {
      guard let level = Self.level(of: copy.size, in: file.size), copies[level] == nil else {
        continue
      }
      copies[level] = Copy(level: level, size: copy.size, offset: copy.offset)
    }
    all = copies.values.sorted { $0.level < $1.level }
  }

  /// The size in pixels of the smallest copy, or of the page itself when it has no copies.
  var smallestSize: PixelSize { all.last?.size ?? naturalSize }

  /// The level of a copy of `size` of a page of `natural` pixels; nil when it is not reduced by a
  /// power of two. The last column or row of the level may be missing in the copy, because some
  /// writers round down.
  static func level(of size: PixelSize, in natural: PixelSize) -> Int? {
    let levels = 1...RegionPlan.maxLevel
    func isNear(_ level: Int) -> Bool {
      let whole = RegionPlan.reduced(natural, level)
      return (whole.width - 1...whole.width).contains(size.width)
        && (whole.height - 1...whole.height).contains(size.height)
    }
    return levels.first { RegionPlan.reduced(natural, $0) == size } ?? levels.first(where: isNear)
  }
}
