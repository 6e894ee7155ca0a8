import CLinux
import DecoderWire

/// Inflates, and makes rows behind the inflater's back: on a second thread, or at once where that is
/// not worth it.
final class RowPipeline: @unchecked Sendable {
  // Sendable because `rows` is used by one thread only between start and join, a chunk by one only
  // until it is handed on, and the numbers only under the lock.
  private let rows: PNGRows
  private let chunks: RawChunks
  /// Bytes in each chunk that was handed on.
  private var lengths: [Int]
  private var made = 0
  private var used = 0
  private var isFinished = false
  /// What is known of the marks by the time a chunk is handed on, by the chunk's number.
  private var marksAhead: [Int: (place: Inflate.Place, window: [UInt8])] = [:]
  /// Where one can begin later on, in the order of the rows.
  private(set) var marks: [RowMark] = []
  /// Bytes read when the first mark is made; none are made unless this is set.
  var marksFrom = Int.max
  /// Bytes between marks.
  var markSpacing = Int.max
  /// The end of what was inflated, after a run.
  private var lastWindow: [UInt8] = []
  /// True when no more bytes are of use.
  private var isEnough = false
  private var thread: pthread_t?
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let signal = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// From this many inflated bytes on, rows are made on a second thread while the first inflates.
  private static let threadedBytes = 1 << 20

  /// - Parameter total: bytes of all rows that are wanted.
  init(_ rows: PNGRows, total: Int) throws(DecodeFailure) {
    self.rows = rows
    chunks = try RawChunks(total: total)
    lengths = [Int](repeating: 0, count: chunks.count)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(signal, nil)
    guard total >= Self.threadedBytes else { return }
    let me = Unmanaged.passRetained(self)
    var started = pthread_t()
    if pthread_create(&started, nil, Self.start, me.toOpaque()) == 0 {
      thread = started
    } else {
      me.release()
    }
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(signal)
    lock.deallocate()
    signal.deallocate()
  }

  /// Makes rows until `total` more bytes are read, or the data end. Once only.
  ///
  /// - Parameter history: the bytes before the first, when the data are read from a place within.
  func run(_ inflate: inout Inflate, total: Int, after history: [UInt8] = []) {
    var reach = history.count
    (chunks.start(0) - reach).update(from: history, count: reach)
    var n = 0
    var read = 0
    while inflate.ending == nil, read < total, waitForRoom() {
      let wanted = min(chunks.capacity, total - read)
      let length = inflate.fill(chunks.start(n), history: reach, count: wanted)
      reach = min(Inflate.windowBytes, reach + length)
      chunks.carry(from: n, length: length, history: reach)
      read += length
      n += 1
      handOn(length, isMark(read) ? (inflate.place, window(before: n, reach)) : nil)
    }
    finish()
    lastWindow = window(before: n, reach)
  }

  /// The place where a run has ended.
  func lastMark(_ inflate: borrowing Inflate) -> RowMark {
    RowMark(place: inflate.place, window: lastWindow, rows: rows.place)
  }

  private func isMark(_ read: Int) -> Bool {
    guard read >= marksFrom else { return false }
    marksFrom = read + markSpacing
    return true
  }

  private func window(before n: Int, _ reach: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: chunks.start(n) - reach, count: reach))
  }

  // MARK: The thread that inflates

  /// - Returns: false when no more bytes are of use.
  private func waitForRoom() -> Bool {
    guard thread != nil else { return !rows.isOver }
    pthread_mutex_lock(lock)
    while made - used == chunks.count, !isEnough { pthread_cond_wait(signal, lock) }
    defer { pthread_mutex_unlock(lock) }
    return !isEnough
  }

  private func handOn(_ length: Int, _ mark: (place: Inflate.Place, window: [UInt8])?) {
    guard thread != nil else {
      rows.read(chunks.start(made), count: length)
      if let mark { self.mark(mark) }
      made += 1
      return
    }
    pthread_mutex_lock(lock)
    marksAhead[made] = mark
    lengths[made % chunks.count] = length
    made += 1
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
  }

  private func finish() {
    guard let thread else { return }
    pthread_mutex_lock(lock)
    isFinished = true
    pthread_cond_signal(signal)
    pthread_mutex_unlock(lock)
    pthread_join(thread, nil)
    self.thread = nil
  }

  // MARK: The thread that makes rows

  private func work() {
    while let length = nextLength() {
      rows.read(chunks.start(used), count: length)
      pthread_mutex_lock(lock)
      if let mark = marksAhead.removeValue(forKey: used) { self.mark(mark) }
      used += 1
      isEnough = rows.isOver
      pthread_cond_signal(signal)
      pthread_mutex_unlock(lock)
    }
  }

  private func mark(_ mark: (place: Inflate.Place, window: [UInt8])) {
    if !rows.isOver {
      marks.append(RowMark(place: mark.place, window: mark.window, rows: rows.place))
    }
  }

  /// - Returns: nil when everything is used.
  private func nextLength() -> Int? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while made == used, !isFinished { pthread_cond_wait(signal, lock) }
    return made == used ? nil : lengths[used % chunks.count]
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      pointer in
      guard let pointer else { return nil }
      Unmanaged<RowPipeline>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }
}
