import CKernels

/// The copy of rows of pixels into a frame.
package enum RowCopy {
  /// The size in bytes of a frame from which it is copied past the processor's caches: such a frame
  /// has left them when it is drawn again, and when the display server reads it.
  private static let streamingThreshold = 16 << 20

  /// Copies `rows` rows of `width` bytes.
  ///
  /// - Parameters:
  ///   - stride: the distance between rows in bytes, in each of the two buffers.
  ///   - frameBytes: the size of the frame that contains `target`; it decides whether the copy goes
  ///     past the caches.
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
