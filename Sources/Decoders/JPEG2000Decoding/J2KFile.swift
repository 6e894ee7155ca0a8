import CJ2K
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// An open JPEG 2000 file or codestream, which decodes one area once.
///
/// - Source: ISO/IEC 15444-1.
final class J2KFile {
  let library: OpenJPEGLibrary
  /// The size of the whole picture in pixels.
  let size: PixelSize
  /// The picture on the reference grid, where it may begin anywhere.
  private let columns: Range<Int>
  private let rows: Range<Int>
  /// The distances of the samples of the first component on the reference grid.
  private let step: (x: Int, y: Int)
  /// The largest distance between the samples of one component, in samples of the first one.
  let subsampling: Int
  /// The number of resolution levels that are left out when decoding.
  private(set) var reduction = 0
  private let codec: OpenJPEGLibrary.Codec
  private let stream: OpenJPEGLibrary.Stream
  private let image: OpenJPEGLibrary.Image
  private let memory: UnsafeMutablePointer<J2KMemory>

  private static let format = PictureFormat.jpeg2000
  /// The maximum number of components: CMYK and alpha, and some that are ignored.
  private static let maxComponents = 16

  /// Reads the header of a file, whose bytes must outlive the object.
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
    guard library.setUp(codec, &parameters) != 0, let stream = library.stream(of: memory) else {
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
    let whole = image.pointee
    columns = Int(whole.x0)..<max(Int(whole.x0), Int(whole.x1))
    rows = Int(whole.y0)..<max(Int(whole.y0), Int(whole.y1))
    size = PixelSize(width: columns.count, height: rows.count)
    let components = UnsafeMutableBufferPointer(
      start: whole.components, count: whole.components == nil ? 0 : Int(whole.component_count))
    let across = max(1, Int(components.first?.dx ?? 1))
    let down = max(1, Int(components.first?.dy ?? 1))
    step = (across, down)
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

  /// The maximum number of resolution levels that are left out, of those that the format has.
  private static let maxReduction = 32

  /// Leaves out the highest resolution levels when decoding, at most `wanted` of them: each halves
  /// the picture.
  ///
  /// - Returns: the number of levels left out, which the file may limit.
  func reduce(by wanted: Int) -> Int {
    var level = min(max(0, wanted), Self.maxReduction)
    while level > 0,
      sampleSize(reducedBy: level).isEmpty || library.setReduction(codec, UInt32(level)) == 0
    {
      level -= 1
    }
    reduction = level
    return level
  }

  /// The number of samples of the first component without the highest `level` resolution levels.
  /// Those are the samples whose coordinates on the reference grid are multiples of 2^`level`, so
  /// that there may be one fewer than the quotient.
  ///
  /// - Source: ISO/IEC 15444-1, B.5.
  func sampleSize(reducedBy level: Int) -> PixelSize {
    func count(_ part: Range<Int>, _ step: Int) -> Int {
      func coordinate(_ edge: Int) -> Int { Self.reduced((edge + step - 1) / step, level) }
      return coordinate(part.upperBound) - coordinate(part.lowerBound)
    }
    return PixelSize(width: count(columns, step.x), height: count(rows, step.y))
  }

  /// A coordinate divided by 2^`level`, rounded up.
  static func reduced(_ coordinate: Int, _ level: Int) -> Int {
    (coordinate + (1 << level) - 1) >> level
  }

  /// Whether the first component has a sample for every pixel: areas are then as large in samples
  /// as in pixels.
  var hasAllPixels: Bool { step == (1, 1) }

  /// The number of components of the picture.
  var componentCount: Int { Int(image.pointee.component_count) }

  /// Decodes an area of the picture, in pixels of the whole picture; nil stands for all of it.
  func decode(
    _ part: (columns: Range<Int>, rows: Range<Int>)? = nil
  ) throws(DecodeFailure) -> J2KSamples {
    if let part {
      let (left, top) = (columns.lowerBound, rows.lowerBound)
      let edges = [
        left + part.columns.lowerBound, top + part.rows.lowerBound, left + part.columns.upperBound,
        top + part.rows.upperBound,
      ].map(Int32.init(clamping:))
      guard library.setArea(codec, image, edges[0], edges[1], edges[2], edges[3]) != 0 else {
        throw Self.damaged("it has no such part")
      }
    }
    guard library.decode(codec, stream, image) != 0 else {
      throw Self.damaged("its data cannot be decoded")
    }
    return try J2KSamples(image.pointee, of: self)
  }
}
