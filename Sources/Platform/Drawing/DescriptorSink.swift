import CCairo
import CLinux

/// The receiver of the bytes of a PNG or PDF file that Cairo makes, which writes them to an open
/// descriptor.
struct DescriptorSink {
  let descriptor: Int32
  /// The error number of the first write that failed; 0 for none.
  var errno: Int32 = 0

  mutating func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if linux_write_all(descriptor, bytes.baseAddress, bytes.count) == 0 { return true }
    errno = pbview_errno()
    return false
  }

  /// The callback of Cairo that receives the file's bytes in chunks; `closure` is the address of a
  /// `DescriptorSink`.
  static let writeCallback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = {
      closure, data, length in
      guard let sink = closure?.assumingMemoryBound(to: DescriptorSink.self) else {
        return CAIRO_STATUS_WRITE_ERROR
      }
      let bytes = UnsafeRawBufferPointer(start: data, count: Int(length))
      return sink.pointee.write(bytes) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }
}
