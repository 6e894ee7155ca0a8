import Glibc

/// The allocator of memory for bitmaps whose pixels are read in any direction.
///
/// It uses huge pages of virtual memory where the system has them: with small pages each row of a
/// wide bitmap lies on another page, and the TLB misses cost a warp as much as its arithmetic.
public enum PictureMemory {
  private static let hugePageBytes = 1 << 21

  /// Allocates `byteCount` bytes of uninitialised memory, which the caller frees with
  /// `deallocate()`.
  public static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    // A bitmap smaller than a huge page gets ordinary memory: it would leave the rest of the huge
    // page unused.
    guard byteCount >= hugePageBytes else {
      return .allocate(byteCount: byteCount, alignment: 64)
    }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePageBytes)
    madvise(bytes, byteCount, MADV_HUGEPAGE)
    return bytes
  }
}
