import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// The merged picture of a Photoshop document, whose rows are decoded one by one: gray and RGB of 8
/// and 16 bits; and the modes that FreeImage does not decode completely: indexed colours, whose
/// transparent index it ignores, CMYK with transparency, and multichannel documents, whose channels
/// are inks.
///
/// - Source: Adobe Photoshop File Formats Specification, Color Mode Data Section and Image Resource
///   IDs 1007, 1047 and 1077.
final class PhotoshopSamples: SixteenBitSamples {
  let size: PixelSize
  let isPremultiplied = false
  let isOpaque: Bool
  let exceedsEightBits: Bool
  /// Whether the file ends before the last row.
  var isTruncated: Bool { planes.isTruncated }
  private let planes: PhotoshopPlanes
  private let content: Content

  private enum Content {
    /// The plane of each component, in the order blue, green and red, and that of the transparency.
    case colors(planes: SIMD3<Int>, alpha: Int?, isMixedWithWhite: Bool)
    /// The blue, green, red and alpha of each index of the first plane.
    case indices(palette: [SIMD4<UInt16>])
    /// The ink of each plane, from the first one, and the plane of the transparency.
    case inks([PhotoshopInk], alpha: Int?, isMixedWithWhite: Bool)
  }

  /// Finds the planes of a document.
  ///
  /// - Returns: nil when FreeImage decodes documents of this mode and number of bits, and when the
  ///   number of bits of a sample is not possible in the mode.
  /// - Throws: `.damaged` when the planes have another compression or exceed the file.
  init?(_ document: PhotoshopDocument) throws(DecodeFailure) {
    let alpha = document.transparencyChannel
    let count: Int
    switch document.mode {
    case .gray, .duotone, .rgb:
      let planes: SIMD3<Int> = document.mode == .rgb ? [2, 1, 0] : [0, 0, 0]
      // FreeImage decodes samples of other depths and planes that are compressed by DEFLATE.
      guard document.bitsPerSample == 8 || document.bitsPerSample == 16, document.hasIndependentRows
      else {
        return nil
      }
      count = max(planes.max(), alpha ?? 0) + 1
      content = .colors(planes: planes, alpha: alpha, isMixedWithWhite: document.isMixedWithWhite)
      isOpaque = alpha == nil
    case .indexed:
      guard document.bitsPerSample == 8 else { return nil }
      count = 1
      let colors = Self.palette(document)
      content = .indices(palette: colors)
      isOpaque = colors.allSatisfy { $0.w == .max }
    case .cmyk:
      guard let alpha, document.bitsPerSample <= 16 else { return nil }
      count = alpha + 1
      content = .inks(
        PhotoshopInk.processInks, alpha: alpha, isMixedWithWhite: document.isMixedWithWhite)
      isOpaque = false
    case .multichannel:
      let inks = PhotoshopInk.all(of: document)
      guard document.bitsPerSample <= 16, !inks.isEmpty else { return nil }
      count = inks.count
      content = .inks(inks, alpha: nil, isMixedWithWhite: false)
      isOpaque = true
    case .bitmap, .lab: return nil
    }
    guard let planes = PhotoshopPlanes(document, count: count) else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.photoshop.name, detail: "its data make no sense")
    }
    self.planes = planes
    size = document.size
    exceedsEightBits = document.bitsPerSample > 8
  }

  /// The colours of a palette: 256 levels of red, then of green and of blue. A colour that is
  /// missing is a gray level.
  private static func palette(_ document: PhotoshopDocument) -> [SIMD4<UInt16>] {
    let clear = document.data(of: .transparencyIndex)?.big16(0)
    return (0..<256).map { index in
      func level(_ channel: Int) -> UInt16 {
        UInt16(document.modeData.byte(channel * 256 + index) ?? UInt8(index)) * 257
      }
      return SIMD4<UInt16>(level(2), level(1), level(0), index == clear ? 0 : .max)
    }
  }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    let width = size.width
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * max(1, width)) { room in
      guard let levels = room.baseAddress else { return }
      switch content {
      case .colors(let indices, let alpha, let isMixedWithWhite):
        write(indices, alpha, isMixedWithWhite, y, to: row, levels)
      case .indices(let colors):
        planes.write(0, row: y, to: levels)
        for x in 0..<width {
          let color = colors[Int(levels[x] >> 8)]
          for component in 0..<4 { row[4 * x + component] = color[component] }
        }
      case .inks(let inks, let alpha, let isMixedWithWhite):
        let alphas = levels + width
        if let alpha {
          planes.write(alpha, row: y, to: alphas)
        } else {
          for x in 0..<width { alphas[x] = .max }
        }
        for component in 0..<4 * width { row[component] = .max }
        for (plane, ink) in inks.enumerated() {
          planes.write(plane, row: y, to: levels)
          if isMixedWithWhite { WhiteMatte.unmix(levels, from: alphas, count: width) }
          ink.apply(levels, to: row, count: width)
        }
        for x in 0..<width { row[4 * x + 3] = alphas[x] }
      }
    }
  }

  /// Writes a row of gray or RGB; `room` has space for the levels of two rows.
  private func write(
    _ indices: SIMD3<Int>, _ alpha: Int?, _ isMixedWithWhite: Bool, _ y: Int,
    to row: UnsafeMutablePointer<UInt16>, _ room: UnsafeMutablePointer<UInt16>
  ) {
    let width = size.width
    let (levels, alphas) = (room, room + width)
    if let alpha {
      planes.write(alpha, row: y, to: alphas)
    } else {
      for x in 0..<width { alphas[x] = .max }
    }
    for component in 0..<3 {
      if component == 0 || indices[component] != indices[component - 1] {
        planes.write(indices[component], row: y, to: levels)
        if isMixedWithWhite { WhiteMatte.unmix(levels, from: alphas, count: width) }
      }
      for x in 0..<width { row[4 * x + component] = levels[x] }
    }
    for x in 0..<width { row[4 * x + 3] = alphas[x] }
  }
}

/// The levels of colours that Photoshop has mixed with white.
enum WhiteMatte {
  /// The level of a colour before it was mixed with white, which has the highest level.
  static func unmixed(_ mixed: UInt16, alpha: UInt16) -> UInt16 {
    if alpha == 0 || alpha == .max { return mixed }
    let white = Int(UInt16.max) - Int(alpha)
    let level = (Int(mixed) - white) * Int(UInt16.max) / Int(alpha)
    return UInt16(clamping: level)
  }

  /// Replaces the mixed levels of a row by those of the colours.
  static func unmix(
    _ levels: UnsafeMutablePointer<UInt16>, from alphas: UnsafePointer<UInt16>, count: Int
  ) {
    for x in 0..<count { levels[x] = unmixed(levels[x], alpha: alphas[x]) }
  }
}
