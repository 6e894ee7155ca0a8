import CLinux

/// Memory that the viewer owns and lends to helpers for their results: a memfd that is sealed
/// against resizing and mapped once for reading, so that its reuse costs no page faults.
///
/// A helper may still write into the memory after its reply. That only affects the picture shown,
/// because nothing but pixels is ever read from the memory.
package final class SharedMemory: @unchecked Sendable {
  // Sendable because every property is constant and the memory is only read.
  package let descriptor: OwnedDescriptor
  package let capacity: Int
  package let address: UnsafeRawPointer

  /// The maximum size of a block of shared memory, in bytes: 64 GiB.
  private static let maxBytes = 1 << 36

  /// Allocates at least `bytes` bytes, rounded up to whole pages; nil when the system refuses, or
  /// for more than ``maxBytes``.
  package init?(bytes: Int) {
    let size = sysconf(Int32(_SC_PAGESIZE))
    guard bytes > 0, size > 0, bytes <= Self.maxBytes else { return nil }
    capacity = (bytes + size - 1) / size * size
    let number = linux_open_memory("pbview-pixels", true)
    guard number >= 0 else { return nil }
    descriptor = OwnedDescriptor(number)
    // The seals include F_SEAL_SEAL, without which a helper could add F_SEAL_WRITE and spoil the
    // memory for the next helper.
    guard ftruncate(number, off_t(capacity)) == 0,
      linux_add_seals(number, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0,
      let address = MappedMemory.map(number, bytes: capacity)
    else { return nil }
    self.address = address
  }

  deinit { MappedMemory.unmap(address, bytes: capacity) }

  /// The number of bytes of physical memory in use; pages that were never written count nothing.
  package var residentBytes: Int {
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else { return capacity }
    return min(capacity, Int(status.st_blocks) * 512)
  }
}

/// Read-only memory mappings by `mmap`, with nil for a failure.
package enum MappedMemory {
  package static func map(_ descriptor: Int32, bytes: Int) -> UnsafeRawPointer? {
    let result = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let result, result != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
    return UnsafeRawPointer(result)
  }

  package static func unmap(_ address: UnsafeRawPointer, bytes: Int) {
    _ = munmap(UnsafeMutableRawPointer(mutating: address), bytes)
  }
}
