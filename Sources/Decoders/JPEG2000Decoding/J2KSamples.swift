import CJ2K
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// The decoded components of a JPEG 2000, each with its own resolution and precision, as rows of
/// BGRA.
final class J2KSamples: SixteenBitSamples {
  /// One component of the picture, with its own resolution and precision.
  private struct Component {
    let data: UnsafePointer<Int32>
    let width: Int
    let height: Int
    /// The number that makes the smallest sample 0 when it is added: half of the range for signed
    /// samples, else 0.
    let signOffset: Int64
    let maximum: Int64
    /// The horizontal subsampling, relative to the first component.
    let horizontalSubsampling: Int
    /// The vertical subsampling, relative to the first component.
    let verticalSubsampling: Int
    /// The distances from the first sample of this component to that of the first component, in
    /// samples of the first component. They are not 0 when the picture or the decoded area begins
    /// between two samples.
    let leadingOffset: (x: Int, y: Int)

    /// Writes the samples of row `y` of the picture, scaled to 0…65,535, to every fourth element of
    /// `row`.
    ///
    /// - Parameter count: the number of pixels in the row.
    func write(_ y: Int, count: Int, to row: UnsafeMutablePointer<UInt16>) {
      let line = data + min(max(0, y + leadingOffset.y) / verticalSubsampling, height - 1) * width
      let scale = 65535 / Double(maximum)
      for x in 0..<count {
        let position =
          horizontalSubsampling == 1
          ? min(x, width - 1) : min(max(0, x &+ leadingOffset.x) / horizontalSubsampling, width - 1)
        let value = min(maximum, max(0, Int64(line[position]) &+ signOffset))
        row[x &* 4] = UInt16(Double(value) * scale + 0.5)
      }
    }
  }

  private enum ColorSpace {
    case gray
    case rgb
    case yCbCr
    case cmyk
  }

  let size: PixelSize
  let isPremultiplied: Bool
  private let file: J2KFile
  private let colorSpace: ColorSpace
  private let colors: [Component]
  private let alpha: Component?

  var isOpaque: Bool { alpha == nil }
  /// Whether the samples have more than eight bits.
  let exceedsEightBits: Bool

  /// Makes the rows of an image that OpenJPEG has decoded from `file`.
  ///
  /// - Throws: `.unsupported` for CIE L*a*b*, `.damaged` when components are missing.
  init(_ image: J2KImage, of file: J2KFile) throws(DecodeFailure) {
    self.file = file
    let format = PictureFormat.jpeg2000.name
    func unsupported(_ kind: String) -> DecodeFailure {
      DecodeFailure(.unsupported, format: format, detail: kind)
    }
    guard let list = image.components, image.component_count > 0 else {
      throw J2KFile.damaged("it has no pixels")
    }
    // OpenJPEG states the first coordinates of a component at full resolution, also for a reduced
    // one.
    func start(_ coordinate: UInt32) -> Int {
      J2KFile.reducedCoordinate(Int(coordinate), file.omittedLevels)
    }
    let first = list[0]
    size = PixelSize(width: Int(first.width), height: Int(first.height))
    var colors: [Component] = []
    var alpha: (component: Component, isPremultiplied: Bool)?
    for index in 0..<Int(image.component_count) {
      let part = list[index]
      guard let data = part.data, part.width > 0, part.height > 0,
        (1...32).contains(part.precision),
        first.dx > 0, first.dy > 0, part.dx % first.dx == 0, part.dy % first.dy == 0
      else {
        // A component without samples is treated as missing.
        continue
      }
      let (across, down) = (Int(part.dx / first.dx), Int(part.dy / first.dy))
      let component = Component(
        data: data, width: Int(part.width), height: Int(part.height),
        signOffset: part.is_signed != 0 ? Int64(1) << Int64(part.precision - 1) : 0,
        maximum: (Int64(1) << Int64(part.precision)) - 1,
        horizontalSubsampling: across, verticalSubsampling: down,
        leadingOffset: (
          start(first.x0) - start(part.x0) * across, start(first.y0) - start(part.y0) * down
        ))
      if part.alpha == 0 {
        colors.append(component)
      } else if alpha == nil, part.alpha <= 2 {
        alpha = (component, part.alpha == 2)
      }
    }
    // Without a channel definition box, a second or fourth component is alpha by custom.
    let isCMYK = Int(image.color_space) == J2K_SPACE_CMYK
    if alpha == nil, !isCMYK, colors.count == 2 || colors.count == 4 {
      alpha = (colors.removeLast(), false)
    }
    guard !size.isEmpty, !colors.isEmpty else { throw J2KFile.damaged("it has no pixels") }
    // For CIE L*a*b*, OpenJPEG stores parameters in place of a profile, with length 0.
    if image.profile != nil, image.profile_length == 0 { throw unsupported("CIE L*a*b* colors") }
    exceedsEightBits = first.precision > 8
    isPremultiplied = alpha?.isPremultiplied ?? false
    self.alpha = alpha?.component
    switch Int(image.color_space) {
    case J2K_SPACE_CMYK where colors.count >= 4: colorSpace = .cmyk
    case J2K_SPACE_SYCC where colors.count >= 3, J2K_SPACE_EYCC where colors.count >= 3:
      colorSpace = .yCbCr
    default:
      // Subsampled components without a stated colour space count as luma and chroma.
      let isSubsampled = colors.dropFirst().contains {
        $0.horizontalSubsampling > 1 || $0.verticalSubsampling > 1
      }
      colorSpace = colors.count < 3 ? .gray : isSubsampled ? .yCbCr : .rgb
    }
    self.colors = colors
  }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    let width = size.width
    // The components are blue, green, red and alpha; CMYK has black at the index of alpha.
    for (index, component) in colors.prefix(3).enumerated() {
      component.write(y, count: width, to: row + (2 - index))
    }
    switch colorSpace {
    case .rgb: break
    case .gray:
      for x in 0..<width { (row[x * 4], row[x * 4 + 1]) = (row[x * 4 + 2], row[x * 4 + 2]) }
    case .yCbCr:
      for x in 0..<width {
        let pixel = row + x * 4
        (pixel[2], pixel[1], pixel[0]) = Self.rgb(
          Double(pixel[2]), Double(pixel[1]), Double(pixel[0]))
      }
    case .cmyk:
      colors[3].write(y, count: width, to: row + 3)
      for x in 0..<width {
        let paper = UInt32(65535 - row[x * 4 + 3])
        for index in x * 4..<x * 4 + 3 {
          row[index] = UInt16(truncatingIfNeeded: UInt32(65535 - row[index]) &* paper / 65535)
        }
      }
    }
    if let alpha {
      alpha.write(y, count: width, to: row + 3)
    } else {
      for x in 0..<width { row[x * 4 + 3] = .max }
    }
  }

  /// The red, green and blue components of a pixel in sYCC; all values are from 0 to 65535.
  ///
  /// - Source: IEC 61966-2-1, amendment 1 (sYCC): the matrix of BT.601 in full range.
  private static func rgb(_ y: Double, _ cb: Double, _ cr: Double) -> (UInt16, UInt16, UInt16) {
    let (blue, red) = (cb - 32768, cr - 32768)
    func level(_ value: Double) -> UInt16 { UInt16(min(65535, max(0, value.rounded()))) }
    return (
      level(y + 1.402 * red), level(y - 0.344_136_286 * blue - 0.714_136_286 * red),
      level(y + 1.772 * blue)
    )
  }
}
