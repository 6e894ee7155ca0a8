public import BrowserHost

/// The pictures of the examples: files of the sample album, and landscapes painted by code.
public enum Samples {
  /// The path of the folder with the sample album, with a slash at its end.
  private static let folder =
    #filePath.split(separator: "/").dropLast(3)
    .reduce(into: "") { $0 += "/" + $1 } + "/assets/album/"

  /// The paths of nine photos of the sample album.
  public static let photos = [
    "01 Morning mist.jpg", "02 Dunes under stars.jpg", "04 Sun over the sea.jpg",
    "05 Forest in fog.jpg", "07 City at dusk.jpg", "08 Evening lamps.jpg", "13 Nebula.jpg",
    "03 Северное сияние.jpg", "12 Glass bubble.png",
  ].map { folder + $0 }
  /// The path of a picture three times as wide as high.
  public static let panorama = folder + "06 The long valley.jpg"
  /// The path of a picture six times as high as wide.
  public static let strip = folder + "10 From sky to sea floor.jpg"
  /// The path of an animated GIF.
  public static let animation = folder + "09 Lighthouse.gif"

  /// The path of a vector drawing in SVG.
  public static let icon = folder + "../icon/io.github.pbview.Pbview.svg"

  /// Painted landscapes with the numbers from `first` on; a number always gives the same landscape.
  /// Width and height are in pixels.
  public static func landscapes(
    _ count: Int, from first: Int = 0, width: Int = 1200, height: Int = 800
  ) -> [Picture] {
    (first..<first + count).map { Landscape(number: $0).picture(width: width, height: height) }
  }

  /// A picture that `paint` draws. Width and height are in pixels.
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
