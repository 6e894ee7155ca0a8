import CLinux
import DecoderWire
import Localization
import Pixels

/// The validation of pixels that a helper sent, and their conversion to a bitmap. The helper is not
/// trusted: every number is checked against the actual size of the memory.
struct PixelAdoption {
  /// A bitmap of validated pixels, and the memory in bytes that it occupies.
  struct AdoptedPixels {
    var bitmap: Bitmap
    var cost: Int
    /// The shared memory that begins with the pixels; nil when they were copied.
    var memory: OwnedDescriptor?
  }
  /// The divisor of the resident size of a buffer lent by the viewer: a picture that fills less
  /// than the resident size divided by it is copied, so that the buffer can be reused.
  private static let minFillDivisor = 4
  /// The maximum number of unused bytes at the end of a row of pixels.
  private static let maxPadding = 4096
  /// The maximum number of bytes by which a helper's memory may exceed the pixels: one memory page.
  private static let maxExcess = 4096

  let request: DecodeRequest
  let sharedMemoryPool: SharedMemoryPool
  /// Whether the reply is an incomplete picture, whose size is limited only by
  /// ``DecoderWireFormat/maxPartialPixels``. Default: false.
  var isPartial = false

  /// Validates the pixels of a reply and returns their bitmap.
  ///
  /// - Parameters:
  ///   - info: The properties of the picture; nil for a thumbnail, whose natural size may be
  ///     unknown.
  ///   - borrowed: The viewer's buffer that was lent to the helper; nil when there was none.
  /// - Throws: `BadReply` when the reply breaks the protocol.
  func adopt(
    _ layout: DecodeReply.PixelLayout, of info: DecodeReply.Info?, borrowed: SharedMemory?,
    descriptors: [OwnedDescriptor]
  ) throws(BadReply) -> AdoptedPixels {
    let total = try checkedBytes(info, layout)
    if layout.usesRequestMemory {
      guard descriptors.isEmpty, let borrowed, total <= borrowed.capacity else { throw .memory }
      return adoptBorrowedBuffer(borrowed, layout, total: total)
    }
    guard descriptors.count == 1 else { throw .memory }
    return try adoptHelperMemory(descriptors[0], layout, total: total)
  }

  private func checkedBytes(
    _ info: DecodeReply.Info?, _ layout: DecodeReply.PixelLayout
  ) throws(BadReply) -> Int {
    let size = layout.size
    guard let area = size.area, area > 0, area <= request.limits.pixels,
      CheckedSize.byteCount(size) != nil
    else { throw .size }
    let row = size.width * 4
    guard layout.stride >= row, layout.stride % 4 == 0, layout.stride - row <= Self.maxPadding
    else { throw .size }
    let (total, overflow) = layout.stride.multipliedReportingOverflow(by: size.height)
    guard !overflow else { throw .size }
    if isPartial {
      guard area <= DecoderWireFormat.maxPartialPixels else { throw .size }
      return total
    }
    switch request.kind {
    case .exact:
      guard let info, size == request.fittedSize(of: info) else { throw .size }
    case .region, .recolor: guard size == request.target else { throw .size }
    case .thumbnail, .stored:
      // A thumbnail's memory may be sent to an encoder, which accepts only the default stride.
      guard size == request.fittedSize(of: size),
        layout.stride == CheckedSize.byteCount(size)?.stride
      else { throw .size }
    case .metadata, .sidecarEdits, .orientationEdits, .encode: throw .size
    case .probe, .preview, .embedded, .frames: break
    }
    return total
  }

  private func adoptBorrowedBuffer(
    _ borrowed: SharedMemory, _ layout: DecodeReply.PixelLayout, total: Int
  ) -> AdoptedPixels {
    let resident = max(total, borrowed.residentBytes)
    if resident / Self.minFillDivisor > total {
      let copy = Bitmap(size: layout.size, isOpaque: layout.isOpaque) { memory, stride in
        for y in 0..<layout.size.height {
          let from = UnsafeRawBufferPointer(
            start: borrowed.address + y * layout.stride, count: layout.size.width * 4)
          UnsafeMutableRawBufferPointer(rebasing: memory[(y * stride)...]).copyMemory(from: from)
        }
      }
      sharedMemoryPool.recycle(borrowed)
      return AdoptedPixels(bitmap: copy, cost: copy.byteCount)
    }
    let pool = sharedMemoryPool
    let bitmap = Bitmap(
      size: layout.size, stride: layout.stride, isOpaque: layout.isOpaque, bytes: borrowed.address
    ) { _ in pool.recycle(borrowed) }
    return AdoptedPixels(bitmap: bitmap, cost: resident, memory: borrowed.descriptor)
  }

  /// Checks that shared memory has at least `bytes` bytes, is sealed against resizing, and exceeds
  /// `limit` bytes by at most one memory page, because the viewer keeps the whole memory alive.
  ///
  /// - Throws: `.memory` when a check fails.
  static func checkSealsAndSize(
    of descriptor: OwnedDescriptor, bytes: Int, atMost limit: Int
  ) throws(BadReply) {
    let seals = linux_seals(descriptor.number)
    guard seals >= 0, seals & F_SEAL_SHRINK != 0, seals & F_SEAL_GROW != 0 else { throw .memory }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, Int(status.st_size) >= bytes,
      Int(status.st_size) - bytes <= limit - bytes + Self.maxExcess
    else { throw .memory }
  }

  private func adoptHelperMemory(
    _ descriptor: OwnedDescriptor, _ layout: DecodeReply.PixelLayout, total: Int
  ) throws(BadReply) -> AdoptedPixels {
    try Self.checkSealsAndSize(of: descriptor, bytes: total, atMost: total)
    guard let address = MappedMemory.map(descriptor.number, bytes: total) else { throw .memory }
    let bitmap = Bitmap(
      size: layout.size, stride: layout.stride, isOpaque: layout.isOpaque, bytes: address
    ) { MappedMemory.unmap($0, bytes: total) }
    return AdoptedPixels(bitmap: bitmap, cost: total, memory: descriptor)
  }
}

/// The reason why a helper's reply is refused. The helper is ended after that.
enum BadReply: Error, Hashable {
  /// The message is malformed, or does not answer the request.
  case message
  /// The size or the stride of the pixels is impossible, or not the requested one.
  case size
  /// The shared memory of the pixels is missing, too small, too large or not sealed.
  case memory

  var detail: String {
    switch self {
    case .message: tr("its answer made no sense")
    case .size: tr("its answer had an impossible size")
    case .memory: tr("its answer came in unsafe memory")
    }
  }
}
