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
    size = PixelSize(
      width: Int(whole.x1) - Int(whole.x0), height: Int(whole.y1) - Int(whole.y0))
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
    while level > 0, library.setReduction(codec, UInt32(level)) == 0 { level -= 1 }
    return level
  }

  /// The number of components of the picture.
  var componentCount: Int { Int(image.pointee.component_count) }

  /// Decodes an area of the picture, in pixels of the whole picture; nil stands for all columns or
  /// rows.
  func decode(_ columns: Range<Int>? = nil, _ rows: Range<Int>? = nil) throws(DecodeFailure)
    -> J2KSamples
  {
    let (left, top) = (Int(image.pointee.x0), Int(image.pointee.y0))
    if let columns, let rows {
      let edges = [
        left + columns.lowerBound, top + rows.lowerBound, left + columns.upperBound,
        top + rows.upperBound,
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
