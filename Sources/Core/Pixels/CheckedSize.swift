/// Overflow-checked arithmetic for sizes from untrusted sources.
package enum CheckedSize {
  /// The row stride and the total size in bytes of `size`, at four bytes per pixel with rows padded
  /// to 64 bytes; nil on overflow.
  package static func byteCount(_ size: PixelSize) -> (stride: Int, total: Int)? {
    let (row, o1) = size.width.multipliedReportingOverflow(by: 4)
    guard !o1 else { return nil }
    let (padded, o2) = row.addingReportingOverflow(63)
    guard !o2 else { return nil }
    let stride = padded & ~63
    let (total, o3) = stride.multipliedReportingOverflow(by: size.height)
    return o3 ? nil : (stride, total)
  }
}
