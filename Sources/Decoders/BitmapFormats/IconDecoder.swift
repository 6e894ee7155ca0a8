import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import PNGDecoding
import Pixels

/// The decoder of the largest picture of a Windows icon or cursor.
package enum IconDecoder {
  /// An entry of the icon directory, which describes one picture of the icon.
  private struct DirectoryEntry {
    let size: PixelSize
    let depth: Int
    /// All bytes of the file from the beginning of the picture on: the length in the directory is
    /// sometimes wrong, and the picture's own header states the right one.
    let data: PictureBytes
  }

  private static let headerBytes = 6
  private static let entryBytes = 16

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let best = bestEntry(job.bytes) else {
      throw DecodeFailure(
        .damaged, format: PictureFormat.ico.name, detail: "there is no picture in it")
    }
    let data = best.data
    var inner = job
    inner.bytes = data
    do {
      if data.hasBytes("PNG", at: 1) {
        inner.colors = PictureColorSpace.read(data, .png)
        return try PNGDecoder.decode(inner, as: .ico)
      }
      return try BMPDecoder.decode(
        inner, try BMPHeader(data, isIcon: true), as: .ico, isIcon: true)
    } catch {
      var failure = error
      failure.format = PictureFormat.ico.name
      throw failure
    }
  }

  private static func bestEntry(_ b: PictureBytes) -> DirectoryEntry? {
    let count = b.little16(4) ?? 0
    return (0..<count).compactMap { entry(b, headerBytes + $0 * entryBytes) }.max {
      ($0.size.area ?? 0, $0.depth) < ($1.size.area ?? 0, $1.depth)
    }
  }

  private static func entry(_ b: PictureBytes, _ i: Int) -> DirectoryEntry? {
    guard let width = b.byte(i), let height = b.byte(i + 1), let offset = b.little32(i + 12),
      offset < b.count
    else { return nil }
    let data = b.rest(from: offset)
    // The header of the picture takes precedence: the directory cannot express more than 256
    // pixels, and the depth that it states is sometimes 0.
    var size = PixelSize(
      width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
    if data.hasBytes("PNG", at: 1), let w = data.big32(16), let h = data.big32(20) {
      size = PixelSize(width: w, height: h)
    }
    let depth = data.little32(0) == 40 ? data.little16(14) ?? 0 : 32
    return DirectoryEntry(size: size, depth: depth, data: data)
  }
}
