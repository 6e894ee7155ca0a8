import CJPEG
package import DecoderWire
package import DecodingSupport
import Pixels
package import Resampling

/// The JPEG encoder, by libjpeg-turbo.
package enum JPEGEncoder {
  /// The quality from which on chroma is not subsampled.
  private static let fullChromaQuality = 90
  /// The maximum side in pixels that libjpeg accepts.
  private static let maxSide = 65_500

  /// The bytes of a JPEG file with the given pixels, on white where they are transparent.
  ///
  /// - Parameter quality: that of libjpeg, from 1 to 100.
  /// - Throws: `.tooLarge` for too long a side or without memory, `.unsupported` for metadata that
  ///   do not fit.
  package static func encode(
    _ pixels: PixelView, isOpaque: Bool, quality: Int, _ extras: PictureExtras
  ) throws(DecodeFailure) -> [UInt8] {
    guard max(pixels.size.width, pixels.size.height) <= maxSide else {
      throw DecodeFailure.sideTooLong(.jpeg, maxSide)
    }
    let bytes = try isOpaque ? compress(pixels, quality) : encodedOnWhite(pixels, quality)
    let segments = try segments(extras)
    guard !segments.isEmpty,
      var parts = bytes.withUnsafeBytes({ JPEGParts(PictureBytes(raw: $0)) })
    else { return bytes }
    parts.insert(segments)
    return parts.bytes
  }

  /// The encoded picture with its premultiplied pixels composed on white.
  private static func encodedOnWhite(_ pixels: PixelView, _ quality: Int) throws(DecodeFailure)
    -> [UInt8]
  {
    let stride = pixels.size.width * 4
    let memory = try PrivateMemory(byteCount: stride * pixels.size.height)
    for y in 0..<pixels.size.height {
      let from = (pixels.bytes + y * pixels.stride).assumingMemoryBound(to: UInt32.self)
      let to = (memory.bytes + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<pixels.size.width {
        let pixel = from[x]
        // Premultiplied colours never exceed their alpha, except in damaged data: the sums are
        // clamped.
        let light = 255 - pixel >> 24
        let blue = min(255, pixel & 0xFF + light)
        let green = min(255, pixel >> 8 & 0xFF + light)
        let red = min(255, pixel >> 16 & 0xFF + light)
        to[x] = blue | green << 8 | red << 16 | 0xFF00_0000
      }
    }
    return try compress(
      PixelView(size: pixels.size, stride: stride, bytes: memory.bytes), quality)
  }

  private static func compress(_ pixels: PixelView, _ quality: Int) throws(DecodeFailure) -> [UInt8]
  {
    guard let handle = tjInitCompress() else {
      throw DecodeFailure(.tooLarge, format: "JPEG", detail: "no memory for the encoder")
    }
    defer { tjDestroy(handle) }
    var result: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(result) }
    let sampling = quality >= fullChromaQuality ? TJSAMP_444 : TJSAMP_420
    let status = tjCompress2(
      handle, pixels.bytes.assumingMemoryBound(to: UInt8.self), Int32(pixels.size.width),
      Int32(pixels.stride), Int32(pixels.size.height), Int32(TJPF_BGRX.rawValue), &result, &count,
      Int32(sampling.rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    guard status == 0, let result else {
      throw LoaderMessages.failure(forMessage: TurboJPEG.message(of: handle), .jpeg)
    }
    return Array(UnsafeBufferPointer(start: result, count: Int(count)))
  }

  /// The maximum number of bytes of an ICC profile in one APP2 segment: the body without the
  /// identifier and two numbers.
  private static let maxProfilePieceBytes = JPEGParts.maxBodyBytes - 14
  private static let exifIdentifier = Array("Exif\0\0".utf8)
  private static let xmpIdentifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// The marker segments with the metadata and the profile of a picture.
  ///
  /// - Source: CIPA DC-008, 4.5.4 (EXIF); XMP specification part 3, 1.1.3; ICC.1:2022, annex B.4.
  /// - Throws: `.unsupported` when the metadata do not fit into segments.
  private static func segments(
    _ extras: PictureExtras
  ) throws(DecodeFailure) -> [JPEGParts.Segment] {
    var result: [JPEGParts.Segment] = []
    if !extras.exif.isEmpty { result.append(.init(0xE1, exifIdentifier + extras.exif)) }
    if !extras.xmp.isEmpty { result.append(.init(0xE1, xmpIdentifier + extras.xmp)) }
    let pieces = stride(from: 0, to: extras.profile.count, by: maxProfilePieceBytes).map {
      extras.profile[$0..<min(extras.profile.count, $0 + maxProfilePieceBytes)]
    }
    if pieces.count <= 255 {
      for (number, piece) in pieces.enumerated() {
        let head = Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(pieces.count)]
        result.append(.init(0xE2, head + piece))
      }
    }
    result += extras.photoshopSegments.map { .init(0xED, $0) }
    guard result.allSatisfy({ $0.body.count <= JPEGParts.maxBodyBytes }) else {
      throw DecodeFailure(
        .unsupported, format: "JPEG", detail: "its metadata are too large; export without metadata")
    }
    return result
  }
}
