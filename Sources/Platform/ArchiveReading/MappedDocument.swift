import ArchiveWire
import CLinux

/// A document mapped into memory, read-only, for the lifetime of this value.
struct MappedDocument: ~Copyable {
  let bytes: UnsafeRawBufferPointer

  /// Maps the file that `descriptor` refers to.
  ///
  /// - Throws: `.unreadable` for an empty file, and when the system refuses.
  init(_ descriptor: Int32) throws(ArchiveFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
      throw ArchiveFailure(.unreadable, detail: "the file is empty")
    }
    let count = Int(status.st_size)
    guard let address = helper_map(count, PROT_READ, MAP_PRIVATE, descriptor) else {
      throw ArchiveFailure(.tooLarge)
    }
    bytes = UnsafeRawBufferPointer(start: address, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
