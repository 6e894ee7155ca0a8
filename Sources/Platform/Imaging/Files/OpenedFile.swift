import CLinux
import DecoderWire

/// A regular file, open for the helper. The viewer itself never reads a byte of it.
struct OpenedFile {
  let descriptor: OwnedDescriptor
  let identity: FileIdentity

  /// Opens `path`. It is looked at before, because opening a device can have effects, and again
  /// after, because it may have been exchanged in between; a pipe does not make it wait.
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
