package import Pixels

/// The cached frames of one animation: the shown frame, the next ones and a few previous ones, as
/// many as a byte budget allows. A short animation is cached as a whole.
///
/// Frames are added and evicted in batches, because the frames of one reply share one block of
/// memory.
package struct FrameCache {
  /// One decoded frame of an animation.
  package struct Frame: Sendable {
    package var bitmap: Bitmap
    /// The time for which the frame is shown, as stored in the file, in milliseconds.
    package var durationMilliseconds: Int

    package init(bitmap: Bitmap, durationMilliseconds: Int) {
      self.bitmap = bitmap
      self.durationMilliseconds = durationMilliseconds
    }
  }
  private struct Batch {
    var firstIndex: Int
    var frames: [Frame]
    var cost: Int

    var range: Range<Int> { firstIndex..<firstIndex + frames.count }
  }
  /// The maximum size of the frames of one request in bytes, unless a single frame is larger:
  /// enough to make the cost of a request negligible, and small enough for eviction in whole
  /// batches.
  private static let maxBatchBytes = 2 << 20
  /// The divisor of ``budget`` for the maximum size of one batch of frames.
  private static let batchBudgetDivisor = 8
  /// The maximum number of frames that are requested from the decoder at once.
  private static let maxFramesPerReply = 32
  /// The maximum number of frames of the first request, when the decoding speed is not known.
  private static let initialRequestLength = 4
  /// The divisor of the number of frames that the budget allows: this part is kept before the shown
  /// frame, for stepping backwards.
  private static let framesBehindDivisor = 4
  /// The maximum number of frames kept before the shown one, however large the budget is.
  private static let maxFramesBehind = 16
  /// The number of frames that are kept even if they exceed the budget: the shown one and the next.
  private static let minFrames = 2

  /// The maximum size in bytes that one frame is counted with, so that sums of sizes do not
  /// overflow.
  private static let maxFrameCost = 1 << 40

  /// The maximum memory of the cached frames in bytes; ``minFrames`` frames may exceed it.
  package let budget: Int
  /// The memory of all cached frames in bytes.
  package private(set) var bytes = 0
  /// The number of frames of the animation; nil until the first frames have arrived.
  package private(set) var animationFrameCount: Int?
  /// The index of the frame that is shown now, from 0.
  package var head = 0
  private var batches: [Batch] = []
  /// The maximum number of frames of the next request, adapted to the number that the previous
  /// reply contained.
  private var adaptedRequestLength = initialRequestLength
  private var lastRequestLength = 0
  /// The maximum memory of one frame seen so far, in bytes. It falls only when all frames are
  /// removed, so that a batch size that was too large is not tried again.
  private var largestFrameCost = 1

  package init(budget: Int) { self.budget = max(0, budget) }

  /// The frame with the index `index` in the animation; nil when it is not cached.
  package func frame(_ index: Int) -> Frame? {
    guard let batch = batches.first(where: { $0.range.contains(index) }) else { return nil }
    return batch.frames[index - batch.firstIndex]
  }

  /// The number of cached frames.
  package var cachedFrameCount: Int { batches.reduce(0) { $0 + $1.frames.count } }

  /// Returns the indices of the frames to request next, and evicts frames to make room for them;
  /// nil when all frames around the shown one that are wanted are cached.
  ///
  /// - Parameter frameBytes: The expected size of one decoded frame in bytes.
  package mutating func reserveNextRange(frameBytes: Int) -> Range<Int>? {
    largestFrameCost = max(largestFrameCost, min(frameBytes, Self.maxFrameCost))
    // This method is called for every shown frame, most often when the whole animation is cached,
    // so that this case comes first.
    if let count = animationFrameCount, cachedFrameCount == count { return nil }
    guard let wantedFrames else {
      lastRequestLength = maxFramesPerReply
      return 0..<lastRequestLength
    }
    guard let range = firstMissingRange(in: wantedFrames) else { return nil }
    lastRequestLength = range.count
    makeRoom(forBytes: range.count * largestFrameCost)
    return range
  }

  /// The maximum number of frames of the next request: the least of ``adaptedRequestLength``, the
  /// batch size and the share of the budget, but at least 1.
  private var maxFramesPerReply: Int {
    max(
      1,
      min(
        adaptedRequestLength,
        min(Self.maxBatchBytes, budget / Self.batchBudgetDivisor) / largestFrameCost))
  }

  private var wantedFrames: WantedFrames? {
    guard let count = animationFrameCount else { return nil }
    let room = max(Self.minFrames, budget / largestFrameCost)
    let largest = batches.map(\.frames.count).max() ?? 1
    return WantedFrames(
      head: head, count: count, room: room, batch: max(maxFramesPerReply, largest))
  }

  /// The frames around the shown one, at index `head`, that the cache is to contain.
  private struct WantedFrames {
    let head: Int
    let count: Int
    /// The number of frames to cache before the shown one.
    let behind: Int
    /// The number of frames to cache from the shown one on, including it.
    let ahead: Int

    init(head: Int, count: Int, room: Int, batch: Int) {
      (self.head, self.count) = (head, count)
      let isWhole = count <= room
      behind = isWhole ? 0 : min(FrameCache.maxFramesBehind, room / FrameCache.framesBehindDivisor)
      // At either end of the wanted range, a batch may be wanted for one frame only and still
      // occupies its whole memory; `ahead` leaves room for the other frames of both batches.
      ahead = isWhole ? count : max(FrameCache.minFrames, room - behind - 2 * (batch - 1))
    }

    /// The eviction key of the batch with the frame indices `range`: the batch with the largest key
    /// is evicted first. Batches ahead of the shown frame have smaller keys than those behind it.
    func evictionKey(_ range: Range<Int>) -> (Int, Int) {
      let forward = range.lazy.map { steps(from: head, to: $0) }.min() ?? 0
      let backward = range.lazy.map { steps(from: $0, to: head) }.min() ?? 0
      if forward < ahead { return (0, forward) }
      return (backward <= behind ? 1 : 2, backward)
    }

    /// The number of steps forward from frame `a` to frame `b`, where the first frame follows the
    /// last one. Both are in `0..<count`, so no sum exceeds `count`, however large a helper says it
    /// is.
    private func steps(from a: Int, to b: Int) -> Int { b >= a ? b - a : count - a + b }

    /// The index of the frame that is `steps` after the shown one, where the first frame follows
    /// the last one. `steps` is less than `count`.
    func frameIndex(after steps: Int) -> Int {
      steps < count - head ? head + steps : steps - (count - head)
    }
  }

  private func firstMissingRange(in wantedFrames: WantedFrames) -> Range<Int>? {
    var step = 0
    var first = head
    while let batch = batches.first(where: { $0.range.contains(first) }) {
      let next = batch.range.upperBound - first
      guard next < wantedFrames.ahead - step else { return nil }
      step += next
      first = wantedFrames.frameIndex(after: step)
    }
    let last = first + min(wantedFrames.count - first, maxFramesPerReply, wantedFrames.ahead - step)
    var end = first + 1
    while end < last, frame(end) == nil { end += 1 }
    return first..<end
  }

  private mutating func makeRoom(forBytes new: Int) {
    guard let wantedFrames else { return }
    while bytes + new > max(budget, Self.minFrames * largestFrameCost) {
      let victim = batches.indices.filter { !batches[$0].range.contains(head) }
        .max {
          wantedFrames.evictionKey(batches[$0].range) < wantedFrames.evictionKey(batches[$1].range)
        }
      guard let victim else { return }
      bytes -= batches[victim].cost
      batches.remove(at: victim)
    }
  }

  /// Inserts consecutive frames, the first at index `first`, of an animation of `count` frames. All
  /// of them are ignored when one overlaps a cached frame or lies outside the animation. Another
  /// number of frames than ``animationFrameCount`` is adopted unless a new frame lies outside the
  /// animation, even if the new frames are ignored because they overlap; cached batches that reach
  /// beyond the number are removed.
  ///
  /// - Parameter cost: The size in bytes of the memory that the frames share.
  package mutating func insert(_ frames: [Frame], at first: Int, count: Int, cost: Int) {
    guard !frames.isEmpty, count > 0, first >= 0, first <= count - frames.count else { return }
    let cost = min(max(0, cost), Self.maxFrameCost)
    if count != self.animationFrameCount {
      // The reply states another number of frames than earlier replies; frames beyond the new
      // number are removed.
      self.animationFrameCount = count
      head = min(head, max(0, count - 1))
      remove { $0.range.upperBound > count }
    }
    let batch = Batch(firstIndex: first, frames: frames, cost: cost)
    guard !batches.contains(where: { $0.range.overlaps(batch.range) }) else { return }
    batches.append(batch)
    bytes += cost
    largestFrameCost = max(largestFrameCost, (cost + frames.count - 1) / max(1, frames.count))
    // The number is always a power of two, so that memory blocks have few different sizes and are
    // reused; blocks of many sizes would accumulate.
    adaptedRequestLength = min(
      Self.maxFramesPerReply,
      frames.count < lastRequestLength
        ? frames.count.roundedDownToPowerOfTwo : 2 * adaptedRequestLength)
    makeRoom(forBytes: 0)
  }

  /// Removes all frames, and the data about their size and decoding speed, because later frames may
  /// have another size. The number of frames of the animation stays.
  package mutating func removeAll() {
    remove { _ in true }
    (largestFrameCost, adaptedRequestLength) = (1, Self.initialRequestLength)
  }

  private mutating func remove(where shouldRemove: (Batch) -> Bool) {
    bytes -= batches.filter(shouldRemove).reduce(0) { $0 + $1.cost }
    batches.removeAll(where: shouldRemove)
  }
}

extension Int {
  /// The largest power of two that is not greater than this number; 1 for numbers below 1.
  fileprivate var roundedDownToPowerOfTwo: Int {
    1 << (Int.bitWidth - 1 - Swift.max(1, self).leadingZeroBitCount)
  }
}
