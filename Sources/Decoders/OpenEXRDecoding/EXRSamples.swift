import CEXR
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// The samples of rows of the data window of an OpenEXR part in half precision, from which the rows
/// of the display window are made.
final class EXRSamples: SixteenBitSamples {
  /// The components of a pixel in memory, by their index.
  private enum Component: Int {
    case red
    case green
    case blue
    case alpha
  }

  private static let bytesPerPixel = 8

  /// The size of the data window in pixels; ``size`` is that of the display window.
  let dataSize: PixelSize
  let size: PixelSize
  /// The rows of the data window whose samples are held; rows of the display window outside them
  /// are transparent.
  let rows: Range<Int>
  let isPremultiplied = false
  let exceedsEightBits = true
  private var hasAlpha = false
  /// Whether the data window covers the whole display window.
  private let coversDisplayWindow: Bool
  /// The position of the display window's first pixel in the data window, which may lie outside.
  private let offset: (x: Int, y: Int)
  private let memory: PixelMemory
  private var presentComponents: Set<Int> = []
  private var isGray = false
  private var toneMapping = ToneMappingTable(peak: 1)

  /// The owner of the memory of the samples.
  private final class PixelMemory {
    let memory: PrivateMemory
    init(byteCount: Int) throws(DecodeFailure) { memory = try PrivateMemory(byteCount: byteCount) }
  }

  var isOpaque: Bool { coversDisplayWindow && !hasAlpha }

