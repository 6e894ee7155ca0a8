/// The compressed data of a picture where they lie in the file: nothing is copied.
final class DataPieces {
  let first: UnsafeMutablePointer<UnsafeRawBufferPointer>
  let count: Int
  /// An address for a reader that has not opened a piece.
  let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
  private let file: PictureBytes
  /// Bytes of the file that were given away.
  private var released = 0

  /// Bytes that are given away at once.
  static let leastRelease = 8 << 20

  /// - Parameter file: what they all lie in.
  init(_ pieces: [PictureBytes], of file: PictureBytes) {
    self.file = file
    count = pieces.count
    first = .allocate(capacity: max(1, count))
    for (i, piece) in pieces.enumerated() { (first + i).initialize(to: piece.raw) }
  }

  deinit {
    first.deallocate()
    nothing.deallocate()
  }

  /// The file has been read up to `position`: what is before it need not be in memory.
  func release(before position: UnsafePointer<UInt8>) {
    guard let base = file.raw.baseAddress else { return }
    let offset = UnsafeRawPointer(position) - base
    // A reader that has not begun stands nowhere in the file; one that came back is before it.
    guard offset > 0, offset <= file.count, offset - released > Self.leastRelease else { return }
    file.release(released..<offset)
    released = offset
  }

  /// Nothing of the file is read for a while.
  func release() {
    file.release(0..<file.count)
    released = 0
  }
}
