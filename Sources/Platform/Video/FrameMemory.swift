import ClipWire
import HelperProcesses
import Pixels

/// The shared memory into which a player draws the frames of a clip.
///
/// A faulty player may write to the memory at any time. That affects only what is seen on the
/// screen, because the viewer reads nothing but pixels from this memory.
nonisolated struct FrameMemory: Sendable {
  let surface: ClipSurface
  private let memory: SharedMemory
  private let stride: Int
  private let slotBytes: Int

  /// Allocates the memory for all frame slots of a surface; nil when the surface is too large or
  /// the system has no memory left.
  init?(_ surface: ClipSurface) {
    guard let total = surface.byteCount, let layout = surface.layout,
      let memory = SharedMemory(bytes: total)
    else { return nil }
    self.surface = surface
    self.memory = memory
    stride = layout.stride
    slotBytes = layout.slotBytes
  }

  /// The file descriptor of the memory, to be passed to the player.
  var descriptor: OwnedDescriptor { memory.descriptor }

  /// The frame in one slot of the surface, as a bitmap without a copy of the pixels. `release` is
  /// called on any thread when the last reference to the bitmap is gone.
  func bitmap(_ slot: Int, release: @escaping @Sendable () -> Void) -> Bitmap {
    Bitmap(
      size: surface.size, stride: stride, isOpaque: true, bytes: memory.address + slot * slotBytes
    ) { [memory] _ in
      withExtendedLifetime(memory) { release() }
    }
  }
}
