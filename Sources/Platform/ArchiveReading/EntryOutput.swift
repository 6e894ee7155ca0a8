import ArchiveWire
import CLinux
import Descriptors

/// The destination of an unpacked file: a memfd, or a file that the viewer provides.
final class EntryOutput {
  private let file: OwnedDescriptor
  private let isMemoryFile: Bool
  private var writeOffset = 0
  /// The size of the unpacked file so far, in bytes: the end of its last piece.
  private(set) var size = 0

  /// Makes a memfd as the destination; nil when the system refuses.
  init?() {
    let number = linux_open_memory("pbview-entry", true)
    guard number >= 0 else { return nil }
    file = OwnedDescriptor(number)
    isMemoryFile = true
  }

  /// Makes a destination from the descriptor of a file that the viewer has provided, and takes
  /// ownership of it.
  init(file: Int32) {
    self.file = OwnedDescriptor(file)
    isMemoryFile = false
  }

  /// The descriptor of the destination file, which belongs to this object.
  var descriptor: Int32 { file.number }

  /// Whether the descriptor is to be sent to the viewer: true for a memfd, false for a file that
  /// the viewer has provided.
  var mustBeSent: Bool { isMemoryFile }

  /// Writes a piece of the unpacked file at its offset in bytes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ArchiveFailure) {
    if offset != writeOffset {
      guard lseek(descriptor, off_t(offset), Int32(SEEK_SET)) == off_t(offset) else {
        throw Self.systemFailure
      }
      writeOffset = offset
    }
    guard linux_write_all(descriptor, bytes.baseAddress, bytes.count) == 0 else {
      throw Self.systemFailure
    }
    writeOffset += bytes.count
    size = max(size, writeOffset)
  }

  /// Completes the file. A memfd is sealed, so that its bytes cannot change any more.
  func seal() throws(ArchiveFailure) {
    guard isMemoryFile else { return }
    let seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL
    guard linux_add_seals(descriptor, seals) == 0 else { throw Self.systemFailure }
  }

  private static var systemFailure: ArchiveFailure {
    let text = strerror(pbview_errno()).map { String(cString: $0) } ?? ""
    return ArchiveFailure(.unreadable, detail: text)
  }
}
