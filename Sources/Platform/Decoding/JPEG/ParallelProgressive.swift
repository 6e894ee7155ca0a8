import CJPEG
import DecoderWire
import Pixels

/// A progressive JPEG decoded on two processors: the scans of brightness, which are most of it, on
/// one, those of colours on the other. The pixels are those libjpeg makes of the whole.
enum ParallelProgressive {
  /// Pixels of a picture for this. Below it one processor is as quick; above it the coefficients,
  /// which are held twice then, take too much memory: six bytes a pixel.
  private static let areas = 2_000_000...32_000_000

  /// Decodes all of `bytes`, reduced to the size of `buffer`, into it: opaque BGRA, as stored.
  ///
  /// - Returns: false when it is no picture for this, or anything about it is not quite right: then
  ///   `buffer` is as good as empty.
  static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, into buffer: PixelBuffer,
    areas: ClosedRange<Int> = areas
  ) -> Bool {
    guard header.isProgressive, header.components == 3, areas.contains(header.size.area ?? 0),
      let scans = SeparatedScans(bytes),
      let memory = try? PrivateMemory(byteCount: buffer.size.width * buffer.size.height)
    else { return false }
    let light = memory.bytes
    // Nobody looks at what is the thread's before it was joined.
    nonisolated(unsafe) let colors = buffer
    nonisolated(unsafe) var hasColors = false
    let second = SecondThread {
      hasColors = decode(scans.colors, TJPF_BGRA, colors.size, colors.bytes, stride: colors.stride)
    }
    let hasLight =
      second != nil
      && decode(scans.light, TJPF_GRAY, buffer.size, light, stride: buffer.size.width)
    second?.join()
    guard hasLight, hasColors else { return false }
    join(light, buffer)
    return true
  }

  private static func decode(
    _ file: [UInt8], _ format: TJPF, _ size: PixelSize, _ out: UnsafeMutableRawPointer, stride: Int
  ) -> Bool {
    file.withUnsafeBytes { raw in
      let outcome = try? TurboJPEG().decode(
        PictureBytes(raw: raw), size: size, format, into: out, stride: stride)
      if case .clean = outcome { return true }
      return false
    }
  }

  /// Makes colours of the two differences and the brightness.
  ///
  /// - Parameter light: a byte for every pixel of `buffer`, row after row.
  private static func join(_ light: UnsafeRawPointer, _ buffer: PixelBuffer) {
    nonisolated(unsafe) let (light, buffer) = (light, buffer)
    let size = buffer.size
    ParallelScaling.inBands(rows: size.height, pixels: size.area ?? 0) { rows in
      for y in rows {
        let row = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
        let own = (light + y * size.width).assumingMemoryBound(to: UInt8.self)
        for x in 0..<size.width {
          // The samples as they are stored: the third colour is the lowest byte.
          let (blue, red) = (Int32(row[x] &>> 8 & 0xFF), Int32(row[x] & 0xFF))
          row[x] = JPEGPixel.opaque(Int32(own[x]), blue: blue &- 128, red: red &- 128)
        }
      }
    }
  }
}

/// A progressive JPEG as two: one with the scans of the first colour, and one with those of the
/// others, which says that its samples are no differences.
private struct SeparatedScans {
  /// More scans are no picture's.
  private static let most = 100
  /// Adobe's marker for samples that are colours themselves.
  private static let plain: [UInt8] = [
    0xFF, 0xEE, 0, 14, 0x41, 0x64, 0x6F, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0,
  ]

  private(set) var light: [UInt8] = [0xFF, 0xD8]
  private(set) var colors: [UInt8] = [0xFF, 0xD8] + plain

  /// - Returns: nil when its colours are no brightness and two differences, or it is not whole.
  init?(_ bytes: PictureBytes) {
    var ids: [UInt8] = []
    var (hasJFIF, transform) = (false, UInt8?.none)
    var scans = 0
    var i = 2
    while let marker = bytes.byte(i + 1), bytes.byte(i) == 0xFF {
      if marker == 0xFF {
        i += 1
        continue
      }
      if marker == 0xD9 { break }
      guard let length = bytes.big16(i + 2), length >= 2, i + 2 + length <= bytes.count else {
        return nil
      }
      let body = bytes.part(i + 4..<i + 2 + length)
      var end = i + 2 + length
      switch marker {
      case 0xC2 where ids.isEmpty && body.count >= 15:
        ids = [6, 9, 12].map { body.raw[$0] }
        add(bytes, i..<end, isLight: true, isColor: true)
      case 0xC4, 0xDB, 0xDD: add(bytes, i..<end, isLight: true, isColor: true)
      case 0xE0 where body.has("JFIF\0"):
        hasJFIF = true
        add(bytes, i..<end, isLight: true, isColor: false)
      case 0xEE where body.has("Adobe") && body.count >= 12:
        transform = body.raw[11]
        add(bytes, i..<end, isLight: true, isColor: false)
      case 0xE0...0xEF, 0xFE: break
      case 0xDA:
        guard scans < Self.most, ids.count == 3, let behind = bytes.scanEnd(from: i) else {
          return nil
        }
        scans += 1
        end = behind
        let parts = (0..<Int(body.byte(0) ?? 0)).compactMap { body.byte(1 + 2 * $0) }
        add(
          bytes, i..<end, isLight: parts.contains(ids[0]),
          isColor: parts.contains(ids[1]) || parts.contains(ids[2]))
      default: return nil
      }
      i = end
    }
    let isRGB = hasJFIF ? false : transform.map { $0 == 0 } ?? (ids == Array("RGB".utf8))
    guard scans > 0, !isRGB, bytes.byte(i + 1) == 0xD9 else { return nil }
    light += [0xFF, 0xD9]
    colors += [0xFF, 0xD9]
  }

  private mutating func add(
    _ bytes: PictureBytes, _ range: Range<Int>, isLight: Bool, isColor: Bool
  ) {
    let segment = UnsafeRawBufferPointer(rebasing: bytes.raw[range])
    if isLight { light += segment }
    if isColor { colors += segment }
  }
}
