import CJ2K
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// An open JPEG 2000 file or codestream, from which one area can be decoded once.
///
/// - Source: ISO/IEC 15444-1.
final class J2KFile {
  let library: OpenJPEGLibrary
  /// The size of the whole picture in pixels, which are units of the reference grid.
  let size: PixelSize
  /// Whether the file ends before all of its picture data.
  let isTruncated: Bool
  /// The columns of the reference grid that the picture covers; they need not begin at 0.
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The horizontal and vertical distance between samples of the first component on the reference
  /// grid.
  private let sampleSpacing: (x: Int, y: Int)
  /// The largest distance between samples of any component, in samples of the first component.
  let subsampling: Int
  /// The number of the highest resolution levels that are left out when decoding.
  private(set) var omittedLevels = 0
  private let codec: OpenJPEGLibrary.Codec
  private let stream: OpenJPEGLibrary.Stream
  private let image: OpenJPEGLibrary.Image
  private let memory: UnsafeMutablePointer<J2KMemory>

  private static let format = PictureFormat.jpeg2000
  /// The maximum number of components: CMYK and alpha, and further ones that are ignored.
  private static let maxComponents = 16

  /// Parses the header of a file, whose bytes must outlive this object.
  ///
  /// - Throws: `.damaged` for an invalid header, `.unsupported` for too many components.
  init(_ bytes: PictureBytes, _ library: OpenJPEGLibrary, threads: Int) throws(DecodeFailure) {
    let isStream = bytes.big32(0) == 0xFF4F_FF51
    let kind = isStream ? J2K_CODESTREAM : J2K_FILE
    guard let codec = library.makeCodec(Int32(kind)) else { throw Self.damaged("") }
    let memory = UnsafeMutablePointer<J2KMemory>.allocate(capacity: 1)
    memory.initialize(
      to: J2KMemory(
        bytes: bytes.raw.bindMemory(to: UInt8.self).baseAddress, count: UInt64(bytes.count),
        position: 0))
    var parameters = J2KParameters()
    library.setDefaults(&parameters)
    var image: OpenJPEGLibrary.Image?
    guard library.setUpDecoder(codec, &parameters) != 0, let stream = library.stream(of: memory)
    else {
      library.freeCodec(codec)
      memory.deallocate()
      throw Self.damaged("")
    }
    _ = library.setStrict?(codec, 0)
    if threads > 1 { _ = library.setThreads(codec, Int32(threads)) }
    guard library.readHeader(stream, codec, &image) != 0, let image else {
      library.freeStream(stream)
      library.freeCodec(codec)
      memory.deallocate()
      throw Self.damaged("its header is invalid")
    }
    (self.library, self.codec, self.stream) = (library, codec, stream)
    (self.image, self.memory) = (image, memory)
    isTruncated = J2KTileParts.endEarly(in: bytes)
    let whole = image.pointee
    columns = Int(whole.x0)..<max(Int(whole.x0), Int(whole.x1))
    rows = Int(whole.y0)..<max(Int(whole.y0), Int(whole.y1))
    size = PixelSize(width: columns.count, height: rows.count)
    let components = UnsafeMutableBufferPointer(
      start: whole.components, count: whole.components == nil ? 0 : Int(whole.component_count))
    let across = max(1, Int(components.first?.dx ?? 1))
    let down = max(1, Int(components.first?.dy ?? 1))
    sampleSpacing = (across, down)
    subsampling = components.map { max(1, Int($0.dx) / across, Int($0.dy) / down) }.max() ?? 1
    guard (1...Self.maxComponents).contains(Int(whole.component_count)) else {
      throw DecodeFailure(
        .unsupported, format: Self.format.name, detail: "\(whole.component_count) components")
    }
  }

  deinit {
    library.freeImage(image)
    library.freeStream(stream)
    library.freeCodec(codec)
    memory.deallocate()
  }

  static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  /// The maximum number of resolution levels that can be left out: that of the wavelet
  /// decompositions in the format.
  private static let maxOmittedLevels = 32

  /// Leaves out the highest resolution levels when decoding, `wanted` of them or as many as the
  /// file permits. Each level halves the picture.
  ///
  /// - Returns: the number of levels that are left out.
  func omitLevels(upTo wanted: Int) -> Int {
    var level = min(max(0, wanted), Self.maxOmittedLevels)
    while level > 0,
      decodedSize(reducedBy: level).isEmpty || library.setReduction(codec, UInt32(level)) == 0
    {
      level -= 1
    }
    omittedLevels = level
    return level
  }

  /// The number of samples of the first component, across and down, without the highest `level`
  /// resolution levels. These are the samples whose coordinates on the reference grid are multiples
  /// of 2^`level`, so that there may be one fewer than the quotient.
  ///
  /// - Source: ISO/IEC 15444-1, B.5.
  func decodedSize(reducedBy level: Int) -> PixelSize {
    func count(_ part: Range<Int>, _ spacing: Int) -> Int {
      func coordinate(_ edge: Int) -> Int {
        Self.reducedCoordinate((edge + spacing - 1) / spacing, level)
      }
      return coordinate(part.upperBound) - coordinate(part.lowerBound)
    }
    return PixelSize(width: count(columns, sampleSpacing.x), height: count(rows, sampleSpacing.y))
  }

  /// The coordinate divided by 2^`level` and rounded up.
  static func reducedCoordinate(_ coordinate: Int, _ level: Int) -> Int {
    (coordinate + (1 << level) - 1) >> level
  }

  /// Whether the first component has a sample for every pixel, so that an area has as many samples
  /// as pixels.
  var hasSamplePerPixel: Bool { sampleSpacing == (1, 1) }

  /// The number of components of the picture, with alpha.
  var componentCount: Int { Int(image.pointee.component_count) }

  /// Decodes an area of the picture, in pixels of the whole picture; nil means all of it.
  ///
  /// - Throws: `.damaged` when OpenJPEG fails, `.unsupported` for an unusual kind of samples.
  func decode(
    _ part: (columns: Range<Int>, rows: Range<Int>)? = nil
  ) throws(DecodeFailure) -> J2KSamples {
    if let part {
      let (left, top) = (columns.lowerBound, rows.lowerBound)
      let edges = [
        left + part.columns.lowerBound, top + part.rows.lowerBound, left + part.columns.upperBound,
        top + part.rows.upperBound,
      ].map(Int32.init(clamping:))
      guard library.setDecodeArea(codec, image, edges[0], edges[1], edges[2], edges[3]) != 0 else {
        throw Self.damaged("it has no such part")
      }
    }
    guard library.decode(codec, stream, image) != 0 else {
      throw Self.damaged("its data cannot be decoded")
    }
    return try J2KSamples(image.pointee, of: self)
  }
}
