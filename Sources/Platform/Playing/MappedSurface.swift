import CLinux
import ClipWire
import Pixels

/// The player's mapping of the shared memory for frames, with a record of the slots (frame buffers)
/// that the viewer does not use.
final class MappedSurface {
  let surface: ClipSurface
  private let address: UnsafeMutableRawPointer
  private let stride: Int
  private let slotBytes: Int
  private let mappedBytes: Int
  private var isSlotFree: [Bool]

  /// Maps the shared memory of `descriptor`; nil when it is smaller than `surface` requires, or
  /// cannot be mapped.
  init?(_ surface: ClipSurface, descriptor: Int32) {
    var status = stat()
    guard let total = surface.byteCount, let layout = surface.layout,
      fstat(descriptor, &status) == 0, Int(status.st_size) >= total,
      let address = helper_map(total, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor)
    else { return nil }
    self.surface = surface
    self.address = address
    stride = layout.stride
    slotBytes = layout.slotBytes
    mappedBytes = total
    isSlotFree = [Bool](repeating: true, count: surface.slotCount)
  }

  deinit { munmap(address, mappedBytes) }

  /// The index of a slot that the viewer does not use; nil when it uses all of them.
  var freeSlot: Int? { isSlotFree.firstIndex(of: true) }

  func buffer(_ slot: Int) -> PixelBuffer {
    PixelBuffer(size: surface.size, stride: stride, bytes: address + slot * slotBytes)
  }

  /// Marks a slot as used by the viewer.
  func markUsed(_ slot: Int) { isSlotFree[slot] = false }

  /// Marks a slot as no longer used by the viewer; ignores an invalid index.
  func release(_ slot: Int) {
    if isSlotFree.indices.contains(slot) { isSlotFree[slot] = true }
  }
}
