import CJPEG
package import DecoderWire
package import DecodingSupport
package import Geometry
import PictureMetadata
package import Pixels
import TextSearch

/// The cropping and rotation of a JPEG without decoding it: MCUs are kept or rearranged whole.
package enum LosslessJPEG {
  /// The JPEG file with a part of the upright picture, whose orientation tag stays, and the upright
  /// size of that part.
  ///
  /// The left and top edges of the part in stored orientation move outwards to the MCU grid. An
  /// angle of `crop` is ignored.
  /// - Throws: `.unsupported` when the size of the picture is not `crop.whole`, the part is not
  ///   inside it, or the subsampling is unusual.
  package static func cropped(
    _ bytes: PictureBytes, to crop: EncodeRequest.Crop
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let header = JPEGHeader(bytes)
    let orientation = header.orientation
    guard header.uprightSize == crop.whole, crop.x >= 0, crop.y >= 0,
      crop.x + crop.size.width <= crop.whole.width,
      crop.y + crop.size.height <= crop.whole.height
    else { throw refusal(detail: "has changed") }
    let corners = [
      (crop.x, crop.y), (crop.x + crop.size.width - 1, crop.y + crop.size.height - 1),
    ].map {
      orientation.storedPixel(
        x: $0.0, y: $0.1, width: header.size.width, height: header.size.height)
    }
    let left = min(corners[0].x, corners[1].x)
    let top = min(corners[0].y, corners[1].y)
    let mcuSize = try mcuSize(of: bytes)
    let x = left / mcuSize.width * mcuSize.width
    let y = top / mcuSize.height * mcuSize.height
    let size = PixelSize(
      width: max(corners[0].x, corners[1].x) + 1 - x,
      height: max(corners[0].y, corners[1].y) + 1 - y)
    var transform = tjtransform()
    transform.options = TJXOPT_CROP
    transform.r = tjregion(
      x: Int32(x), y: Int32(y), w: Int32(size.width), h: Int32(size.height))
    let result = try transformed(bytes, header, transform)
    let whole = try withMetadata(result, size, resetsOrientation: false)
    return (whole, orientation.swapsAxes ? size.transposed : size)
  }

  /// The JPEG file with its coefficients rearranged by the orientation of the picture followed by
  /// `turn`, and with an upright orientation tag; and the new size. Bytes after the picture, such
  /// as the video of a motion photo, are kept.
  ///
  /// - Throws: `.unsupported` for a file of several pictures, and when incomplete blocks at the
  ///   edges cannot be moved.
  package static func turned(
    _ bytes: PictureBytes, by turn: Orientation
  ) throws(DecodeFailure) -> (bytes: [UInt8], size: PixelSize) {
    let header = JPEGHeader(bytes)
    guard let scan = header.scanStart, let end = endOfImage(bytes, scan) else {
      throw DecodeFailure(.damaged, format: "JPEG", detail: "the file ends before the picture")
    }
    guard JPEGParts(bytes)?.segments.contains(where: \.isMultiPicture) != true else {
      throw refusal(detail: "holds several pictures")
    }
    let whole = header.orientation.followed(by: turn)
    var transform = tjtransform()
    transform.op = Int32(turboOperation(whole).rawValue)
    transform.options = TJXOPT_PERFECT
    let size = whole.swapsAxes ? header.size.transposed : header.size
    let result = try transformed(bytes.part(0..<end), header, transform)
    let file = try withMetadata(result, size, resetsOrientation: true)
    return (file + bytes.rest(from: end).raw, size)
  }

  private static func turboOperation(_ orientation: Orientation) -> TJXOP {
    switch orientation {
    case .up: TJXOP_NONE
    case .upMirrored: TJXOP_HFLIP
    case .down: TJXOP_ROT180
    case .downMirrored: TJXOP_VFLIP
    case .leftMirrored: TJXOP_TRANSPOSE
    case .right: TJXOP_ROT90
    case .rightMirrored: TJXOP_TRANSVERSE
    case .left: TJXOP_ROT270
    }
  }

  private static func refusal(detail: String) -> DecodeFailure {
    DecodeFailure(.unsupported, format: "JPEG", detail: detail)
  }

  /// The size of an MCU in pixels.
  ///
  /// - Throws: `.unsupported` for an unusual chroma subsampling.
  private static func mcuSize(of bytes: PictureBytes) throws(DecodeFailure) -> PixelSize {
    guard let handle = tjInitDecompress() else { throw noMemory }
    defer { tjDestroy(handle) }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, 0)
    let status = tjDecompressHeader3(
      handle, bytes.raw.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &width, &height,
      &sampling, &space)
    guard status == 0, sampling >= 0 else { throw unusualSubsampling }
    switch TJSAMP(UInt32(sampling)) {
    case TJSAMP_444, TJSAMP_GRAY: return PixelSize(width: 8, height: 8)
    case TJSAMP_422: return PixelSize(width: 16, height: 8)
    case TJSAMP_420: return PixelSize(width: 16, height: 16)
    case TJSAMP_440: return PixelSize(width: 8, height: 16)
    case TJSAMP_411: return PixelSize(width: 32, height: 8)
    default: throw unusualSubsampling
    }
  }

  private static let unusualSubsampling = refusal(detail: "has an unusual chroma subsampling")
  private static let noMemory = DecodeFailure(
    .tooLarge, format: "JPEG", detail: "there is no memory for it")

  private static func transformed(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ transform: tjtransform
  ) throws(DecodeFailure) -> [UInt8] {
    guard let handle = tjInitTransform() else { throw noMemory }
    defer { tjDestroy(handle) }
    var transform = transform
    if header.isProgressive { transform.options |= TJXOPT_PROGRESSIVE }
    var result: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(result) }
    let status = tjTransform(
      handle, bytes.raw.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), 1, &result,
      &count, &transform, TJFLAG_LIMITSCANS | TJFLAG_STOPONWARNING)
    guard status == 0, let result else {
      let message = TurboJPEG.message(of: handle)
      if message.containsText("not perfect") {
        throw refusal(
          detail: "has incomplete blocks at its edges, which cannot be moved without loss")
      }
      throw LoaderMessages.failure(forMessage: message, .jpeg)
    }
    return Array(UnsafeBufferPointer(start: result, count: Int(count)))
  }

  /// The JPEG file with metadata that state the size of its new pixels.
  private static func withMetadata(
    _ bytes: [UInt8], _ size: PixelSize, resetsOrientation: Bool
  ) throws(DecodeFailure) -> [UInt8] {
    guard var parts = bytes.withUnsafeBytes({ JPEGParts(PictureBytes(raw: $0)) }) else {
      throw DecodeFailure(.damaged, format: "JPEG", detail: "its segments make no sense")
    }
    parts.segments.removeAll(where: \.isMultiPicture)
    for index in parts.segments.indices {
      parts.segments[index].updateExif(size, resetsOrientation: resetsOrientation)
    }
    return parts.bytes
  }

  /// The offset after the EOI marker of the picture; nil when the file has none.
  ///
  /// - Parameter firstScan: offset of the SOS marker of the first scan.
  private static func endOfImage(_ bytes: PictureBytes, _ firstScan: Int) -> Int? {
    var position = firstScan
    while let marker = bytes.byte(position + 1), bytes.byte(position) == 0xFF {
      switch marker {
      case 0xD9: return position + 2
      case 0xFF: position += 1
      case 0xDA:
        guard let end = bytes.scanEnd(from: position) else { return nil }
        position = end
      default:
        guard let length = bytes.big16(position + 2), length >= 2 else { return nil }
        position += 2 + length
      }
    }
    return nil
  }
}

