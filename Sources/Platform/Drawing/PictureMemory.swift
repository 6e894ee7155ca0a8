import Glibc

/// Memory for a picture that is read in every direction.
///
/// In huge pages where the system has them: each row of a wide picture lies on a small page of its
/// own, and finding those costs a warp as much as its arithmetic.
public enum PictureMemory {
  private static let hugePage = 1 << 21

  /// Makes memory that its owner gives back with `deallocate()`.
  public static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    // A picture much smaller than a huge page would only waste the rest of it.
    guard byteCount >= hugePage else {
      return .allocate(byteCount: byteCount, alignment: 64)
    }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePage)
    madvise(bytes, byteCount, MADV_HUGEPAGE)
    return bytes
  }
}
