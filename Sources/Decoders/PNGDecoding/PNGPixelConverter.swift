import ColorManagement
import DecodingSupport
import Pixels
import Resampling

/// The conversion of a row of PNG samples to premultiplied BGRA.
struct PNGPixelConverter {
  private let file: PNGFile
  /// The conversion of samples of 16 bits to the target colours; nil when the pixels stay in the
  /// colours of the file.
  private let sixteenBitConversion: ColorConversion?
  /// The BGRA pixel for every sample value of indexed and gray pictures of up to eight bits; empty
  /// for other pictures.
  private var pixelBySample: [UInt32] = []
  /// The transparent colour of tRNS as samples of the file's depth; nil when the file defines none.
  ///
  /// - Source: PNG specification, third edition, 11.3.1.1.
  private var transparentColor: (red: Int, green: Int, blue: Int)?

  /// Whether all pixels of the picture are opaque.
  var isOpaque: Bool {
    switch file.colorType {
    case .grayAlpha, .rgbAlpha: false
    case .gray, .rgb, .palette: file.transparencyChunk.count == 0
    }
  }

  init(_ file: PNGFile, sixteenBitConversion: ColorConversion? = nil) {
    self.file = file
    self.sixteenBitConversion = sixteenBitConversion
    let t = file.transparencyChunk
    // Only the low bits of a value in tRNS are the sample; those above must be masked.
    let maxSample = 1 << file.depth - 1
    switch file.colorType {
    case .palette: pixelBySample = (0..<256).map { Self.paletteEntry($0, file.palette, t) }
    case .gray:
      if let value = t.big16(0).map({ $0 & maxSample }) { transparentColor = (value, value, value) }
      if file.depth <= 8 {
        pixelBySample = (0...maxSample).map { value in
          let gray = UInt32(value * 255 / maxSample)
          return transparentColor?.red == value ? 0 : gray | gray << 8 | gray << 16 | 0xFF00_0000
        }
      }
    case .rgb:
      if let red = t.big16(0), let green = t.big16(2), let blue = t.big16(4) {
        transparentColor = (red & maxSample, green & maxSample, blue & maxSample)
      }
    case .grayAlpha, .rgbAlpha: break
    }
  }

  private static func paletteEntry(_ i: Int, _ palette: PictureBytes, _ alphas: PictureBytes)
    -> UInt32
  {
    guard let r = palette.byte(i * 3), let g = palette.byte(i * 3 + 1),
      let b = palette.byte(i * 3 + 2)
    else { return 0xFF00_0000 }
    var out: UInt32 = 0
    let rgba = [r, g, b, alphas.byte(i) ?? 255]
    rgba.withUnsafeBytes { source in
      withUnsafeMutableBytes(of: &out) { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        _ = PixelConversion.premultiplyReturningIsOpaque(rgba: from, count: 1, into: to)
      }
    }
    return out
  }

  /// Converts `count` pixels of an unfiltered row to premultiplied BGRA in `out`.
  func convert(
    _ row: UnsafeMutablePointer<UInt8>, count: Int, into out: UnsafeMutableRawPointer
  ) {
    if let sixteenBitConversion, file.depth == 16 {
      convert(row, count, by: sixteenBitConversion, into: out.assumingMemoryBound(to: UInt32.self))
    } else if !pixelBySample.isEmpty {
      convertByTable(row, count, out)
    } else if file.colorType == .rgb, file.depth == 8, transparentColor == nil {
      PixelConversion.convertToOpaque(rgb: row, count: count, into: out)
    } else if file.colorType == .rgbAlpha, file.depth == 8 {
      _ = PixelConversion.premultiplyReturningIsOpaque(rgba: row, count: count, into: out)
    } else {
      convertByRGBA(row, count, out)
    }
  }

  private func convertByTable(
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ out: UnsafeMutableRawPointer
  ) {
    let depth = file.depth
    let mask = UInt8(1 << depth - 1)
    let target = out.assumingMemoryBound(to: UInt32.self)
    pixelBySample.withUnsafeBufferPointer { pixelBySample in
      if depth == 8 {
        for x in 0..<count { target[x] = pixelBySample[Int(row[x])] }
      } else {
        for x in 0..<count {
          let bit = x * depth
          target[x] = pixelBySample[Int(row[bit >> 3] >> UInt8(8 - depth - bit & 7) & mask)]
        }
      }
    }
  }

