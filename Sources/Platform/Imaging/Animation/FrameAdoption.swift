import CLinux
import DecoderWire
import Pixels

/// The validation of animation frames that a helper sent, and their conversion to bitmaps. The
/// helper is not trusted: sizes and memory are checked before use.
struct FrameAdoption {
  /// Consecutive frames that share one block of memory: the index of the first in the animation,
  /// the frames, and the bytes of memory that they occupy.
  struct AdoptedFrames {
    var firstIndex: Int
    var frames: [FrameCache.Frame]
    var cost: Int
  }

  /// The divisor of the capacity of a buffer lent by the viewer: frames that fill less than the
  /// capacity divided by it are copied, so that the buffer can be reused.
  private static let minFillDivisor = 2
  /// The size in bytes below which the frames of one reply are copied, which takes 0.1 ms. Larger
  /// ones stay in the helper's memory, and each reply then occupies a descriptor and a mapping
  /// while it is cached: 64 MB of frames use at most 64 of them, well below a limit of 256
  /// descriptors.
  static let maxCopiedBytes = 1 << 20

  let request: DecodeRequest
  let sharedMemoryPool: SharedMemoryPool

  /// Validates a reply and returns its frames as bitmaps.
  ///
  /// - Throws: `BadReply` when the reply breaks the protocol.
  func adopt(
    _ info: DecodeReply.Info, _ batch: FrameBatch, borrowed: SharedMemory?,
    descriptors: [OwnedDescriptor]
  ) throws(BadReply) -> AdoptedFrames {
    let layout = batch.layout
    guard let wanted = request.frames, batch.durationsMilliseconds.count <= wanted.count,
      batch.firstIndex == wanted.firstIndex
        || batch.firstIndex == 0 && info.frames <= wanted.firstIndex
    else { throw .message }
    guard let area = layout.size.area, area > 0, area <= request.limits.pixels,
      layout.size == request.fittedSize(of: info.naturalSize),
      let (stride, bytes) = CheckedSize.byteCount(layout.size), layout.stride == stride
    else { throw .size }
    let (total, overflow) = bytes.multipliedReportingOverflow(by: batch.durationsMilliseconds.count)
    guard !overflow else { throw .size }
    let (maxTotal, tooMuch) = bytes.multipliedReportingOverflow(by: wanted.count)
    guard !tooMuch else { throw .size }
    let memory = try memory(layout, total, atMost: maxTotal, borrowed, descriptors)
    let fillsLittle =
      layout.usesRequestMemory && (borrowed?.capacity ?? 0) / Self.minFillDivisor > total
    if fillsLittle || total < Self.maxCopiedBytes {
      return Self.copies(batch, memory, bytes: bytes)
    }
    let frames = batch.durationsMilliseconds.enumerated().map { index, time in
      FrameCache.Frame(
        bitmap: Bitmap(
          size: layout.size, stride: stride, isOpaque: layout.isOpaque,
          bytes: memory.address + index * bytes
        ) { _ in withExtendedLifetime(memory) {} }, durationMilliseconds: time)
    }
    let cost = layout.usesRequestMemory ? borrowed?.capacity : nil
    return AdoptedFrames(firstIndex: batch.firstIndex, frames: frames, cost: cost ?? total)
  }

  private static func copies(_ batch: FrameBatch, _ memory: BatchMemory, bytes: Int)
    -> AdoptedFrames
  {
    let layout = batch.layout
    let frames = batch.durationsMilliseconds.enumerated().map { index, time in
      let start = memory.address + index * bytes
      let bitmap = Bitmap(size: layout.size, isOpaque: layout.isOpaque) { copy, stride in
        for y in 0..<layout.size.height {
          UnsafeMutableRawBufferPointer(rebasing: copy[(y * stride)...]).copyMemory(
            from: UnsafeRawBufferPointer(start: start + y * layout.stride, count: stride))
        }
      }
      return FrameCache.Frame(bitmap: bitmap, durationMilliseconds: time)
    }
    return AdoptedFrames(
      firstIndex: batch.firstIndex, frames: frames,
      cost: frames.reduce(0) { $0 + $1.bitmap.byteCount })
  }

  private func memory(
    _ layout: DecodeReply.PixelLayout, _ total: Int, atMost maxTotal: Int,
    _ borrowed: SharedMemory?, _ descriptors: [OwnedDescriptor]
  ) throws(BadReply) -> BatchMemory {
    if layout.usesRequestMemory {
      guard descriptors.isEmpty, let borrowed, total <= borrowed.capacity else { throw .memory }
      let pool = sharedMemoryPool
      return BatchMemory(borrowed.address) { _ in pool.recycle(borrowed) }
    }
    guard descriptors.count == 1 else { throw .memory }
    try PixelAdoption.checkSealsAndSize(of: descriptors[0], bytes: total, atMost: maxTotal)
    guard let address = MappedMemory.map(descriptors[0].number, bytes: total) else {
      throw .memory
    }
    return BatchMemory(address) { MappedMemory.unmap($0, bytes: total) }
  }
}

/// A block of memory shared by the bitmaps of several frames, and released with the last of them.
private final class BatchMemory: @unchecked Sendable {
  // Sendable because both properties are constant and the memory is only read.
  let address: UnsafeRawPointer
  private let release: @Sendable (UnsafeRawPointer) -> Void

  init(_ address: UnsafeRawPointer, release: @escaping @Sendable (UnsafeRawPointer) -> Void) {
    self.address = address
    self.release = release
  }

  deinit { release(address) }
}
