package import AnimationDecoding
package import DecoderWire
package import DecodingSupport
package import Geometry
package import Pixels

/// The stored frames of an animated PNG, which are decoded when they are painted.
///
/// - Source: PNG specification, third edition, 11.3.5. Sequence numbers are ignored: frames are
///   played in file order.
package final class PNGFrames: FrameSource {
  private let header: PNGFile
  /// The pieces of the compressed data of each frame.
  private var compressedData: [[PictureBytes]] = []
  private var blendsOver: [Bool] = []
  /// The pixels of the last painted frame before they were composed on the canvas; the memory is
  /// reused for every frame.
  private var framePixels: [UInt32] = []
  package private(set) var frames: [StoredFrame] = []
  package private(set) var iterationCount = 0
  package private(set) var isTruncated: Bool

  /// Parses the chunks of an animated PNG, up to `limits.frames` frames; nothing is decoded yet.
  ///
  /// - Throws: `.damaged` when the file is no valid PNG.
  package init(_ bytes: PictureBytes, limits: DecodeLimits) throws(DecodeFailure) {
    header = try PNGFile(bytes)
    isTruncated = !header.isComplete
    read(bytes, limit: limits.frames)
    // Frames at the end without any data are dropped.
    while let last = compressedData.last, last.isEmpty {
      compressedData.removeLast()
      frames.removeLast()
    }
  }

  package var size: PixelSize { header.size }
  package var orientation: Orientation { header.orientation }

  private func read(_ b: PictureBytes, limit: Int) {
    var i = 33
    var isAnimated = false
    while let length = b.big32(i), b.hasChunkName(at: i + 4) {
      let body = b.part(i + 8..<i + 8 + length)
      if b.hasBytes("IEND", at: i + 4) { return }
      if b.hasBytes("acTL", at: i + 4) {
        isAnimated = true
        iterationCount = body.big32(4) ?? 0
      } else if b.hasBytes("fcTL", at: i + 4), isAnimated {
        guard frames.count < limit, readFrameControl(body) else { return }
      } else if b.hasBytes("IDAT", at: i + 4) {
        // Without a preceding fcTL chunk the default image is not part of the animation.
        if !isAnimated { return }
        if !compressedData.isEmpty { compressedData[compressedData.count - 1].append(body) }
      } else if b.hasBytes("fdAT", at: i + 4), body.count > 4, !compressedData.isEmpty {
        compressedData[compressedData.count - 1].append(body.part(4..<body.count))
      }
      i += length + 12
    }
  }

  /// Parses the body of an fcTL chunk and appends its frame.
  ///
  /// - Returns: false when it is invalid: a frame must lie within the canvas.
  private func readFrameControl(_ b: PictureBytes) -> Bool {
    guard let width = b.big32(4), let height = b.big32(8), let x = b.big32(12),
      let y = b.big32(16), let delay = b.big16(20), let parts = b.big16(22),
      let disposal = b.byte(24), let blend = b.byte(25), width > 0, height > 0,
      x + width <= size.width, y + height <= size.height
    else { return false }
    let unit = parts == 0 ? 100 : parts
    frames.append(
      StoredFrame(
        x: x, y: y, size: PixelSize(width: width, height: height),
        durationInMilliseconds: (delay * 1000 + unit / 2) / unit,
        disposal: disposal == 1 ? .clear : disposal == 2 ? .restorePrevious : .keep,
        replacesAllPixels: blend == 0))
    blendsOver.append(blend != 0)
    compressedData.append([])
    return true
  }

  package func paint(_ index: Int, on canvas: PixelBuffer) {
    let frame = frames[index]
    let count = frame.size.width * frame.size.height
    if framePixels.count < count { framePixels = [UInt32](repeating: 0, count: count) }
    framePixels.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      let pixels = PixelBuffer(size: frame.size, stride: frame.size.width * 4, bytes: base)
      // A frame that cannot be decoded leaves the canvas unchanged.
      guard
        (try? PNGDecoder.fill(pixels, header.fileForFrame(frame.size, compressedData[index])))
          != nil
      else {
        return
      }
      for y in 0..<frame.size.height {
        let target = canvas.bytes + (frame.y + y) * canvas.stride + frame.x * 4
        let row = UnsafeRawPointer(base + y * pixels.stride)
        if blendsOver[index] {
          PixelBlending.composeOver(row, count: frame.size.width, on: target)
        } else {
          target.copyMemory(from: row, byteCount: pixels.stride)
        }
      }
    }
  }
}

/// Alpha composition of premultiplied pixels.
enum PixelBlending {
  /// Composes `count` pixels of `row` over those of `target`, exactly rounded.
  static func composeOver(_ row: UnsafeRawPointer, count: Int, on target: UnsafeMutableRawPointer) {
    let row = row.assumingMemoryBound(to: UInt32.self)
    let target = target.assumingMemoryBound(to: UInt32.self)
    for x in 0..<count {
      let pixel = row[x]
      let rest = 255 &- pixel &>> 24
      if rest == 0 {
        target[x] = pixel
      } else if rest < 255 {
        let below = target[x]
        let even = dividedBy255((below & 0x00FF_00FF) &* rest)
        let odd = dividedBy255((below &>> 8 & 0x00FF_00FF) &* rest)
        target[x] = pixel &+ (even | odd &<< 8)
      }
    }
  }

  /// The two 16-bit halves of a word, each divided by 255 and rounded.
  ///
  /// - Source: J. Blinn, "Three Wrongs Make a Right", 1995.
  @inline(__always)
  private static func dividedBy255(_ product: UInt32) -> UInt32 {
    let t = product &+ 0x0080_0080
    return ((t &+ (t &>> 8 & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
  }
}
