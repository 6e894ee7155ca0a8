package import DecodingSupport

/// The compressed data of a picture, such as the bodies of the IDAT chunks, in place in the file
/// without a copy.
package final class CompressedPieces {
  package let first: UnsafeMutablePointer<UnsafeRawBufferPointer>
  package let count: Int
  /// One readable byte, the address at which a reader begins before it opens the first piece.
  package let placeholder = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private let file: PictureBytes
  /// Offset up to which the file's pages were released.
  private var releasedBytes = 0

  /// Minimum number of bytes that are released at once.
  package static let minReleasedBytes = 8 << 20

  /// Makes the compressed data from pieces in their order.
  ///
  /// - Parameter file: the memory that contains all pieces.
  package init(_ pieces: [PictureBytes], of file: PictureBytes) {
    self.file = file
    count = pieces.count
    first = .allocate(capacity: max(1, count))
    for (i, piece) in pieces.enumerated() { (first + i).initialize(to: piece.raw) }
  }

  deinit {
    first.deallocate()
    placeholder.deallocate()
  }

  /// Releases the file's pages before `position`, after reading up to there.
  package func releasePages(before position: UnsafePointer<UInt8>) {
    guard let base = file.raw.baseAddress else { return }
    let offset = UnsafeRawPointer(position) - base
    // A reader that has not begun has no position in the file; a restarted one may be before the
    // released pages.
    guard offset > 0, offset <= file.count, offset - releasedBytes > Self.minReleasedBytes else {
      return
    }
    file.releasePages(releasedBytes..<offset)
    releasedBytes = offset
  }

  /// Releases all pages of the file, before a pause in reading.
  package func releasePages() {
    file.releasePages(0..<file.count)
    releasedBytes = 0
  }
}
