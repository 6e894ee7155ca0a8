import DecoderWire

/// The memory inflated bytes pass through, a chunk at a time: a picture's own are many times as many.
///
/// Before each chunk there is room for the end of the one before, which is the window of what comes.
struct RawChunks: ~Copyable {
  /// Bytes of a chunk: large enough that handing it on costs nothing, small enough that it is still
  /// in the processor's cache when its rows are made.
  static let bytes = 1 << 18
  /// Chunks that one thread may be ahead of the other.
  static let most = 8

  /// Bytes of one chunk.
  let capacity: Int
  let count: Int
  private let memory: PrivateMemory
  private let stride: Int

  /// Chunks for `total` bytes of rows.
  ///
  /// - Throws: `.tooLarge` when there is no memory.
  init(total: Int) throws(DecodeFailure) {
    capacity = min(Self.bytes, max(1, total))
    count = min(Self.most, max(1, total / Self.bytes))
    stride = (Inflate.windowBytes + capacity + Inflate.slack + 63) & ~63
    memory = try PrivateMemory(byteCount: stride * count)
  }

  /// Where the bytes of the `n`-th chunk of the picture go.
  func start(_ n: Int) -> UnsafeMutablePointer<UInt8> {
    let base = memory.bytes + n % count * stride + Inflate.windowBytes
    return base.assumingMemoryBound(to: UInt8.self)
  }

  /// Puts the last `history` bytes of a chunk with `length` bytes before the one after it.
  func carry(from n: Int, length: Int, history: Int) {
    (start(n + 1) - history).update(from: start(n) + length - history, count: history)
  }
}
