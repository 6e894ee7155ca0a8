public import Pixels

extension Bitmap {
  /// Makes a bitmap that `body` draws, on a transparent background.
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
