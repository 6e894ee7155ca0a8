import ArchiveWire
import Archives
import CLinux
import DecoderWire
import Localization

/// A regular file, opened so that its descriptor can be sent to a helper. The viewer itself never
/// reads its contents.
struct OpenedFile {
  let descriptor: OwnedDescriptor
  let identity: FileIdentity

  /// Opens the file at `path`. The file is examined before it is opened, since opening a device can
  /// have effects, and again afterwards, since it may have been replaced in between. Opening a pipe
  /// does not block.
  ///
  /// A file in an archive is unpacked by a helper. For the path of an archive itself, its first
  /// picture, the cover, is opened.
  ///
  /// - Throws: `.unreadable` when the file cannot be opened or is not a regular file.
  init(_ path: FilePathBytes) throws(DecodeFailure) {
    if let archived = try Self.archived(path) {
      self = archived
      return
    }
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

  private init(descriptor: OwnedDescriptor, identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  private static func archived(_ path: FilePathBytes) throws(DecodeFailure) -> OpenedFile? {
    do throws(ArchiveFailure) {
      if let found = try ArchiveFiles.shared.open(path.bytes) {
        return OpenedFile(
          descriptor: found.descriptor, identity: FileIdentity(path, found.status))
      }
      guard ArchiveFiles.location(of: path.bytes) != nil else { return nil }
      if let cover = try ArchiveFiles.shared.openCover(of: path.bytes) {
        return OpenedFile(descriptor: cover, identity: try identity(path))
      }
    } catch {
      throw DecodeFailure(error)
    }
    var failure = DecodeFailure(.unreadable, detail: tr("there are no pictures in it"))
    failure.canRetry = false
    throw failure
  }

  private static func identity(_ path: FilePathBytes) throws(ArchiveFailure) -> FileIdentity {
    do throws(DecodeFailure) { return try FileIdentity.read(path) } catch {
      throw ArchiveFailure(.unreadable, detail: error.detail)
    }
  }
}
