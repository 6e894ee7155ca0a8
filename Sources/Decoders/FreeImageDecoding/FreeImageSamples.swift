import CFreeImage
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import PictureMetadata
import Pixels

/// A picture that FreeImage has decoded, as rows of samples of 16 bits.
final class FreeImageSamples: SixteenBitSamples {
  let size: PixelSize
  let isPremultiplied = false
  let isOpaque: Bool
  /// Whether a pixel has a single gray sample, of more than eight bits.
  let isGray: Bool
  /// The embedded ICC profile; nil when the file has none.
  let profile: [UInt8]?
  /// Whether the samples are scene light in floating point, so that the exposure can be changed.
  let isSceneReferred: Bool
  private let library: FreeImageLibrary
  private let picture: FreeImageLibrary.Object
  private let sampleType: FreeImageLibrary.SampleType
  private var toneMapping = ToneMappingTable(peak: 1)
  /// The planes with the transparency of a gray Photoshop document, which FreeImage ignores, and
  /// its index; nil when FreeImage has decoded the alpha, or there is none.
  private let alphaPlane: (planes: PhotoshopPlanes, index: Int)?
  /// Whether the file stores colours that are already blended with white by their alpha; the
  /// straight colours must be computed from them.
  private let isMixedWithWhite: Bool

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - exposure: the change of the exposure in stops, for scene light.
  ///   - document: the sections of the file if it is a Photoshop document, whose further channels
  ///     are not always its transparency.
  /// - Throws: `.damaged` when FreeImage rejects the file, `.unsupported` for another type of
  ///   samples, `.tooLarge` without memory.
  init(
    _ bytes: PictureBytes, _ format: PictureFormat, _ library: FreeImageLibrary, exposure: Int,
    document: PhotoshopDocument?
  ) throws(DecodeFailure) {
    let decoded = try Self.load(bytes, format, library)
    let stored = FreeImageLibrary.SampleType(library.sampleType(decoded))
    profile = Self.profile(of: decoded, library)
    let separateAlpha = Self.separateAlpha(of: document)
    let ignoresAlpha = format == .photoshop && document?.transparencyChannel == nil
    let isAlphaDecoded =
      stored == .bytes ? library.isTransparent(decoded) != 0 : Self.hasAlpha(stored)
    alphaPlane = separateAlpha
    isOpaque = ignoresAlpha || (separateAlpha == nil && !isAlphaDecoded)
    isMixedWithWhite = document?.isMixedWithWhite == true && document?.mode != .lab
    self.library = library
    guard let stored else {
      library.unloadPicture(decoded)
      throw DecodeFailure(.unsupported, format: format.name, detail: "samples of another type")
    }
    if stored == .bytes {
      // Palettes, single bits and gray levels are converted to four bytes a pixel.
      let converted = library.makeBGRA(decoded)
      library.unloadPicture(decoded)
      guard let converted else {
        throw DecodeFailure(.tooLarge, format: format.name, detail: "there is not enough memory")
      }
      picture = converted
    } else {
      picture = decoded
    }
    sampleType = stored
    isGray = stored == .gray16 || stored == .grayFloat
    size = PixelSize(width: Int(library.width(picture)), height: Int(library.height(picture)))
    isSceneReferred = stored == .grayFloat || stored == .rgbFloat || stored == .rgbaFloat
    if isSceneReferred { chooseToneMapping(exposure: exposure) }
  }

  deinit { library.unloadPicture(picture) }

  var exceedsEightBits: Bool { sampleType != .bytes }

  private static func load(
    _ bytes: PictureBytes, _ format: PictureFormat, _ library: FreeImageLibrary
  ) throws(DecodeFailure) -> FreeImageLibrary.Object {
    guard format == .pcx, let encoded = PCXRuns.encoded(bytes) else {
      return try load(bytes.raw, format, library)
    }
    // Offsets in memory have 31 bits in FreeImage.
    guard encoded.count <= Int(Int32.max) else {
      throw DecodeFailure(.tooLarge, format: format.name, detail: "there is not enough memory")
    }
    return try encoded.withUnsafeBytes { raw in
      Result { () throws(DecodeFailure) in try load(raw, format, library) }
    }.get()
  }

