import CLinux
import DecoderWire

/// A regular file mapped into memory, read-only, until this goes.
///
/// A file that shrinks while it is read is seen by ``LostPages``, where that was asked to watch.
/// Copying every file first instead would cost every picture, and twice those with a preview.
struct PictureFile: ~Copyable {
  let bytes: PictureBytes
  /// True when the file has more bytes than may be read.
  var isCut: Bool { bytes.raw.count < length }
  private let length: Int

  /// Maps what `descriptor` is open on.
  ///
  /// - Throws: `.unreadable` for anything but a regular file, `.empty`, `.tooLarge`.
  init(descriptor: Int32, limits: DecodeLimits) throws(DecodeFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw DecodeFailure(.unreadable, detail: SystemError.message)
    }
    guard status.st_mode & 0o170000 == 0o100000 else {
      throw DecodeFailure(.unreadable, detail: "not a regular file")
    }
    let length = Int(status.st_size)
    guard length > 0 else { throw DecodeFailure(.empty) }
    // A sparse or padded file is not refused for its length: nobody reads past the picture.
    let mapped = min(length, limits.fileBytes)
    guard mapped > 0,
      let address = helper_map(mapped, PROT_READ, MAP_PRIVATE, descriptor)
    else { throw DecodeFailure(.unreadable, detail: SystemError.message) }
    self.length = length
    bytes = PictureBytes(
      raw: UnsafeRawBufferPointer(start: address, count: mapped), isMapped: true)
    LostPages.guardFile(bytes.raw)
  }

  /// Watches this file again, after another one.
  borrowing func watch() { LostPages.guardFile(bytes.raw) }

  /// Why what was read is wrong: the file has become shorter meanwhile. nil when it has not.
  var loss: DecodeFailure? {
    LostPages.areLost
      ? DecodeFailure(.unreadable, detail: "it became shorter while it was read") : nil
  }

  /// Why a picture that is not whole is not: the rest of its file may not be read. nil when all of
  /// it may.
  func excess(_ limits: DecodeLimits) -> DecodeFailure? {
    guard isCut else { return nil }
    let detail = "it is not in the first \(limits.fileBytes) bytes, more with --max-bytes"
    return DecodeFailure(.tooLarge, detail: detail)
  }

  deinit {
    LostPages.release()
    munmap(UnsafeMutableRawPointer(mutating: bytes.raw.baseAddress), bytes.raw.count)
  }
}
