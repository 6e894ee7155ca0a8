package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import Pixels

/// The decoder of X pixmaps, which are C source text. gdk-pixbuf's loader first writes its input to
/// a temporary file, which the confinement of the helper forbids; therefore gdk-pixbuf gets the
/// strings of the text instead.
package enum XPMDecoder {
  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.xpm
    guard let library = PixbufLibrary.shared,
      format.pixbufLoaders.contains(where: LoaderRegistry.isInstalled)
    else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    let strings = SourceStrings(job.bytes)
    guard let size = strings.size else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
    }
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    guard let pixbuf = strings.withPointers({ library.makeFromXPM($0) }) else {
      throw DecodeFailure(.damaged, format: format.name, detail: "its data make no sense")
    }
    defer { library.unref(pixbuf) }
    let picture = try PixbufPixels(pixbuf, library, rows: nil)
    try job.check(picture.size, format: format)
    let info = DecodeReply.Info(naturalSize: picture.size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let memory = try job.memory(for: job.request.fittedSize(of: picture.size))
    let isOpaque = try picture.scaleReturningIsOpaque(to: memory.buffer, .up)
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }

  /// The string literals in C source text, in their order, each terminated by a zero byte.
  private struct SourceStrings {
    private var text: [CChar] = []
    private var stringOffsets: [Int] = []

    /// Reads the string literals up to the end of the array, or to a zero byte.
    init(_ b: PictureBytes) {
      text.reserveCapacity(min(b.count, 1 << 20))
      var i = 0
      while let c = b.byte(i), c != 0, c != UInt8(ascii: "}") {
        if b.hasBytes("/*", at: i) {
          i += 2
          while let c = b.byte(i), c != 0, !b.hasBytes("*/", at: i) { i += 1 }
        } else if c == UInt8(ascii: "\"") {
          stringOffsets.append(text.count)
          i += 1
          while let c = b.byte(i), c != 0, c != UInt8(ascii: "\"") {
            if c == UInt8(ascii: "\\") { i += 1 }
            text.append(CChar(bitPattern: b.byte(i) ?? 0))
            i += 1
          }
          text.append(0)
        }
        i += 1
      }
    }

    /// The size of the picture in pixels, which the first string states: width and height, followed
    /// by the number of colours and other fields. nil when it states none.
    var size: PixelSize? {
      guard let first = stringOffsets.first else { return nil }
      let header = text[first...].prefix { $0 != 0 }
      let numbers = header.split(separator: 0x20, omittingEmptySubsequences: true).prefix(2).map {
        Int(String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
      guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
      return PixelSize(width: width, height: height)
    }

    /// Calls `body` with an array of the addresses of the strings, terminated by NULL.
    func withPointers<Result>(
      _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      text.withUnsafeBufferPointer { text in
        var pointers = stringOffsets.map { start in text.baseAddress.map { $0 + start } } + [nil]
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
      }
    }
  }
}
