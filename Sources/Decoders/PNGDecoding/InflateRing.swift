import DecoderWire
import DecodingSupport
import Deflate

/// A ring buffer of chunks for inflated bytes, which together are many times the size of the ring.
///
/// Space before each chunk holds the end of the previous one, as the LZ77 window of the inflater.
struct InflateRing: ~Copyable {
  /// Size of a chunk in bytes: large enough to make handing it over cheap, small enough to be still
  /// in the processor's cache when its rows are made.
  static let bytes = 1 << 18
  /// Maximum number of chunks by which one thread may be ahead of the other.
  static let maxChunks = 8

  /// Size of one chunk in bytes.
  let capacity: Int
  let count: Int
  private let memory: PrivateMemory
  private let stride: Int

  /// Allocates chunks for `total` bytes of rows.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(total: Int) throws(DecodeFailure) {
    capacity = min(Self.bytes, max(1, total))
    count = min(Self.maxChunks, max(1, total / Self.bytes))
    stride = (Inflate.windowBytes + capacity + Inflate.slack + 63) & ~63
    memory = try PrivateMemory(byteCount: stride * count)
  }

  /// The address of the `n`-th chunk of the picture, counted from 0.
  func start(_ n: Int) -> UnsafeMutablePointer<UInt8> {
    let base = memory.bytes + n % count * stride + Inflate.windowBytes
    return base.assumingMemoryBound(to: UInt8.self)
  }

  /// Copies the last `history` bytes of chunk `n`, which holds `length` bytes, to the window before
  /// the next chunk.
  func carry(from n: Int, length: Int, history: Int) {
    (start(n + 1) - history).update(from: start(n) + length - history, count: history)
  }
}
