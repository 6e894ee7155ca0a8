import ClipWire
import HelperProcesses
import Pixels

/// The memory that a player draws frames into.
///
/// A faulty player may write at any time. The only effect is on the screen: nothing but pixels is
/// read from the memory.
nonisolated struct FrameMemory: Sendable {
  let surface: ClipSurface
  private let memory: SharedMemory
  private let stride: Int
  private let slotBytes: Int

  /// Allocates the memory; nil when the system has none left.
  init?(_ surface: ClipSurface) {
    guard let total = surface.byteCount, let layout = surface.layout,
      let memory = SharedMemory(bytes: total)
    else { return nil }
    self.surface = surface
    self.memory = memory
    stride = layout.stride
    slotBytes = layout.slotBytes
  }

  /// The descriptor for the player.
  var descriptor: OwnedDescriptor { memory.descriptor }

  /// The frame in a slot of the surface as a bitmap. `release` is called on any thread when the
  /// last reference to the bitmap is gone.
  func bitmap(_ slot: Int, release: @escaping @Sendable () -> Void) -> Bitmap {
    Bitmap(
      size: surface.size, stride: stride, isOpaque: true, bytes: memory.address + slot * slotBytes
    ) { [memory] _ in
      withExtendedLifetime(memory) { release() }
    }
  }
}
