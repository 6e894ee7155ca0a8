import ArchiveWire
import Archives
import CLinux
public import DecoderWire
import Localization

/// The identity of a file in one state. Two files with equal identities are taken to have the same
/// bytes.
public struct FileIdentity: Hashable, Sendable {
  /// The path by which the file was examined.
  public var path: FilePathBytes
  /// The number of the device that contains the file, `st_dev`.
  public var device: UInt64
  /// The inode number of the file on its device, `st_ino`.
  public var inode: UInt64
  /// The time of the last modification in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  /// The file size in bytes.
  public var size: Int64

  public init(
    path: FilePathBytes, device: UInt64, inode: UInt64, modifiedNanoseconds: Int64, size: Int64
  ) {
    self.path = path
    self.device = device
    self.inode = inode
    self.modifiedNanoseconds = modifiedNanoseconds
    self.size = size
  }

  /// Reads the identity of the file at `path` with `stat`, without opening it. A path inside an
  /// archive is looked up in the archive.
  ///
  /// - Throws: `.unreadable` with the system's error message, or for a file that is not a regular
  ///   one, with its kind.
  public static func read(_ path: FilePathBytes) throws(DecodeFailure) -> FileIdentity {
    var status = stat()
    guard let result = path.withCString({ stat($0, &status) }) else {
      throw DecodeFailure(.unreadable, detail: tr("its name holds a zero byte"))
    }
    guard result == 0 else {
      let code = pbview_errno()
      if code == ENOTDIR, let archived = try archived(path) { return archived }
      throw .system(code)
    }
    return try FileIdentity(path: path, status: status)
  }

  /// The identity of a file in an archive; nil when `path` does not lead into an archive.
  private static func archived(_ path: FilePathBytes) throws(DecodeFailure) -> FileIdentity? {
    do throws(ArchiveFailure) {
      return try ArchiveFiles.shared.status(of: path.bytes).map { FileIdentity(path, $0) }
    } catch {
      throw DecodeFailure(error)
    }
  }

  /// Makes the identity of a file in an archive from its status in the list of the archive.
  init(_ path: FilePathBytes, _ status: ArchiveFiles.EntryStatus) {
    self.init(
      path: path, device: status.device, inode: status.inode, modifiedNanoseconds: status.modified,
      size: status.size)
  }

  /// Makes an identity from the result of `stat`.
  ///
  /// - Throws: `.unreadable` for everything but a regular file.
  init(path: FilePathBytes, status: stat) throws(DecodeFailure) {
    let kind: String? =
      switch Int32(bitPattern: status.st_mode) & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: tr("it is a folder")
      case S_IFIFO: tr("it is a named pipe")
      case S_IFSOCK: tr("it is a socket")
      case S_IFCHR, S_IFBLK: tr("it is a device")
      default: tr("it is not a regular file")
      }
    if let kind { throw DecodeFailure(.unreadable, detail: kind) }
    let seconds = Int64(status.st_mtim.tv_sec)
    self.init(
      path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      modifiedNanoseconds: seconds &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      size: Int64(status.st_size))
  }
}

extension DecodeFailure {
  /// Makes the failure of a picture whose archive, or whose file in an archive, cannot be read.
  init(_ failure: ArchiveFailure) {
    self.init(.unreadable, detail: failure.sentence)
    isDetailSentence = true
    canRetry =
      switch failure.kind {
      case .unreadable, .tooSlow, .crashed, .noHelper, .noSuchFile: true
      case .encrypted, .documentEncrypted, .damaged, .documentDamaged, .tooLarge, .unknownFormat,
        .noLibrary, .noDocumentLibrary, .emptyFile:
        false
      }
  }

  /// Makes the failure of a decode that took longer than its limit of `seconds`.
  static func overdue(_ seconds: Double) -> DecodeFailure {
    let secondsText = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    return DecodeFailure(
      .tooSlow, detail: tr("more than the {seconds} s of --max-seconds", ["seconds": secondsText]))
  }

  /// Makes the failure of reading a file, with the system's message for the error number `code`.
  static func system(_ code: Int32) -> DecodeFailure {
    DecodeFailure(.unreadable, detail: systemMessage(code))
  }
}
