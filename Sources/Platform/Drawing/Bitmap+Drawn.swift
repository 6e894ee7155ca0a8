public import Pixels

extension Bitmap {
  /// A bitmap drawn by `body`, on nothing at first.
  ///
  /// - Parameter isOpaque: true promises that `body` covers every pixel. Default: false.
  public static func drawn(
    _ size: PixelSize, isOpaque: Bool = false, _ body: (Canvas) -> Void
  ) -> Bitmap {
    Bitmap(size: size, isOpaque: isOpaque) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      body(Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes)))
    }
  }
}
