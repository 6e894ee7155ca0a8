import CLinux
import DecoderWire
import Deflate
import Threads

/// A pipeline of two stages: one thread inflates, a second one decodes rows from the bytes. A small
/// picture is processed by one thread.
final class RowPipeline: @unchecked Sendable {
  // The class is Sendable because between start and join only one thread uses `rowDecoder`, one
  // thread uses each chunk until it passes the chunk on, and the counters are used under the lock
  // only.
  private let rowDecoder: PNGRowDecoder
  private let chunks: InflatedChunkRing
  /// Number of bytes in each chunk of the ring.
  private var chunkLengths: [Int]
  /// Number of chunks that the first stage has filled.
  private var enqueuedChunks = 0
  /// Number of chunks that the second stage has decoded.
  private var decodedChunks = 0
  private var isInflationFinished = false
  /// The state of the inflater at each checkpoint, by the number of the chunk before the
  /// checkpoint.
  private var pendingCheckpoints: [Int: (inflater: Inflater.Checkpoint, window: [UInt8])] = [:]
  /// The checkpoints recorded in this run, in row order.
  private(set) var checkpoints: [RowCheckpoint] = []
  /// Number of inflated bytes before the first checkpoint; with the default, `Int.max`, none is
  /// recorded.
  var firstCheckpointBytes = Int.max
  /// Minimum number of inflated bytes between two checkpoints.
  var bytesBetweenCheckpoints = Int.max
  /// The LZ77 window at the end of the run.
  private var lastWindow: [UInt8] = []
  /// Whether further inflated bytes would be ignored.
  private var rowsIgnoreFurtherBytes = false
  private var thread: PosixThread?
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Minimum number of inflated bytes for which a second thread is started.
  private static let minBytesForThread = 1 << 20

  /// Makes a pipeline that gives the inflated bytes to `rowDecoder`.
  ///
  /// - Parameter total: inflated size in bytes of all required rows.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(_ rowDecoder: PNGRowDecoder, total: Int) throws(DecodeFailure) {
    self.rowDecoder = rowDecoder
    chunks = try InflatedChunkRing(total: total)
    chunkLengths = [Int](repeating: 0, count: chunks.chunkCount)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
    guard total >= Self.minBytesForThread else { return }
    thread = PosixThread { self.decodeChunks() }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(condition)
    lock.deallocate()
    condition.deallocate()
  }

  /// Decodes rows until `total` more bytes are inflated or the data end. A pipeline runs once only.
  ///
  /// - Parameter history: the LZ77 window, when `inflater` starts from a checkpoint.
  func run(_ inflater: inout Inflater, total: Int, after history: [UInt8] = []) {
    var reach = history.count
    (chunks.address(ofChunk: 0) - reach).update(from: history, count: reach)
    var n = 0
    var read = 0
    while inflater.ending == nil, read < total, waitForRoom() {
      let wanted = min(chunks.chunkBytes, total - read)
      let length = inflater.fill(chunks.address(ofChunk: n), history: reach, count: wanted)
      reach = min(Inflater.windowBytes, reach + length)
      chunks.copyHistory(from: n, length: length, history: reach)
      read += length
      n += 1
      enqueueChunk(
        length,
        scheduleNextCheckpointIfDue(read) ? (inflater.checkpoint, window(before: n, reach)) : nil)
    }
    finishInflationAndJoinThread()
    lastWindow = window(before: n, reach)
  }

  /// The checkpoint at the end of the run.
  func finalCheckpoint(_ inflater: borrowing Inflater) -> RowCheckpoint {
    RowCheckpoint(
      inflater: inflater.checkpoint, lz77Window: lastWindow, rowDecoder: rowDecoder.checkpoint)
  }

  private func scheduleNextCheckpointIfDue(_ read: Int) -> Bool {
    guard read >= firstCheckpointBytes else { return false }
    firstCheckpointBytes = read + bytesBetweenCheckpoints
    return true
  }

  private func window(before n: Int, _ reach: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: chunks.address(ofChunk: n) - reach, count: reach))
  }

  // MARK: The thread that inflates

  /// Waits until a chunk of the ring is free.
  ///
  /// - Returns: false when further inflated bytes would be ignored.
  private func waitForRoom() -> Bool {
    guard thread != nil else { return !rowDecoder.ignoresFurtherBytes }
    pthread_mutex_lock(lock)
    while enqueuedChunks - decodedChunks == chunks.chunkCount, !rowsIgnoreFurtherBytes {
      pthread_cond_wait(condition, lock)
    }
    defer { pthread_mutex_unlock(lock) }
    return !rowsIgnoreFurtherBytes
  }

  private func enqueueChunk(
    _ length: Int, _ checkpoint: (inflater: Inflater.Checkpoint, window: [UInt8])?
  ) {
    guard thread != nil else {
      rowDecoder.decodeInflated(chunks.address(ofChunk: enqueuedChunks), count: length)
      if let checkpoint { recordCheckpoint(checkpoint) }
      enqueuedChunks += 1
      return
    }
    pthread_mutex_lock(lock)
    pendingCheckpoints[enqueuedChunks] = checkpoint
    chunkLengths[enqueuedChunks % chunks.chunkCount] = length
    enqueuedChunks += 1
    pthread_cond_signal(condition)
    pthread_mutex_unlock(lock)
  }

  private func finishInflationAndJoinThread() {
    guard let thread else { return }
    pthread_mutex_lock(lock)
    isInflationFinished = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(lock)
    thread.join()
    self.thread = nil
  }

  // MARK: The thread that makes rows

  private func decodeChunks() {
    while let length = waitForNextChunkLength() {
      rowDecoder.decodeInflated(chunks.address(ofChunk: decodedChunks), count: length)
      pthread_mutex_lock(lock)
      if let checkpoint = pendingCheckpoints.removeValue(forKey: decodedChunks) {
        recordCheckpoint(checkpoint)
      }
      decodedChunks += 1
      rowsIgnoreFurtherBytes = rowDecoder.ignoresFurtherBytes
      pthread_cond_signal(condition)
      pthread_mutex_unlock(lock)
    }
  }

  private func recordCheckpoint(_ checkpoint: (inflater: Inflater.Checkpoint, window: [UInt8])) {
    if !rowDecoder.ignoresFurtherBytes {
      checkpoints.append(
        RowCheckpoint(
          inflater: checkpoint.inflater, lz77Window: checkpoint.window,
          rowDecoder: rowDecoder.checkpoint))
    }
  }

  /// Waits for the next chunk of inflated bytes.
  ///
  /// - Returns: its length; nil when all chunks are processed and no more follow.
  private func waitForNextChunkLength() -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while enqueuedChunks == decodedChunks, !isInflationFinished {
      pthread_cond_wait(condition, lock)
    }
    return enqueuedChunks == decodedChunks ? nil : chunkLengths[decodedChunks % chunks.chunkCount]
  }
}
