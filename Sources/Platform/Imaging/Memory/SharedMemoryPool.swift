import Synchronization

/// A pool of shared memory for the pixels of later decodes: the page faults of new memory cost as
/// much as decoding.
///
/// All methods may be called on any thread, since bitmaps return their memory on any.
final class SharedMemoryPool: Sendable {
  /// The maximum ratio of the size of a block of shared memory to the needed size; a larger block
  /// is left for a larger picture.
  private static let maxCapacityRatio = 4

  /// The maximum number of blocks of shared memory in the pool, each of which holds a file
  /// descriptor.
  static let maxFreeBlocks = 64
  /// The size in bytes up to which a block of shared memory counts as small, such as that of a
  /// thumbnail.
  static let smallBytes = 1 << 20
  /// The maximum number of free small blocks. More are not worth their file descriptors, because
  /// new memory of this size is made quickly.
  static let maxSmallBlocks = 16

  private struct State {
    var freeBlocks: [SharedMemory] = []
    var freeBytes = 0

    mutating func remove(at index: Int) -> SharedMemory {
      freeBytes -= freeBlocks[index].capacity
      return freeBlocks.remove(at: index)
    }
  }
  private let state = Mutex(State())
  private let budget: Int

  /// Makes an empty pool, which will keep blocks of at most `budget` bytes together.
  init(budget: Int) { self.budget = budget }

  /// Takes a block of at least `bytes` bytes out of the pool: the smallest suitable one, else new
  /// memory. Nil when the system gives none.
  func take(_ bytes: Int) -> SharedMemory? {
    let found = state.withLock { state -> SharedMemory? in
      let fits = state.freeBlocks.indices.filter {
        state.freeBlocks[$0].capacity >= bytes
          && state.freeBlocks[$0].capacity / Self.maxCapacityRatio <= bytes
      }
      guard
        let best = fits.min(by: { state.freeBlocks[$0].capacity < state.freeBlocks[$1].capacity })
      else {
        return nil
      }
      return state.remove(at: best)
    }
    return found ?? SharedMemory(bytes: bytes)
  }

  /// Returns a block to the pool. The blocks that were returned first are freed when a limit is
  /// exceeded.
  func recycle(_ memory: SharedMemory) {
    // This array is cleared outside the lock, so that the memory of dropped blocks is unmapped
    // there.
    var dropped: [SharedMemory] = []
    state.withLock { state in
      state.freeBlocks.append(memory)
      state.freeBytes += memory.capacity
      while state.freeBytes > budget || state.freeBlocks.count > Self.maxFreeBlocks,
        !state.freeBlocks.isEmpty
      {
        dropped.append(state.remove(at: 0))
      }
      let small = state.freeBlocks.indices.filter {
        state.freeBlocks[$0].capacity <= Self.smallBytes
      }
      if small.count > Self.maxSmallBlocks { dropped.append(state.remove(at: small[0])) }
    }
    dropped.removeAll()
  }

  /// Frees all blocks in the pool; those in use are not affected.
  func removeAll() {
    let dropped = state.withLock { state in
      defer { state = State() }
      return state.freeBlocks
    }
    _ = dropped
  }

  /// The size of all blocks in the pool, in bytes.
  var freeBytes: Int { state.withLock { $0.freeBytes } }
}
