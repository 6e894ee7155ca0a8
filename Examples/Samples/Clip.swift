public import BrowserHost
import Glibc

/// Short video clips painted by code, in which the sun moves over a landscape.
public enum Clip {
  private static let size = PixelSize(width: 300, height: 200)
  private static let rate = 8
  private static let frames = 24

  /// The path of the file of a clip, which is written if it does not exist.
  ///
  /// The frames are uncompressed, in the YUV4MPEG2 format, so that no encoder is needed.
  public static func file(_ number: Int = 0) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(folder)/pbview-sample-\(getuid())-\(number).y4m"
    guard access(path, R_OK) != 0, let file = fopen(path + ".new", "w") else { return path }
    fputs("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 C444\n", file)
    for frame in 0..<frames {
      fputs("FRAME\n", file)
      let planes = planes(of: cover(number, at: Double(frame) / Double(frames)))
      planes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    }
    fclose(file)
    rename(path + ".new", path)
    return path
  }

  /// The frame of a clip at a fraction of its duration, 0 to 1. Default: the first frame.
  public static func cover(_ number: Int = 0, at time: Double = 0) -> Picture {
    Landscape(number: number, time: time).picture(width: size.width, height: size.height)
  }

  /// The luma and chroma planes Y′, Cb and Cr of a frame, one after the other, 8 bits a sample.
  ///
  /// - Source: ITU-R BT.601; luma from 16 to 235.
  private static func planes(of picture: Picture) -> [UInt8] {
    let bitmap = picture.bitmaps[0]
    let area = size.width * size.height
    var planes = [UInt8](repeating: 0, count: 3 * area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = Int(bitmap.pixel(x: x, y: y))
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        let index = y * size.width + x
        planes[index] = UInt8((66 * red + 129 * green + 25 * blue + 128) / 256 + 16)
        planes[area + index] = UInt8((-38 * red - 74 * green + 112 * blue + 128) / 256 + 128)
        planes[2 * area + index] = UInt8((112 * red - 94 * green - 18 * blue + 128) / 256 + 128)
      }
    }
    return planes
  }
}
