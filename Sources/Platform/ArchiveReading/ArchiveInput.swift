import CLinux

/// The bytes of an archive for one pass of libarchive, read with `pread`, so that several passes
/// can use one descriptor.
final class ArchiveInput {
  private static let bufferBytes = 256 << 10

  private let descriptor: Int32
  private let fileSize: Int64
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: bufferBytes, alignment: 4096)
  private var offset: Int64 = 0
  /// The number of bytes of the archive that libarchive has read so far.
  private(set) var bytesRead = 0

  init(_ descriptor: Int32, length: Int64) {
    self.descriptor = descriptor
    self.fileSize = length
  }

  deinit { buffer.deallocate() }

  private func read() -> (start: UnsafeRawPointer, count: Int) {
    var count = -1
    repeat {
      count = pread(descriptor, buffer, Self.bufferBytes, off_t(offset))
    } while count < 0 && pbview_errno() == EINTR
    if count > 0 {
      offset += Int64(count)
      bytesRead += count
    }
    return (UnsafeRawPointer(buffer), count)
  }

  private func skip(_ count: Int64) -> Int64 {
    let skipped = min(max(0, count), max(0, fileSize - offset))
    offset += skipped
    return skipped
  }

  private func seek(_ distance: Int64, _ whence: Int32) -> Int64 {
    let base: Int64 =
      switch whence {
      case Int32(SEEK_SET): 0
      case Int32(SEEK_CUR): offset
      default: fileSize
      }
    let (target, overflows) = base.addingReportingOverflow(distance)
    guard !overflows, target >= 0, target <= fileSize else { return Int64(LibArchive.fatal) }
    offset = target
    return target
  }

  // The callbacks of libarchive get the address of the input as their context; the input lives
  // longer than the pass.
  private static func instance(from context: UnsafeMutableRawPointer?) -> ArchiveInput? {
    context.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
  }

  static let readCallback: LibArchive.ReadCallback = { _, context, start in
    guard let input = instance(from: context) else { return -1 }
    let read = input.read()
    start?.pointee = read.start
    return read.count
  }
  static let skipCallback: LibArchive.SkipCallback = { _, context, count in
    ArchiveInput.instance(from: context)?.skip(count) ?? 0
  }
  static let seekCallback: LibArchive.SeekCallback = { _, context, distance, whence in
    ArchiveInput.instance(from: context)?.seek(distance, whence) ?? Int64(LibArchive.fatal)
  }
}
