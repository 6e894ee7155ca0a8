public import BrowserHost

/// Pictures for the examples: files of the sample album, and landscapes painted here.
public enum Samples {
  /// The folder of the sample album.
  private static let folder =
    #filePath.split(separator: "/").dropLast(3)
    .reduce(into: "") { $0 += "/" + $1 } + "/assets/album/"

  /// Photos of the sample album, as paths.
  public static let photos = [
    "01 Morning mist.jpg", "02 Dunes under stars.jpg", "04 Sun over the sea.jpg",
    "05 Forest in fog.jpg", "07 City at dusk.jpg", "08 Evening lamps.jpg", "13 Nebula.jpg",
    "03 Северное сияние.jpg", "12 Glass bubble.png",
  ].map { folder + $0 }
  /// A picture three times as wide as high, as a path.
  public static let panorama = folder + "06 The long valley.jpg"
  /// A picture six times as high as wide, as a path.
  public static let strip = folder + "10 From sky to sea floor.jpg"
  /// A picture that moves, as a path.
  public static let animation = folder + "09 Lighthouse.gif"

  /// A drawing in lines and curves, SVG, as a path.
  public static let icon = folder + "../icon/io.github.pbview.Pbview.svg"

  /// So many painted landscapes, the same at every call.
  public static func landscapes(
    _ count: Int, from first: Int = 0, width: Int = 1200, height: Int = 800
  ) -> [Picture] {
    (first..<first + count).map { Landscape(number: $0).picture(width: width, height: height) }
  }

  /// A picture drawn by `paint`.
  public static func picture(
    width: Int, height: Int, paint: (Canvas) -> Void
  ) -> Picture {
    let size = PixelSize(width: width, height: height)
    return Picture(
      Bitmap(size: size, isOpaque: true) { memory, stride in
        guard let bytes = memory.baseAddress else { return }
        paint(Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes)))
      })
  }
}
