import AnimationDecoding
import CWebP
package import DecoderWire
package import DecodingSupport
package import Geometry
import PictureMetadata
package import Pixels
package import Resampling

/// The frame stream of an animated WebP, whose frames libwebpdemux composes.
package final class WebPFrames: FrameStream {
  private let library: WebPAnimationLibrary
  private let decoder: WebPAnimationLibrary.Decoder
  /// The repaired copy of a truncated file, from which the decoder reads; nil when it reads from
  /// the file itself.
  private let repairedFile: UnsafeMutableRawBufferPointer?
  private var pixels: UnsafeMutablePointer<UInt8>?
  private var lastFrameEndMilliseconds = 0
  package let size: PixelSize
  package let orientation: Orientation
  package let iterationCount: Int
  package let isTruncated: Bool
  package private(set) var count: Int
  package private(set) var nextIndex = 0

  /// Opens the animation of a WebP file.
  ///
  /// - Throws: `.missingLoader` without the library, `.damaged` when it rejects the file.
  package init(_ bytes: PictureBytes, limits: DecodeLimits) throws(DecodeFailure) {
    let format = PictureFormat.webp.name
    guard let library = WebPAnimationLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format, detail: "libwebpdemux2")
    }
    let metadata = ContainerMetadata(bytes, .webp)
    let repairedFile = metadata.endsEarly ? Self.repairedFile(bytes) : nil
    let raw = repairedFile.map(UnsafeRawBufferPointer.init) ?? metadata.loaderBytes.raw
    guard let (decoder, info) = Self.open(raw, library) else {
      repairedFile?.deallocate()
      throw DecodeFailure(.damaged, format: format, detail: "its data make no sense")
    }
    (self.library, self.decoder, self.repairedFile) = (library, decoder, repairedFile)
    size = PixelSize(width: Int(info.canvas_width), height: Int(info.canvas_height))
    orientation = metadata.orientation
    iterationCount = Int(info.loop_count)
    count = min(limits.frames, Int(info.frame_count))
    isTruncated = metadata.endsEarly
  }

  deinit {
    library.deleteDecoder(decoder)
    repairedFile?.deallocate()
  }

  private static func open(
    _ raw: UnsafeRawBufferPointer, _ library: WebPAnimationLibrary
  ) -> (WebPAnimationLibrary.Decoder, WebPAnimationInfo)? {
    var data = WebPBytes(
      bytes: raw.bindMemory(to: UInt8.self).baseAddress, size: raw.count)
    var options = WebPAnimationOptions()
    options.color_mode = WEBP_MODE_BGRA_PREMULTIPLIED
    guard let decoder = library.makeDecoder(&data, &options, WEBP_ANIMATION_ABI) else { return nil }
    var info = WebPAnimationInfo()
    guard library.decoderInfo(decoder, &info) != 0 else {
      library.deleteDecoder(decoder)
      return nil
    }
    return (decoder, info)
  }

  /// A copy of the complete chunks of a truncated file as a file of its own, because the library
  /// accepts complete files only; nil when there are none. The caller frees it.
  private static func repairedFile(_ b: PictureBytes) -> UnsafeMutableRawBufferPointer? {
    var i = 12
    var end = 0
    while b.hasChunkName(at: i), let length = b.little32(i + 4) {
      i += 8 + length + length % 2
      if i > b.count { break }
      end = i
    }
    guard end > 12, end - 8 <= Int(UInt32.max) else { return nil }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: end, alignment: 8)
    copy.copyMemory(from: b.part(0..<end).raw)
    copy.storeBytes(of: UInt32(end - 8).littleEndian, toByteOffset: 4, as: UInt32.self)
    return copy
  }

  package var picture: PixelView {
    guard let pixels else { preconditionFailure("no picture was made") }
    return PixelView(size: size, stride: size.width * 4, bytes: UnsafeRawPointer(pixels))
  }

  package func seek(toOrBefore target: Int) {
    guard nextIndex > target else { return }
    library.resetDecoder(decoder)
    (nextIndex, lastFrameEndMilliseconds) = (0, 0)
  }

  package func advanceReturningDuration() -> Int? {
    guard nextIndex < count else { return nil }
    var end: Int32 = 0
    var made: UnsafeMutablePointer<UInt8>?
    guard library.nextFrame(decoder, &made, &end) != 0, let made else {
      // A frame that cannot be decoded ends the animation, also when it is played again.
      count = nextIndex
      return nil
    }
    pixels = made
    nextIndex += 1
    defer { lastFrameEndMilliseconds = Int(end) }
    return max(0, Int(end) - lastFrameEndMilliseconds)
  }
}
