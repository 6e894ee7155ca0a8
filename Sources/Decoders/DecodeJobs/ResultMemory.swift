import CLinux
package import ColorManagement
package import DecoderWire
package import Pixels

/// The memory for the pixels of the reply: the memory that came with the request if they fit, else
/// a new memfd.
package struct ResultMemory: ~Copyable {
  package let buffer: PixelBuffer
  package let usesRequestMemory: Bool
  /// The colour conversion to apply to the complete pixels, once, before they are sent; nil for
  /// none.
  package var conversion: ColorConversion?
  /// The new memfd; -1 when the given memory is used. Owned until ``takeDescriptor()``.
  private var descriptor: Int32
  private let mappedByteCount: Int

  /// Maps the memory `given` with the request (−1 for none) if `size` pixels fit into its
  /// `capacity` in bytes, else a new memfd.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package init(_ size: PixelSize, given: Int32, capacity: Int) throws(DecodeFailure) {
    guard let (stride, total) = CheckedSize.byteCount(size), total > 0 else {
      throw DecodeFailure(.tooLarge, detail: "\(size.width) × \(size.height) pixels")
    }
    let isGiven = given >= 0 && total <= capacity && Self.length(of: given) >= total
    let source = isGiven ? given : linux_open_memory("pbview-pixels", true)
    guard source >= 0, isGiven || ftruncate(source, total) == 0,
      let address = helper_map(total, PROT_READ | PROT_WRITE, MAP_SHARED, source)
    else {
      if !isGiven, source >= 0 { close(source) }
      throw DecodeFailure(.tooLarge, detail: "no memory for it")
    }
    usesRequestMemory = isGiven
    descriptor = isGiven ? -1 : source
    mappedByteCount = total
    buffer = PixelBuffer(size: size, stride: stride, bytes: address)
  }

  /// Seals the new memfd and transfers its ownership to the caller; nil when the given memory is
  /// used.
  package consuming func takeDescriptor() -> Int32? {
    guard descriptor >= 0 else { return nil }
    _ = linux_add_seals(descriptor, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)
    let taken = descriptor
    descriptor = -1
    return taken
  }

  deinit {
    munmap(buffer.bytes, mappedByteCount)
    if descriptor >= 0 { close(descriptor) }
  }

  private static func length(of descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
