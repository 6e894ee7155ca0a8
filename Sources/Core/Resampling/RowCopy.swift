import CKernels

/// The copying of rows of pixels into a frame, with or without the processor's caches.
package enum RowCopy {
  /// The minimum size in bytes of a frame that is copied past the processor's caches: such a frame
  /// has been evicted from them when it is drawn again, and when the display server reads it.
  private static let streamingThreshold = 16 << 20

  /// Copies `rows` rows of `width` bytes.
  ///
  /// - Parameters:
  ///   - sourceStride: the distance between the beginnings of two source rows, in bytes.
  ///   - targetStride: the distance between the beginnings of two target rows, in bytes.
  ///   - frameBytes: the size in bytes of the frame that contains `target`; the copy goes past the
  ///     processor's caches for a large frame.
  package static func copy(
    rows: Int, width: Int, from source: UnsafeRawPointer, stride sourceStride: Int,
    to target: UnsafeMutableRawPointer, stride targetStride: Int, frameBytes: Int
  ) {
    guard frameBytes >= streamingThreshold else {
      for row in 0..<max(0, rows) {
        (target + row * targetStride).copyMemory(
          from: source + row * sourceStride, byteCount: width)
      }
      return
    }
    for row in 0..<max(0, rows) {
      kernels_stream(target + row * targetStride, source + row * sourceStride, width)
    }
    kernels_end_streaming()
  }
}