  /// Converts samples of any kind to 8-bit RGBA, then to premultiplied BGRA.
  private func convertByRGBA(
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ out: UnsafeMutableRawPointer
  ) {
    let bytes = file.depth / 8
    let channels = file.colorType.channels
    let isGray = file.colorType == .gray || file.colorType == .grayAlpha
    let hasAlpha = file.colorType == .grayAlpha || file.colorType == .rgbAlpha
    let target = out.assumingMemoryBound(to: UInt8.self)
    for x in 0..<count {
      let p = row + x * channels * bytes
      let red = Self.eightBitSample(p, bytes)
      let green = isGray ? red : Self.eightBitSample(p + bytes, bytes)
      let blue = isGray ? red : Self.eightBitSample(p + 2 * bytes, bytes)
      var alpha = hasAlpha ? Self.eightBitSample(p + (channels - 1) * bytes, bytes) : 255
      if let transparentColor, matches(transparentColor, p, bytes, isGray) { alpha = 0 }
      target[x * 4] = red
      target[x * 4 + 1] = green
      target[x * 4 + 2] = blue
      target[x * 4 + 3] = alpha
    }
    _ = PixelConversion.premultiplyReturningIsOpaque(rgba: out, count: count, into: out)
  }

  /// Converts samples of 16 bits to premultiplied BGRA in the target colours.
  private func convert(
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, by sixteenBitConversion: ColorConversion,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let channels = file.colorType.channels
    let isGray = file.colorType == .gray || file.colorType == .grayAlpha
    let hasAlpha = file.colorType == .grayAlpha || file.colorType == .rgbAlpha
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: max(1, count * 4)) { samples in
      guard let first = samples.baseAddress else { return }
      for x in 0..<count {
        let p = row + x * channels * 2
        func sample(_ i: Int) -> UInt16 { UInt16(p[i * 2]) << 8 | UInt16(p[i * 2 + 1]) }
        first[x * 4] = sample(isGray ? 0 : 2)
        first[x * 4 + 1] = sample(isGray ? 0 : 1)
        first[x * 4 + 2] = sample(0)
        first[x * 4 + 3] = .max
      }
      sixteenBitConversion.convert(sixteenBit: first, to: target, count: count)
    }
    for x in 0..<count {
      let p = row + x * channels * 2
      var alpha = hasAlpha ? Self.eightBitSample(p + (channels - 1) * 2, 2) : 255
      if let transparentColor, matches(transparentColor, p, 2, isGray) { alpha = 0 }
      target[x] = target[x] & 0x00FF_FFFF | UInt32(alpha) << 24
    }
    if !isOpaque { StraightAlpha.premultiply(target, count: count) }
  }

  /// A sample of one byte, or one of two bytes scaled to one: v · 255 / 65535 rounded to the
  /// nearest, without a division.
  ///
  /// - Source: libpng 1.6, `png_do_scale_16_to_8`.
  @inline(__always)
  private static func eightBitSample(_ p: UnsafePointer<UInt8>, _ bytes: Int) -> UInt8 {
    guard bytes == 2 else { return p[0] }
    let value = UInt32(p[0]) &<< 8 | UInt32(p[1])
    return UInt8(truncatingIfNeeded: (value &* 255 &+ 32895) &>> 16)
  }

  private func matches(
    _ color: (red: Int, green: Int, blue: Int), _ p: UnsafeMutablePointer<UInt8>, _ bytes: Int,
    _ isGray: Bool
  ) -> Bool {
    func sample(_ i: Int) -> Int {
      bytes == 2 ? Int(p[i * 2]) << 8 | Int(p[i * 2 + 1]) : Int(p[i])
    }
    return sample(0) == color.red
      && (isGray || (sample(1) == color.green && sample(2) == color.blue))
  }
}
