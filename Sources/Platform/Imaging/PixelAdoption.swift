import CLinux
import DecoderWire
import Pixels

/// Turns what a helper says about pixels into a bitmap. The helper is not believed: every number is
/// compared with what the system says about the memory.
struct PixelAdoption {
  /// The pixels and what they cost, in bytes of real memory.
  struct Result {
    var bitmap: Bitmap
    var cost: Int
    /// The memory they begin, nil for those that were copied.
    var memory: OwnedDescriptor?
  }
  /// A picture that fills less than this part of lent memory is copied, and the memory is free.
  private static let leastFill = 4
  /// No row is padded by more bytes.
  private static let mostPadding = 4096
  /// The bytes a helper's memory may have beyond its pixels: one page.
  private static let maxExcess = 4096

  let request: DecodeRequest
  let recycled: SharedMemoryPool
  /// True for a partial result: it may have any size up to ``WireFormat/maxPartialPixels``.
  var isPartial = false

  /// The bitmap of a reply about the picture of `info`, or what is wrong with the reply.
  ///
  /// - Parameter info: nil for a thumbnail, whose picture need not be known.
  func adopt(
    _ layout: DecodeReply.PixelLayout, of info: DecodeReply.Info?, lent: SharedMemory?,
    descriptors: [OwnedDescriptor]
  ) throws(BadReply) -> Result {
    let total = try checkedBytes(info, layout)
    if layout.usesGivenMemory {
      guard descriptors.isEmpty, let lent, total <= lent.capacity else { throw .memory }
      return adoptLent(lent, layout, total: total)
    }
    guard descriptors.count == 1 else { throw .memory }
    return try adoptForeign(descriptors[0], layout, total: total)
  }

  private func checkedBytes(
    _ info: DecodeReply.Info?, _ layout: DecodeReply.PixelLayout
  ) throws(BadReply) -> Int {
    let size = layout.size
    guard let area = size.area, area > 0, area <= request.limits.pixels,
      CheckedSize.byteCount(size) != nil
    else { throw .size }
    let row = size.width * 4
    guard layout.stride >= row, layout.stride % 4 == 0, layout.stride - row <= Self.mostPadding
    else { throw .size }
    let (total, overflow) = layout.stride.multipliedReportingOverflow(by: size.height)
    guard !overflow else { throw .size }
    if isPartial {
      guard area <= WireFormat.maxPartialPixels else { throw .size }
      return total
    }
    switch request.purpose {
    case .exact:
      guard let info, size == request.fittedSize(of: info) else { throw .size }
    case .region, .recolor: guard size == request.target else { throw .size }
    case .thumbnail, .stored:
      // Its memory may be handed to an encoder, which knows rows of one length only.
      guard size == request.fittedSize(of: size),
        layout.stride == CheckedSize.byteCount(size)?.stride
      else { throw .size }
    case .probe, .preview, .embedded, .frames: break
    }
    return total
  }

  private func adoptLent(
    _ lent: SharedMemory, _ layout: DecodeReply.PixelLayout, total: Int
  ) -> Result {
    let resident = max(total, lent.residentBytes)
    if resident / Self.leastFill > total {
      let copy = Bitmap(size: layout.size, isOpaque: layout.isOpaque) { memory, stride in
        for y in 0..<layout.size.height {
          let from = UnsafeRawBufferPointer(
            start: lent.address + y * layout.stride, count: layout.size.width * 4)
          UnsafeMutableRawBufferPointer(rebasing: memory[(y * stride)...]).copyMemory(from: from)
        }
      }
      recycled.give(lent)
      return Result(bitmap: copy, cost: copy.byteCount)
    }
    let pool = recycled
    let bitmap = Bitmap(
      size: layout.size, stride: layout.stride, isOpaque: layout.isOpaque, bytes: lent.address
    ) { _ in pool.give(lent) }
    return Result(bitmap: bitmap, cost: resident, memory: lent.descriptor)
  }

  /// Refuses memory that is shorter than `bytes`, or could become so, and memory that is longer than
  /// `atMost`: the viewer would keep all of it alive.
  static func check(
    _ descriptor: OwnedDescriptor, bytes: Int, atMost most: Int
  ) throws(BadReply) {
    let seals = linux_seals(descriptor.number)
    guard seals >= 0, seals & F_SEAL_SHRINK != 0, seals & F_SEAL_GROW != 0 else { throw .memory }
    var status = stat()
    guard fstat(descriptor.number, &status) == 0, Int(status.st_size) >= bytes,
      Int(status.st_size) - bytes <= most - bytes + Self.maxExcess
    else { throw .memory }
  }

  private func adoptForeign(
    _ descriptor: OwnedDescriptor, _ layout: DecodeReply.PixelLayout, total: Int
  ) throws(BadReply) -> Result {
    try Self.check(descriptor, bytes: total, atMost: total)
    guard let address = MappedMemory.map(descriptor.number, bytes: total) else { throw .memory }
    let bitmap = Bitmap(
      size: layout.size, stride: layout.stride, isOpaque: layout.isOpaque, bytes: address
    ) { MappedMemory.unmap($0, bytes: total) }
    return Result(bitmap: bitmap, cost: total, memory: descriptor)
  }
}

/// Why an answer of a helper is refused; the helper is ended with it.
enum BadReply: Error, Hashable {
  /// It is no message, or not the one that was waited for.
  case message
  /// The sizes make no sense.
  case size
  /// The memory is not what it has to be.
  case memory

  var detail: String {
    switch self {
    case .message: "its answer made no sense"
    case .size: "its answer had an impossible size"
    case .memory: "its answer came in unsafe memory"
    }
  }
}
