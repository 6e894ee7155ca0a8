import Synchronization

/// Shared memory to be used again: fresh memory is as dear as decoding.
///
/// Bitmaps give their memory back on whatever thread drops them, hence the lock.
final class SharedMemoryPool: Sendable {
  /// Memory more than this many times as large as needed is left for a larger picture.
  private static let mostWaste = 4

  /// Most pieces that are kept: each holds a descriptor.
  static let mostPieces = 64

  private struct State {
    var free: [SharedMemory] = []
    var bytes = 0
  }
  private let state = Mutex(State())
  private let budget: Int

  /// Keeps at most `budget` bytes of free memory, in not too many pieces.
  init(budget: Int) { self.budget = budget }

  /// Memory of at least `bytes`: the smallest free one that is not far too large, else a fresh one.
  func take(_ bytes: Int) -> SharedMemory? {
    let found = state.withLock { state -> SharedMemory? in
      let fits = state.free.indices.filter {
        state.free[$0].capacity >= bytes && state.free[$0].capacity / Self.mostWaste <= bytes
      }
      guard let best = fits.min(by: { state.free[$0].capacity < state.free[$1].capacity }) else {
        return nil
      }
      let memory = state.free.remove(at: best)
      state.bytes -= memory.capacity
      return memory
    }
    return found ?? SharedMemory(bytes: bytes)
  }

  /// Takes memory back; the oldest is let go when there is too much.
  func give(_ memory: SharedMemory) {
    // Unmapping happens outside the lock, when this array goes.
    var dropped: [SharedMemory] = []
    state.withLock { state in
      state.free.append(memory)
      state.bytes += memory.capacity
      while state.bytes > budget || state.free.count > Self.mostPieces, !state.free.isEmpty {
        let oldest = state.free.removeFirst()
        state.bytes -= oldest.capacity
        dropped.append(oldest)
      }
    }
    dropped.removeAll()
  }

  /// Lets all free memory go.
  func removeAll() {
    let dropped = state.withLock { state in
      defer { state = State() }
      return state.free
    }
    _ = dropped
  }

  /// Bytes of free memory.
  var freeBytes: Int { state.withLock { $0.bytes } }
}
