/// An immutable picture in memory: premultiplied BGRA, eight bits per channel, in rows that begin
/// `stride` bytes apart.
public final class Bitmap: Sendable {
  /// The size of the picture in pixels.
  public let size: PixelSize
  /// The distance between the beginnings of two rows in bytes: at least `width * 4`, a multiple of
  /// 4.
  public let stride: Int
  /// Whether every pixel of the picture is known to have alpha 255.
  public let isOpaque: Bool
  /// The pixel memory, `stride * size.height` bytes; it is valid as long as this object exists, and
  /// never written.
  public var bytes: UnsafeRawPointer { storage.address }

  // The storage is Sendable because its memory is never written after init, and is freed in deinit.
  private struct Storage: @unchecked Sendable {
    let address: UnsafeRawPointer
    let release: @Sendable (UnsafeRawPointer) -> Void
  }
  private let storage: Storage

  /// Takes ownership of pixel memory of at least `stride * size.height` bytes.
  ///
  /// - Parameter release: frees the memory; called once, on any thread, when the last reference is
  ///   released.
  public init(
    size: PixelSize, stride: Int, isOpaque: Bool, bytes: UnsafeRawPointer,
    release: @escaping @Sendable (UnsafeRawPointer) -> Void
  ) {
    precondition(stride >= size.width * 4 && stride % 4 == 0, "stride \(stride) for \(size)")
    self.size = size
    self.stride = stride
    self.isOpaque = isOpaque
    storage = Storage(address: bytes, release: release)
  }

  deinit { storage.release(storage.address) }

  /// The size of the pixel memory in bytes.
  public var byteCount: Int { stride * size.height }

  /// Allocates a bitmap and lets `fill` write its pixels.
  ///
  /// - Complexity: O(pixels); the memory is zeroed first.
  public convenience init(
    size: PixelSize, isOpaque: Bool, fill: (UnsafeMutableRawBufferPointer, _ stride: Int) -> Void
  ) {
    let stride = size.width * 4
    let count = max(4, stride * size.height)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    guard let base = memory.baseAddress else { preconditionFailure("allocated nothing") }
    fill(memory, stride)
    self.init(
      size: size, stride: stride, isOpaque: isOpaque, bytes: UnsafeRawPointer(base)
    ) { UnsafeMutableRawPointer(mutating: $0).deallocate() }
  }

  /// The pixel at (`x`, `y`) as 0xAARRGGBB, premultiplied.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && y >= 0 && x < size.width && y < size.height, "\(x),\(y) in \(size)")
    return bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }
}
