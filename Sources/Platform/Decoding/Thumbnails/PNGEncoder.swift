import CLinux
import DecoderWire
import Pixels
import Resampling

/// Pixels to the body of a PNG, for the shared thumbnail cache: fast rather than small.
///
/// Every row is predicted by Paeth's filter, which suits photos; see ``DeflateWriter`` for the rest.
enum PNGEncoder {
  private static let paethFilter: UInt8 = 4

  /// - Throws: `.damaged` when the memory is not what the request says.
  static func encode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let view = try PixelView(given: job)
    let size = view.size
    let hasAlpha = hasAlpha(view)
    let rowBytes = size.width * (hasAlpha ? 4 : 3)
    let rows = try PrivateMemory(byteCount: (rowBytes + 1) * size.height)
    filter(view, hasAlpha, rowBytes, into: rows.bytes)
    let memory = try StreamMemory(capacity: DeflateWriter.mostBytes(for: rows.count))
    let count = DeflateWriter.write(
      UnsafeRawBufferPointer(start: rows.bytes, count: rows.count), to: memory.bytes)
    var answer = DecodeAnswer(
      .encoded(DecodeReply.PNGBody(byteCount: count, hasAlpha: hasAlpha)))
    answer.descriptor = memory.takeDescriptor(count: count)
    return answer
  }

  private static func hasAlpha(_ view: PixelView) -> Bool {
    for y in 0..<view.size.height {
      let row = (view.bytes + y * view.stride).assumingMemoryBound(to: UInt32.self)
      var all: UInt32 = 0xFF00_0000
      for x in 0..<view.size.width { all &= row[x] }
      if all != 0xFF00_0000 { return true }
    }
    return false
  }

  private static func filter(
    _ view: PixelView, _ hasAlpha: Bool, _ rowBytes: Int, into out: UnsafeMutableRawPointer
  ) {
    let step = hasAlpha ? 4 : 3
    // One pixel of zeros before each row, which stands for what is left of it.
    var above = [UInt8](repeating: 0, count: rowBytes + step)
    var row = above
    for y in 0..<view.size.height {
      let pixels = (view.bytes + y * view.stride).assumingMemoryBound(to: UInt8.self)
      row.withUnsafeMutableBufferPointer { row in
        for x in 0..<view.size.width {
          let (from, to) = (x * 4, step + x * step)
          row[to] = pixels[from + 2]
          row[to + 1] = pixels[from + 1]
          row[to + 2] = pixels[from]
          if hasAlpha { unpremultiply(row, at: to, alpha: pixels[from + 3]) }
        }
      }
      let line = (out + y * (rowBytes + 1)).assumingMemoryBound(to: UInt8.self)
      line[0] = paethFilter
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          for i in 0..<rowBytes {
            line[i + 1] =
              row[step + i] &- predicted(row[i], above: above[step + i], corner: above[i])
          }
        }
      }
      swap(&row, &above)
    }
  }

  @inline(__always)
  private static func unpremultiply(
    _ row: UnsafeMutableBufferPointer<UInt8>, at i: Int, alpha: UInt8
  ) {
    row[i + 3] = alpha
    guard alpha > 0, alpha < 255 else { return }
    for c in i..<i + 3 {
      row[c] = UInt8(min(255, (Int(row[c]) * 255 + Int(alpha) / 2) / Int(alpha)))
    }
  }

  @inline(__always)
  private static func predicted(_ left: UInt8, above: UInt8, corner: UInt8) -> UInt8 {
    let (l, u, c) = (Int(left), Int(above), Int(corner))
    let (a, b, d) = (abs(u - c), abs(l - c), abs(l + u - 2 * c))
    return a <= b && a <= d ? left : b <= d ? above : corner
  }
}

/// Memory for a result whose length is known only when it is there.
private struct StreamMemory: ~Copyable {
  let bytes: UnsafeMutableRawPointer
  private let capacity: Int
  private var descriptor: Int32

  /// - Throws: `.tooLarge` when there is no such memory.
  init(capacity: Int) throws(DecodeFailure) {
    let number = memfd_create("pbview-file", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0, ftruncate(number, capacity) == 0,
      let address = helper_map(capacity, PROT_READ | PROT_WRITE, MAP_SHARED, number)
    else {
      if number >= 0 { close(number) }
      throw DecodeFailure(.tooLarge, detail: "no memory for it")
    }
    bytes = address
    self.capacity = capacity
    descriptor = number
  }

  /// Cuts the memory to `count` bytes, seals it and hands it over.
  consuming func takeDescriptor(count: Int) -> Int32 {
    let taken = descriptor
    _ = ftruncate(taken, count)
    _ = linux_add_seals(taken, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)
    descriptor = -1
    return taken
  }

  deinit {
    munmap(bytes, capacity)
    if descriptor >= 0 { close(descriptor) }
  }
}
