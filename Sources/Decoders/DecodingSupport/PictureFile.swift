import CLinux
package import DecoderWire

/// A regular file mapped into memory, read-only, for the lifetime of this value.
///
/// Truncation of the file while it is read is detected by ``TruncationGuard``, where that is
/// enabled. The alternative, copying every file first, would slow down every picture, and twice
/// those with a preview.
package struct PictureFile: ~Copyable {
  package let bytes: PictureBytes
  /// Whether the file is longer than the part of it that is mapped, see ``DecodeLimits/fileBytes``.
  package var isPartlyMapped: Bool { bytes.raw.count < length }
  private let length: Int

  /// The factor by which the mapping of a TIFF may exceed ``DecodeLimits/fileBytes``: only some of
  /// its tiles are read.
  private static let largeTIFFMappingFactor = 8

  /// Maps the file that `descriptor` refers to, or its beginning when it exceeds the limit of
  /// bytes.
  ///
  /// - Throws: `.unreadable` when it cannot be mapped or is not a regular file, `.empty` when it
  ///   has no bytes.
  package init(descriptor: Int32, limits: DecodeLimits) throws(DecodeFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw DecodeFailure(.unreadable, detail: SystemError.message)
    }
    guard status.st_mode & 0o170000 == 0o100000 else {
      throw DecodeFailure(.unreadable, detail: "not a regular file")
    }
    let length = Int(status.st_size)
    guard length > 0 else { throw DecodeFailure(.empty) }
    // A sparse or padded file is not rejected for its length: the decoder does not read past the
    // picture.
    let mapped = min(length, Self.maxMappedBytes(descriptor, length, limits))
    guard mapped > 0,
      let address = helper_map(mapped, PROT_READ, MAP_PRIVATE, descriptor)
    else { throw DecodeFailure(.unreadable, detail: SystemError.message) }
    self.length = length
    bytes = PictureBytes(
      raw: UnsafeRawBufferPointer(start: address, count: mapped), isMapped: true)
    TruncationGuard.watch(bytes.raw)
  }

  /// Whether the descriptor refers to a TIFF longer than ``DecodeLimits/fileBytes``, whose mapping
  /// may take more of the address space than that.
  package static func isLargeTIFF(descriptor: Int32, limits: DecodeLimits) -> Bool {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return false }
    let length = Int(status.st_size)
    return length > limits.fileBytes
      && maxMappedBytes(descriptor, length, limits) > limits.fileBytes
  }

  /// The maximum number of bytes that are mapped of the file, which has `length` bytes.
  private static func maxMappedBytes(_ descriptor: Int32, _ length: Int, _ limits: DecodeLimits)
    -> Int
  {
    var start: UInt32 = 0
    guard length > limits.fileBytes, pread(descriptor, &start, 4, 0) == 4 else {
      return limits.fileBytes
    }
    // The byte order, and the version 42 or 43 of TIFF and BigTIFF.
    let isTIFF = [0x002A_4949, 0x002B_4949, 0x2A00_4D4D, 0x2B00_4D4D]
      .contains(UInt32(littleEndian: start))
    let (large, overflows) = limits.fileBytes.multipliedReportingOverflow(
      by: largeTIFFMappingFactor)
    return isTIFF && !overflows ? min(large, DecodeLimits.maxLargeFileBytes) : limits.fileBytes
  }

  /// Makes this file the one whose truncation ``TruncationGuard`` detects, after another file was.
  package borrowing func watchForTruncation() { TruncationGuard.watch(bytes.raw) }

  /// The failure (`.unreadable`) for a file that was truncated while it was read; nil when it was
  /// not.
  package var truncationFailure: DecodeFailure? {
    TruncationGuard.hasReplacedPages
      ? DecodeFailure(.unreadable, detail: "it became shorter while it was read") : nil
  }

  /// The failure (`.tooLarge`) for a picture that continues behind the mapped part of the file; nil
  /// when the whole file is mapped.
  package func sizeFailure(_ limits: DecodeLimits) -> DecodeFailure? {
    guard isPartlyMapped else { return nil }
    let detail = "it is not in the first \(limits.fileBytes) bytes, more with --max-bytes"
    return DecodeFailure(.tooLarge, detail: detail)
  }

  deinit {
    TruncationGuard.stopWatching()
    munmap(UnsafeMutableRawPointer(mutating: bytes.raw.baseAddress), bytes.raw.count)
  }
}
