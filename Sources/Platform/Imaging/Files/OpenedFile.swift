import CLinux
import DecoderWire

/// A regular file, open for a helper. The viewer itself never reads its contents.
struct OpenedFile {
  let descriptor: OwnedDescriptor
  let identity: FileIdentity

  /// Opens the file at `path`. It is examined before opening, since opening a device can have
  /// effects, and again after, since it may have been replaced in between. Opening a pipe does not
  /// block.
  ///
  /// - Throws: `.unreadable` when it cannot be opened or is not a regular file.
  init(_ path: FilePathBytes) throws(DecodeFailure) {
    _ = try FileIdentity.read(path)
    guard let number = path.withCString({ linux_open_for_reading($0) }), number >= 0 else {
      throw .system(pbview_errno())
    }
    let descriptor = OwnedDescriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .system(pbview_errno()) }
    identity = try FileIdentity(path: path, status: status)
    self.descriptor = descriptor
  }
}
