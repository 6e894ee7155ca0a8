import CLinux
import ClipWire
import HelperProcesses
import Pixels

/// Shared memory that the viewer owns and a player draws frames into: a memfd of fixed size, mapped
/// once for reading, so that a frame costs neither a copy nor page faults.
///
/// A faulty player may write at any time. The only effect is on the screen: nothing but pixels is
/// read from the memory.
nonisolated final class FrameMemory: @unchecked Sendable {
  // Sendable because every property is constant and the memory is only read.
  let surface: ClipSurface
  let descriptor: OwnedDescriptor
  private let address: UnsafeRawPointer
  private let stride: Int
  private let slotBytes: Int
  private let mapped: Int

  /// Allocates the memory; nil when the system has none left.
  init?(_ surface: ClipSurface) {
    guard let total = surface.byteCount, let layout = surface.layout else { return nil }
    let number = memfd_create("pbview-frames", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { return nil }
    descriptor = OwnedDescriptor(number)
    guard ftruncate(number, off_t(total)) == 0,
      linux_add_seals(number, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0,
      let address = helper_map(total, PROT_READ, MAP_SHARED, number)
    else { return nil }
    self.surface = surface
    self.address = UnsafeRawPointer(address)
    stride = layout.stride
    slotBytes = layout.slotBytes
    mapped = total
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: address), mapped) }

  /// The frame in `slot` as a bitmap. `release` is called on any thread when the last reference to
  /// the bitmap is gone.
  func bitmap(_ slot: Int, release: @escaping @Sendable () -> Void) -> Bitmap {
    Bitmap(
      size: surface.size, stride: stride, isOpaque: true, bytes: address + slot * slotBytes
    ) { [self] _ in
      withExtendedLifetime(self) { release() }
    }
  }
}