  /// Allocates memory for the samples of a part, which are all 0 at first.
  ///
  /// - Parameters:
  ///   - rows: the rows of the data window to hold. Default: all.
  ///   - toneMapping: the tone mapping; chosen later by ``chooseToneMapping(exposure:)`` when it is
  ///     nil.
  /// - Throws: `.tooLarge` for rows whose length OpenEXR cannot express, and without memory.
  init(
    _ part: EXRFile.Part, rows: Range<Int>? = nil, toneMapping: ToneMappingTable? = nil
  ) throws(DecodeFailure) {
    guard part.dataSize.width <= Int(Int32.max) / Self.bytesPerPixel else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.openEXR.name, detail: "\(part.dataSize.width) columns")
    }
    dataSize = part.dataSize
    size = part.size
    let held = rows ?? 0..<part.dataSize.height
    self.rows = held
    if let toneMapping { self.toneMapping = toneMapping }
    offset = part.displayWindowOffset
    coversDisplayWindow =
      offset.x >= 0 && offset.y >= 0 && offset.x + size.width <= dataSize.width
      && offset.y + size.height <= dataSize.height
    memory = try PixelMemory(
      byteCount: part.dataSize.width * held.count * Self.bytesPerPixel)
  }

  private var rowBytes: Int { dataSize.width * Self.bytesPerPixel }

  /// Makes the pipeline decode a channel of the chunk at (`x`, `y`) of the data window into its
  /// component. A channel that is not shown, or has fewer samples than pixels, is left out.
  func connectChannel(_ channel: inout EXRChannel, x: Int, y: Int) {
    channel.decode_to = nil
    guard let name = channel.name, channel.x_samples == 1, channel.y_samples == 1 else { return }
    let component: Component
    switch String(cString: name) {
    case "R": component = .red
    case "G": component = .green
    case "B": component = .blue
    case "A": component = .alpha
    case "Y":
      component = .red
      isGray = true
    default: return
    }
    presentComponents.insert(component.rawValue)
    if component == .alpha { hasAlpha = true }
    channel.user_data_type = UInt16(EXR_HALF)
    channel.user_bytes_per_element = 2
    channel.user_pixel_stride = Int32(Self.bytesPerPixel)
    channel.user_line_stride = Int32(rowBytes)
    let position =
      (y - rows.lowerBound) * rowBytes + x * Self.bytesPerPixel + component.rawValue * 2
    channel.decode_to = (memory.memory.bytes + position).assumingMemoryBound(to: UInt8.self)
  }

  /// Whether a channel with colours or gray is decoded, and not alpha alone.
  var hasColorChannels: Bool { presentComponents.contains { $0 != Component.alpha.rawValue } }

  /// The maximum number of pixels by which the brightness is measured.
  private static let maxMeasuredPixels = 200_000

  /// Chooses the tone mapping by the brightness of the samples, which must all be decoded.
  ///
  /// - Parameter exposure: the change of the exposure in stops.
  func chooseToneMapping(exposure: Int) {
    var brightness = BrightnessStatistics()
    measure(&brightness)
    toneMapping = ToneMappingTable(peak: brightness.peak, exposure: exposure)
  }

  /// Adds to a survey those of the pixels sampled for the brightness of the part that lie in the
  /// held ``rows``.
  func measure(_ brightness: inout BrightnessStatistics) {
    let step = max(1, dataSize.width * dataSize.height / Self.maxMeasuredPixels)
    let held = rows.lowerBound * dataSize.width..<rows.upperBound * dataSize.width
    let first = (held.lowerBound + step - 1) / step * step
    for index in stride(from: first, to: held.upperBound, by: step) {
      let color = straightColor(
        memory.memory.bytes + (index - held.lowerBound) * Self.bytesPerPixel)
      brightness.add(max(color.red, color.green, color.blue))
    }
  }

  private func straightColor(
    _ pixel: UnsafeMutableRawPointer
  ) -> (red: Float, green: Float, blue: Float, alpha: Float) {
    let halves = pixel.assumingMemoryBound(to: UInt16.self)
    let red = Self.floatValue(halves[0])
    var (green, blue) = (Self.floatValue(halves[1]), Self.floatValue(halves[2]))
    if isGray, !presentComponents.contains(Component.green.rawValue) { (green, blue) = (red, red) }
    guard hasAlpha else { return (red, green, blue, 1) }
    let alpha = min(1, max(0, Self.floatValue(halves[3])))
    // Colours of alpha 0, which are light added to the background, cannot be divided.
    guard alpha > 0 else { return (red, green, blue, 0) }
    return (red / alpha, green / alpha, blue / alpha, alpha)
  }

  /// The value of a number in half precision (IEEE 754 binary16).
  private static func floatValue(_ half: UInt16) -> Float {
    let sign = UInt32(half & 0x8000) << 16
    let exponent = UInt32(half >> 10 & 0x1F)
    let mantissa = UInt32(half & 0x3FF)
    switch exponent {
    case 0: return Float(bitPattern: sign | Float(mantissa).bitPattern) * 5.960_464_5e-8
    case 31: return Float(bitPattern: sign | 0x7F80_0000 | mantissa << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | mantissa << 13)
    }
  }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    let line = y + offset.y
    for x in 0..<size.width {
      let (pixel, column) = (row + x * 4, x + offset.x)
      guard rows.contains(line), (0..<dataSize.width).contains(column) else {
        // Pixels outside the data window are transparent.
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (0, 0, 0, 0)
        continue
      }
      let color = straightColor(
        memory.memory.bytes + (line - rows.lowerBound) * rowBytes + column * Self.bytesPerPixel)
      pixel[0] = toneMapping.level(of: color.blue)
      pixel[1] = toneMapping.level(of: color.green)
      pixel[2] = toneMapping.level(of: color.red)
      pixel[3] = UInt16(color.alpha * 65535)
      if color.alpha == 0 { Self.raiseAlphaToBrightness(pixel) }
    }
  }

  /// Makes a pixel of light without coverage, such as a flame, cover as much as its brightest
  /// component, because a premultiplied component cannot exceed alpha. Over black, the pixel has
  /// the colour that adding the light gives.
  ///
  /// - Source: Technical Introduction to OpenEXR: colours are premultiplied by alpha, so that the
  ///   operation “over” adds those of alpha 0 to the background.
  private static func raiseAlphaToBrightness(_ pixel: UnsafeMutablePointer<UInt16>) {
    let alpha = max(pixel[0], pixel[1], pixel[2])
    guard alpha > 0 else { return }
    for component in 0..<3 {
      pixel[component] = UInt16(UInt32(pixel[component]) * 65535 / UInt32(alpha))
    }
    pixel[3] = alpha
  }
}