extension JPEGParts.Segment {
  /// Whether the segment is a Multi-Picture index, which refers to further pictures behind the
  /// first.
  ///
  /// - Source: CIPA DC-007 (Multi-Picture Format), 5.2.
  fileprivate var isMultiPicture: Bool { marker == 0xE2 && hasIdentifier("MPF\0") }

  /// Changes an EXIF segment so that it states `size` and has no thumbnail; with
  /// `resetsOrientation`, an EXIF or XMP segment also states the upright orientation. Other
  /// segments stay unchanged.
  fileprivate mutating func updateExif(_ size: PixelSize, resetsOrientation: Bool) {
    guard marker == 0xE1 else { return }
    if hasIdentifier("Exif\0"), body.count > 6, var exif = ExifPatch(Array(body[6...])) {
      exif.removeThumbnail()
      exif.setSize(width: size.width, height: size.height)
      if resetsOrientation { exif.resetOrientation() }
      body.replaceSubrange(6..., with: exif.bytes)
    } else if resetsOrientation, hasIdentifier("http://ns.adobe.com/xap/1.0/\0") {
      XMPOrientation.reset(in: &body)
    }
  }
}

/// The property `tiff:Orientation` of an XMP packet, in the form of an attribute or an element.
package enum XMPOrientation {
  /// Sets the orientation in a packet to 1 (upright), where its value begins with a digit from 1 to
  /// 8.
  package static func reset(in packet: inout [UInt8]) {
    for form in ["tiff:Orientation=\"", "tiff:Orientation='", "tiff:Orientation>"] {
      let key = Array(form.utf8)
      var position = 0
      while position + key.count < packet.count {
        guard packet[position] == key[0], packet[position..<position + key.count].elementsEqual(key)
        else {
          position += 1
          continue
        }
        position += key.count
        if (0x31...0x38).contains(packet[position]) { packet[position] = 0x31 }
      }
    }
  }
}
