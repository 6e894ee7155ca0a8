import DecoderWire
import DecodingSupport
import Deflate

/// A ring buffer of chunks for inflated bytes, through which many times its size passes.
///
/// Space before each chunk holds the end of the previous one, as the LZ77 window of the inflater.
struct InflatedChunkRing: ~Copyable {
  /// Maximum size of a chunk in bytes: large enough that passing it to another thread costs little,
  /// small enough to be still in the processor's cache when its rows are decoded.
  static let maxChunkBytes = 1 << 18
  /// Maximum number of chunks, by which the inflating thread may be ahead of the decoding thread.
  static let maxChunks = 8

  /// Size of each chunk of this ring in bytes.
  let chunkBytes: Int
  let chunkCount: Int
  private let memory: PrivateMemory
  private let chunkStride: Int

  /// Allocates a ring of chunks for `total` inflated bytes; a small picture needs one chunk.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(total: Int) throws(DecodeFailure) {
    chunkBytes = min(Self.maxChunkBytes, max(1, total))
    chunkCount = min(Self.maxChunks, max(1, total / Self.maxChunkBytes))
    chunkStride = (Inflater.windowBytes + chunkBytes + Inflater.outputMargin + 63) & ~63
    memory = try PrivateMemory(byteCount: chunkStride * chunkCount)
  }

  /// The address of the chunk that holds the `n`-th portion of the inflated bytes, counted from 0.
  func address(ofChunk n: Int) -> UnsafeMutablePointer<UInt8> {
    let base = memory.bytes + n % chunkCount * chunkStride + Inflater.windowBytes
    return base.assumingMemoryBound(to: UInt8.self)
  }

  /// Copies the last `history` bytes of portion `n`, which has `length` bytes, to the window before
  /// portion `n + 1`.
  func copyHistory(from n: Int, length: Int, history: Int) {
    (address(ofChunk: n + 1) - history).update(
      from: address(ofChunk: n) + length - history, count: history)
  }
}
