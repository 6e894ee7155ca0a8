import CLinux
import DecoderWire

/// Memory the viewer owns and lends to helpers: a memfd that can neither shrink nor grow, mapped
/// for reading once and for all, so that using it again costs no page faults.
///
/// A helper may still write into it after it has answered. That only shows; nothing but pixels is
/// ever read from it.
final class SharedMemory: @unchecked Sendable {
  // The rule that makes this Sendable: every property is constant, the memory is only read.
  let descriptor: OwnedDescriptor
  let capacity: Int
  let address: UnsafeRawPointer

  /// Makes fresh memory of at least `bytes`; nil when the system has none.
  init?(bytes: Int) {
    let size = sysconf(Int32(_SC_PAGESIZE))
    guard bytes > 0, size > 0, bytes <= WireFormat.mostPixelBytes else { return nil }
    capacity = (bytes + size - 1) / size * size
    let number = memfd_create("pbview-pixels", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    guard number >= 0 else { return nil }
    descriptor = OwnedDescriptor(number)
    // F_SEAL_SEAL too, lest a helper forbids writing and spoils it for the next one.
    guard ftruncate(number, off_t(capacity)) == 0,
      linux_add_seals(number, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0,
      let address = MappedMemory.map(number, bytes: capacity)
    else { return nil }
    self.address = address
  }

  deinit { MappedMemory.unmap(address, bytes: capacity) }

  /// Bytes of real memory behind it: pages nobody touched cost nothing.
  var residentBytes: Int {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return capacity }
    return min(capacity, Int(status.st_blocks) * 512)
  }
}

/// `mmap` for reading, as a function that says no with nil.
enum MappedMemory {
  static func map(_ descriptor: Int32, bytes: Int) -> UnsafeRawPointer? {
    let result = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let result, result != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    return UnsafeRawPointer(result)
  }

  static func unmap(_ address: UnsafeRawPointer, bytes: Int) {
    _ = munmap(UnsafeMutableRawPointer(mutating: address), bytes)
  }
}
