import CEXR
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// An open OpenEXR file, whose parts are pictures.
final class EXRFile {
  /// A part of the file that has pixels, which are scan lines or tiles.
  struct Part {
    let index: Int32
    let isTiled: Bool
    /// The data window: the area whose pixels are stored.
    let dataWindow: EXRBox
    /// The display window: the area that is shown, in the same coordinates as the data window.
    let displayWindow: EXRBox

    var size: PixelSize { Self.size(displayWindow) }
    var dataSize: PixelSize { Self.size(dataWindow) }
    /// The position of the display window's first pixel in the data window, which may lie outside.
    var displayWindowOffset: (x: Int, y: Int) {
      (
        Int(displayWindow.min_x) - Int(dataWindow.min_x),
        Int(displayWindow.min_y) - Int(dataWindow.min_y)
      )
    }

    private static func size(_ box: EXRBox) -> PixelSize {
      PixelSize(
        width: max(0, Int(box.max_x) - Int(box.min_x) + 1),
        height: max(0, Int(box.max_y) - Int(box.min_y) + 1))
    }
  }

  /// The parts of the file, at most ``maxParts``; parts with deep data are left out.
  let parts: [Part]
  private let library: OpenEXRLibrary
  private let context: OpenEXRLibrary.Context
  private let memory: UnsafeMutablePointer<EXRMemory>

  private static let format = PictureFormat.openEXR
  private static let maxParts: Int32 = 1000

  /// Parses the headers of a file, whose bytes must outlive this object.
  ///
  /// - Throws: `.damaged` for an invalid header.
  init(_ bytes: PictureBytes, _ library: OpenEXRLibrary) throws(DecodeFailure) {
    let memory = UnsafeMutablePointer<EXRMemory>.allocate(capacity: 1)
    memory.initialize(
      to: EXRMemory(
        bytes: bytes.raw.bindMemory(to: UInt8.self).baseAddress, count: UInt64(bytes.count)))
    var initializer = exr_initializer(memory)
    var context: OpenEXRLibrary.Context?
    guard library.startReading(&context, "picture", &initializer) == 0, let context else {
      memory.deallocate()
      throw Self.damaged("its header is invalid")
    }
    (self.library, self.context, self.memory) = (library, context, memory)
    var count: Int32 = 0
    _ = library.partCount(context, &count)
    parts = (0..<min(max(0, count), Self.maxParts)).compactMap { index in
      var storage: Int32 = -1
      var (data, display) = (EXRBox(), EXRBox())
      guard library.storage(context, index, &storage) == 0,
        storage == Int32(EXR_SCANLINES) || storage == Int32(EXR_TILES),
        library.dataWindow(context, index, &data) == 0,
        library.displayWindow(context, index, &display) == 0
      else { return nil }
      return Part(
        index: index, isTiled: storage == Int32(EXR_TILES), dataWindow: data, displayWindow: display
      )
    }
  }

  deinit {
    var context: OpenEXRLibrary.Context? = context
    _ = library.closeContext(&context)
    memory.deallocate()
  }

  static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  /// The colour space of a part, by its chromaticities; ``PictureColorSpace/unknown`` (BT.709
  /// primaries) when it states none.
  func colors(of part: Part) -> PictureColorSpace {
    var stated = EXRPrimaries()
    guard library.primaries(context, part.index, "chromaticities", &stated) == 0 else {
      return .unknown
    }
    func pair(_ x: Float, _ y: Float) -> (Double, Double) { (Double(x), Double(y)) }
    return PictureColorSpace(
      red: pair(stated.red_x, stated.red_y), green: pair(stated.green_x, stated.green_y),
      blue: pair(stated.blue_x, stated.blue_y), white: pair(stated.white_x, stated.white_y))
  }

  /// The number of rows of the data window that are decoded together: those of a tile or a chunk of
  /// scan lines; nil when the file does not state them.
  func chunkHeight(of part: Part) -> Int? {
    var (width, height): (Int32, Int32) = (0, 0)
    let status =
      part.isTiled
      ? library.tileSizes(context, part.index, 0, 0, &width, &height)
      : library.rowsPerChunk(context, part.index, &height)
    return status == 0 && height > 0 ? Int(height) : nil
  }

  /// Decodes the pixels of a part into `samples`.
  ///
  /// - Parameter samples: the memory, whose rows must begin and end between chunks, or with the
  ///   data window.
  /// - Returns: the number of chunks that were decoded, and the number of all chunks in the rows of
  ///   `samples`.
  func decode(_ part: Part, into samples: EXRSamples) -> (decodedChunks: Int, allChunks: Int) {
    // The C structure of the pipeline has pointers into itself, so it must not move.
    let pipeline = UnsafeMutablePointer<EXRPipeline>.allocate(capacity: 1)
    pipeline.initialize(to: EXRPipeline())
    var hasBegun = false
    var (done, wanted) = (0, 0)
    defer {
      if hasBegun { _ = library.destroyDecoding(context, pipeline) }
      pipeline.deallocate()
    }
    func decodeChunk(_ chunk: EXRChunk, x: Int, y: Int) {
      var chunk = chunk
      // The size that the file states for a chunk may be wrong, and must not exceed the memory.
      guard x >= 0, y >= samples.rows.lowerBound, Int(chunk.width) > 0, Int(chunk.height) > 0,
        x + Int(chunk.width) <= samples.dataSize.width,
        y + Int(chunk.height) <= samples.rows.upperBound
      else { return }
      let status =
        hasBegun
        ? library.updateDecoding(context, part.index, &chunk, pipeline)
        : library.initializeDecoding(context, part.index, &chunk, pipeline)
      hasBegun = hasBegun || status == 0
      guard status == 0, let channels = pipeline.pointee.channels else { return }
      for index in 0..<Int(max(0, pipeline.pointee.channel_count)) {
        samples.connectChannel(&channels[index], x: x, y: y)
      }
      guard library.chooseDefaultRoutines(context, part.index, pipeline) == 0,
        library.runDecoding(context, part.index, pipeline) == 0
      else { return }
      done += 1
    }
    if part.isTiled {
      var (width, height): (Int32, Int32) = (0, 0)
      guard library.tileSizes(context, part.index, 0, 0, &width, &height) == 0, width > 0,
        height > 0
      else { return (0, 1) }
      for top in stride(
        from: samples.rows.lowerBound, to: samples.rows.upperBound, by: Int(height))
      {
        for left in stride(from: 0, to: samples.dataSize.width, by: Int(width)) {
          wanted += 1
          var chunk = EXRChunk()
          let (column, row) = (Int32(left) / width, Int32(top) / height)
          guard library.tileChunk(context, part.index, column, row, 0, 0, &chunk) == 0 else {
            continue
          }
          decodeChunk(chunk, x: left, y: top)
        }
      }
    } else {
      var rows: Int32 = 0
      guard library.rowsPerChunk(context, part.index, &rows) == 0, rows > 0 else { return (0, 1) }
      for top in stride(from: samples.rows.lowerBound, to: samples.rows.upperBound, by: Int(rows)) {
        wanted += 1
        var chunk = EXRChunk()
        let row = Int32(clamping: Int(part.dataWindow.min_y) + top)
        guard library.rowChunk(context, part.index, row, &chunk) == 0 else { continue }
        decodeChunk(chunk, x: 0, y: Int(chunk.start_y) - Int(part.dataWindow.min_y))
      }
    }
    return (done, wanted)
  }
}
