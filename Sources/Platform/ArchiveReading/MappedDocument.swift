import ArchiveWire
import CLinux

/// A document file mapped read-only into memory, as long as this value exists.
struct MappedDocument: ~Copyable {
  let bytes: UnsafeRawBufferPointer

  /// Maps the file that is open as `descriptor`.
  ///
  /// - Throws: `.emptyFile` for an empty file, `.unreadable` for a file that cannot be examined,
  ///   and `.tooLarge` when the system refuses.
  init(_ descriptor: Int32) throws(ArchiveFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ArchiveFailure(.unreadable) }
    guard status.st_size > 0 else { throw ArchiveFailure(.emptyFile) }
    let count = Int(status.st_size)
    guard let address = helper_map(count, PROT_READ, MAP_PRIVATE, descriptor) else {
      throw ArchiveFailure(.tooLarge)
    }
    bytes = UnsafeRawBufferPointer(start: address, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