  private static func load(
    _ bytes: UnsafeRawBufferPointer, _ format: PictureFormat, _ library: FreeImageLibrary
  ) throws(DecodeFailure) -> FreeImageLibrary.Object {
    let kind: Int32
    switch format {
    case .photoshop: kind = FIF_PSD
    case .dds: kind = FIF_DDS
    case .sgi: kind = FIF_SGI
    default: kind = FIF_PCX
    }
    let address = bytes.bindMemory(to: UInt8.self).baseAddress
    guard let file = library.openMemory(address, UInt32(clamping: bytes.count)) else {
      throw DecodeFailure(.tooLarge, format: format.name, detail: "there is not enough memory")
    }
    defer { library.closeMemory(file) }
    guard let picture = library.loadPicture(kind, file, 0) else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "FreeImage cannot decode it")
    }
    return picture
  }

  /// The bytes of the embedded profile; nil without a profile.
  private static func profile(
    of picture: FreeImageLibrary.Object, _ library: FreeImageLibrary
  ) -> [UInt8]? {
    guard let record = library.profile(picture) else { return nil }
    let stored = record.load(as: FreeImageProfile.self)
    let count = Int(stored.size)
    guard count > 0, count <= PictureColorSpace.maxProfileBytes, let address = stored.data else {
      return nil
    }
    return Array(UnsafeRawBufferPointer(start: address, count: count))
  }

  /// The transparency of a document of which FreeImage decodes gray levels only; nil without it.
  private static func separateAlpha(
    of document: PhotoshopDocument?
  ) -> (planes: PhotoshopPlanes, index: Int)? {
    guard let document, document.mode == .gray || document.mode == .duotone,
      let index = document.transparencyChannel,
      let planes = PhotoshopPlanes(document, count: index + 1)
    else { return nil }
    return (planes, index)
  }

  private static func hasAlpha(_ type: FreeImageLibrary.SampleType?) -> Bool {
    type == .rgba16 || type == .rgbaFloat
  }

  // MARK: Rows

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    guard let source = library.rowFromBottom(picture, Int32(size.height - 1 - y)) else {
      for index in 0..<size.width * 4 { row[index] = 0 }
      return
    }
    let alphas = alphaLevels(y)
    switch sampleType {
    case .bytes: writeBytes(source, to: row)
    case .gray16, .rgb16, .rgba16: writeWords(UnsafeRawPointer(source), to: row)
    case .grayFloat, .rgbFloat, .rgbaFloat:
      writeFloats(UnsafeRawPointer(source), alphas, to: row)
    }
    if isOpaque {
      for x in 0..<size.width { row[4 * x + 3] = .max }
      return
    }
    for x in alphas.indices { row[4 * x + 3] = alphas[x] }
    if isMixedWithWhite, !isSceneReferred { removeWhiteMatte(row) }
  }

  /// The levels of the transparency that FreeImage has not decoded; none without such a plane.
  private func alphaLevels(_ y: Int) -> [UInt16] {
    guard let alphaPlane, alphaPlane.planes.size == size else { return [] }
    return [UInt16](unsafeUninitializedCapacity: size.width) { room, count in
      guard let levels = room.baseAddress else { return }
      alphaPlane.planes.write(alphaPlane.index, row: y, to: levels)
      count = size.width
    }
  }

  /// Replaces the colours that are mixed with white by the straight ones.
  private func removeWhiteMatte(_ row: UnsafeMutablePointer<UInt16>) {
    for x in 0..<size.width {
      let pixel = row + 4 * x
      for channel in 0..<3 {
        pixel[channel] = WhiteMatte.unmixed(pixel[channel], alpha: pixel[3])
      }
    }
  }

  private func writeBytes(
    _ source: UnsafeMutablePointer<UInt8>, to row: UnsafeMutablePointer<UInt16>
  ) {
    // A level of eight bits times 257 is the same share of the 16-bit range.
    for index in 0..<size.width * 4 { row[index] = UInt16(source[index]) * 257 }
  }

  /// The number of components of a pixel in memory.
  private var componentCount: Int {
    switch sampleType {
    case .gray16, .grayFloat: 1
    case .rgb16, .rgbFloat: 3
    case .bytes, .rgba16, .rgbaFloat: 4
    }
  }

  private func writeWords(_ source: UnsafeRawPointer, to row: UnsafeMutablePointer<UInt16>) {
    let (words, count) = (source.assumingMemoryBound(to: UInt16.self), componentCount)
    for x in 0..<size.width {
      let (pixel, target) = (words + x * count, row + x * 4)
      target[0] = pixel[count == 1 ? 0 : 2]
      target[1] = pixel[count == 1 ? 0 : 1]
      target[2] = pixel[0]
      target[3] = count == 4 ? pixel[3] : .max
    }
  }

  private func writeFloats(
    _ source: UnsafeRawPointer, _ alphas: [UInt16], to row: UnsafeMutablePointer<UInt16>
  ) {
    let (lights, count) = (source.assumingMemoryBound(to: Float.self), componentCount)
    for x in 0..<size.width {
      let (pixel, target) = (lights + x * count, row + x * 4)
      let stored: Float = alphas.isEmpty ? (count == 4 ? pixel[3] : 1) : Float(alphas[x]) / 65535
      let alpha = min(1, max(0, stored.isNaN ? 0 : stored))
      target[0] = toneMapping.level(of: lightBeforeMixing(pixel[count == 1 ? 0 : 2], alpha))
      target[1] = toneMapping.level(of: lightBeforeMixing(pixel[count == 1 ? 0 : 1], alpha))
      target[2] = toneMapping.level(of: lightBeforeMixing(pixel[0], alpha))
      target[3] = UInt16(alpha * 65535)
    }
  }

  /// The scene light of a colour before it was mixed with white by its alpha.
  private func lightBeforeMixing(_ light: Float, _ alpha: Float) -> Float {
    guard isMixedWithWhite, !isOpaque, alpha > 0, alpha < 1 else { return light }
    return (light - (1 - alpha)) / alpha
  }

  /// The maximum number of pixels by which the brightness is measured.
  private static let maxMeasuredPixels = 200_000

  /// Chooses the tone mapping of scene light by the brightness of the picture.
  private func chooseToneMapping(exposure: Int) {
    var brightness = BrightnessStatistics()
    let (count, area) = (componentCount, size.width * size.height)
    for index in stride(from: 0, to: area, by: max(1, area / Self.maxMeasuredPixels)) {
      guard let row = library.rowFromBottom(picture, Int32(index / size.width)) else { continue }
      let pixel =
        UnsafeRawPointer(row).assumingMemoryBound(to: Float.self) + index % size.width * count
      brightness.add(count == 1 ? pixel[0] : max(pixel[0], pixel[1], pixel[2]))
    }
    toneMapping = ToneMappingTable(peak: brightness.peak, exposure: exposure)
  }
}
