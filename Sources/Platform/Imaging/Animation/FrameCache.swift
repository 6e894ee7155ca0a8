package import Pixels

/// Frames of one animation in memory: the one that is shown, those that come next, and a few of those
/// before, as many as a budget of bytes allows. A short animation is in it whole.
///
/// Frames come and go in batches, because those of a batch share one piece of memory.
package struct FrameCache {
  /// One frame.
  package struct Frame: Sendable {
    /// The picture.
    package var bitmap: Bitmap
    /// How long it is seen, in milliseconds as the file says.
    package var milliseconds: Int

    /// Makes a frame.
    package init(bitmap: Bitmap, milliseconds: Int) {
      self.bitmap = bitmap
      self.milliseconds = milliseconds
    }
  }
  private struct Batch {
    var first: Int
    var frames: [Frame]
    var cost: Int

    var range: Range<Int> { first..<first + frames.count }
  }
  /// Bytes of one request, unless one frame has more: enough that asking costs nothing beside it,
  /// little enough that whole batches can come and go.
  private static let batchBytes = 2 << 20
  /// A batch is at most this part of the budget.
  private static let batchShare = 8
  /// Most frames of one request.
  private static let mostFrames = 32
  /// Frames of the first request: how many are made in a moment is not known beforehand.
  private static let firstFrames = 4
  /// The part of the budget for frames that were shown: for stepping back.
  private static let behindShare = 4
  /// Most frames of that part.
  private static let mostBehind = 16
  /// Even where each is beyond the budget: the frame that is shown and the next.
  private static let leastFrames = 2

  /// The bytes one frame counts as at most, so that sums of the costs of frames do not overflow.
  private static let maxFrameCost = 1 << 40

  /// Most bytes, see ``leastFrames``.
  package let budget: Int
  /// Bytes of all frames in it.
  package private(set) var bytes = 0
  /// Frames of the animation; nil until the first are there.
  package private(set) var count: Int?
  /// The frame that is shown.
  package var head = 0
  private var batches: [Batch] = []
  /// Most frames of the next request.
  private var pace = firstFrames
  private var asked = 0
  /// The most that one frame has cost so far, or costs at least. It never falls: what was too much
  /// once is not tried again.
  private var frameCost = 1

  /// Makes an empty cache.
  package init(budget: Int) { self.budget = max(0, budget) }

  /// Frame `index`, nil when it is not there.
  package func frame(_ index: Int) -> Frame? {
    guard let batch = batches.first(where: { $0.range.contains(index) }) else { return nil }
    return batch.frames[index - batch.first]
  }

  /// How many frames are there.
  package var frameCount: Int { batches.reduce(0) { $0 + $1.frames.count } }

  /// The frames to ask for next, room made for them; nil when all that are wanted are there.
  ///
  /// - Parameter frameBytes: bytes of one frame.
  package mutating func nextWanted(frameBytes: Int) -> Range<Int>? {
    frameCost = max(frameCost, min(frameBytes, Self.maxFrameCost))
    guard let reach else {
      asked = mostFrames
      return 0..<asked
    }
    guard let range = missing(reach) else { return nil }
    asked = range.count
    makeRoom(for: range.count * frameCost)
    return range
  }

  /// Frames of the next request at most.
  private var mostFrames: Int {
    max(1, min(pace, min(Self.batchBytes, budget / Self.batchShare) / frameCost))
  }

  private var reach: Reach? {
    guard let count else { return nil }
    let room = max(Self.leastFrames, budget / frameCost)
    let largest = batches.map(\.frames.count).max() ?? 1
    return Reach(head: head, count: count, room: room, batch: max(mostFrames, largest))
  }

  /// The frames that are wanted, seen from the one that is shown.
  private struct Reach {
    let head: Int
    let count: Int
    /// Frames before it.
    let behind: Int
    /// Frames from it on.
    let ahead: Int

    init(head: Int, count: Int, room: Int, batch: Int) {
      (self.head, self.count) = (head, count)
      let isWhole = count <= room
      behind = isWhole ? 0 : min(FrameCache.mostBehind, room / FrameCache.behindShare)
      // A batch that is only partly wanted takes its place all the same, at either end.
      ahead = isWhole ? count : max(FrameCache.leastFrames, room - behind - 2 * (batch - 1))
    }

    /// The eviction order of a batch: one with a larger value goes first.
    func distance(_ range: Range<Int>) -> (Int, Int) {
      let forward = range.lazy.map { steps(from: head, to: $0) }.min() ?? 0
      let backward = range.lazy.map { steps(from: $0, to: head) }.min() ?? 0
      if forward < ahead { return (0, forward) }
      return (backward <= behind ? 1 : 2, backward)
    }

    /// Frames from `a` on to `b`, around the end of the animation where `b` comes before `a`. Both are
    /// in `0..<count`, so no sum exceeds the count, however large a helper says it is.
    private func steps(from a: Int, to b: Int) -> Int { b >= a ? b - a : count - a + b }

    /// The frame `steps` after the head, for fewer steps than there are frames.
    func frame(after steps: Int) -> Int {
      steps < count - head ? head + steps : steps - (count - head)
    }
  }

  private func missing(_ reach: Reach) -> Range<Int>? {
    var step = 0
    var first = head
    while let there = batches.first(where: { $0.range.contains(first) }) {
      let next = there.range.upperBound - first
      guard next < reach.ahead - step else { return nil }
      step += next
      first = reach.frame(after: step)
    }
    let last = first + min(reach.count - first, mostFrames, reach.ahead - step)
    var end = first + 1
    while end < last, frame(end) == nil { end += 1 }
    return first..<end
  }

  private mutating func makeRoom(for new: Int) {
    guard let reach else { return }
    while bytes + new > max(budget, Self.leastFrames * frameCost) {
      let victim = batches.indices.filter { !batches[$0].range.contains(head) }
        .max { reach.distance(batches[$0].range) < reach.distance(batches[$1].range) }
      guard let victim else { return }
      bytes -= batches[victim].cost
      batches.remove(at: victim)
    }
  }

  /// Takes frames of an animation of `count`; those that are there already are left out.
  ///
  /// - Parameter cost: bytes of the memory they share.
  package mutating func insert(_ frames: [Frame], at first: Int, count: Int, cost: Int) {
    guard !frames.isEmpty, count > 0, first >= 0, first <= count - frames.count else { return }
    let cost = min(max(0, cost), Self.maxFrameCost)
    if count != self.count {
      // The file turned out to be shorter.
      self.count = count
      head = min(head, max(0, count - 1))
      remove { $0.range.upperBound > count }
    }
    let batch = Batch(first: first, frames: frames, cost: cost)
    guard !batches.contains(where: { $0.range.overlaps(batch.range) }) else { return }
    batches.append(batch)
    bytes += cost
    frameCost = max(frameCost, (cost + frames.count - 1) / max(1, frames.count))
    // Always a power of two: memory of few sizes is used again, of many it only gathers.
    pace = min(Self.mostFrames, frames.count < asked ? frames.count.powerOfTwo : 2 * pace)
    makeRoom(for: 0)
  }

  /// Forgets all frames: what comes may be of another size.
  package mutating func removeAll() {
    remove { _ in true }
    (frameCost, pace) = (1, Self.firstFrames)
  }

  private mutating func remove(where isGone: (Batch) -> Bool) {
    bytes -= batches.filter(isGone).reduce(0) { $0 + $1.cost }
    batches.removeAll(where: isGone)
  }
}

extension Int {
  /// The largest power of two that is not larger, at least 1.
  fileprivate var powerOfTwo: Int {
    1 << (Int.bitWidth - 1 - Swift.max(1, self).leadingZeroBitCount)
  }
}
