package import DecoderWire
package import DecodingSupport
package import Geometry
import PNGDecoding
import PictureMetadata
import Pixels

/// The edits of a picture's file that change the orientation which it stores.
package enum OrientationEditor {
  /// The maximum size of a file to edit, in bytes: the edits are checked on a copy in memory.
  private static let maxFileBytes = 1 << 29

  /// The edits of the picture file in `bytes` after which its orientation is the present one
  /// followed by `turn`, sorted by offset; empty when nothing changes.
  ///
  /// - Throws: `.unsupported` for a file that cannot store an orientation. Its detail continues the
  ///   words “this file”.
  package static func edits(
    of bytes: PictureBytes, name: String, turn: Orientation
  ) throws(DecodeFailure) -> [FileEdit] {
    guard let format = FormatSniffer.format(of: bytes, name: name) else {
      throw UnsupportedType.failure(of: bytes, name: name)
    }
    guard bytes.count <= maxFileBytes else {
      throw DecodeFailure(.unsupported, format: format.name, detail: "is too large")
    }
    guard let location = OrientationLocation(bytes, format) else {
      throw DecodeFailure(
        .unsupported, format: format.name, detail: "cannot store an orientation")
    }
    let wanted = location.orientation.followed(by: turn)
    guard wanted != location.orientation else { return [] }
    guard let own = location.edits(bytes, wanted) else { throw Self.refusal(format) }
    let edits = (own + XMPOrientationProperty.edits(bytes, format, wanted))
      .sorted { $0.offset < $1.offset }
    guard edits.count <= FileEdit.maxCount,
      edits.allSatisfy({ $0.bytes.count <= FileEdit.maxBytes }),
      let result = FileEdit.apply(edits, to: Array(bytes.raw)),
      result.withUnsafeBytes({ OrientationLocation(PictureBytes(raw: $0), format)?.orientation })
        == wanted
    else { throw Self.refusal(format) }
    return edits
  }

  private static func refusal(_ format: PictureFormat) -> DecodeFailure {
    DecodeFailure(
      .unsupported, format: format.name, detail: "has metadata that cannot be changed safely")
  }
}

/// The location in a file where its orientation is stored, or can be.
private struct OrientationLocation {
  /// The part of the file that contains the TIFF structure with the orientation tag.
  private enum Container {
    /// The file itself, which is a TIFF.
    case tiff
    /// An APP1 segment of a JPEG, whose body begins with the identifier "Exif".
    case exifSegment(body: Range<Int>)
    /// A new APP1 segment of a JPEG, to be inserted at an offset.
    case newExifSegment(at: Int)
    /// The eXIf chunk of a PNG, with the range of its data.
    case pngChunk(data: Range<Int>)
    /// A new eXIf chunk of a PNG, to be inserted at an offset.
    case newPNGChunk(at: Int)
    /// The EXIF chunk of a WebP file, with the range of its data.
    case riffChunk(data: Range<Int>)
    /// A new EXIF chunk of a WebP file, to be inserted at an offset, with the edit by which the
    /// header states that it exists.
    case newRIFFChunk(at: Int, headerEdit: FileEdit)
  }

  /// The orientation that the file states now; `.up` when it states none.
  let orientation: Orientation
  private let container: Container
  private let tiffStructure: Range<Int>

  /// Finds the location of the orientation in a file; nil for a file that cannot store one.
  init?(_ bytes: PictureBytes, _ format: PictureFormat) {
    switch format {
    case .jpeg: self.init(jpeg: bytes)
    case .png: self.init(png: bytes)
    case .webp: self.init(webP: bytes)
    case .tiff: self.init(bytes, .tiff, 0..<bytes.count)
    default: return nil
    }
  }

  private init?(_ bytes: PictureBytes, _ container: Container, _ tiffStructure: Range<Int>) {
    self.container = container
    self.tiffStructure = tiffStructure
    switch container {
    case .newExifSegment, .newPNGChunk, .newRIFFChunk: orientation = .up
    case .tiff, .exifSegment, .pngChunk, .riffChunk:
      guard OrientationTag(bytes, tiffStructure) != nil,
        let reader = ExifReader(bytes.part(tiffStructure))
      else {
        return nil
      }
      orientation = reader.orientation
    }
  }

  private static let identifierBytes = 6

  /// Locates the EXIF segment of a JPEG, or the offset for a new one.
  ///
  /// - Source: CIPA DC-008, 4.5.4 and 4.7.2: the APP1 segment of EXIF follows SOI, or APP0.
  private init?(jpeg bytes: PictureBytes) {
    var exif: Range<Int>?
    var position = 2
    var isFirst = true
    let scan = bytes.visitJPEGSegmentsReturningScanOffset { marker, body in
      if isFirst, marker == 0xE0 { position = body.upperBound }
      isFirst = false
      if marker == 0xE1, exif == nil, bytes.part(body).hasBytes("Exif\0") { exif = body }
    }
    guard scan != nil else { return nil }
    guard let exif else {
      self.init(bytes, .newExifSegment(at: position), 0..<0)
      return
    }
    guard exif.count > Self.identifierBytes, exif.upperBound <= bytes.count else { return nil }
    self.init(
      bytes, .exifSegment(body: exif), exif.lowerBound + Self.identifierBytes..<exif.upperBound)
  }

  /// Locates the eXIf chunk of a PNG, or the offset for a new one after IHDR.
  ///
  /// - Source: PNG specification, third edition, 5.3 and 11.3.2.12 (eXIf).
  private init?(png bytes: PictureBytes) {
    var offset = 8
    while let length = bytes.big32(offset), bytes.hasChunkName(at: offset + 4) {
      let data = offset + 8..<offset + 8 + length
      guard data.upperBound + 4 <= bytes.count, !bytes.hasBytes("IEND", at: offset + 4) else {
        break
      }
      if bytes.hasBytes("eXIf", at: offset + 4) {
        // Some writers put the identifier "Exif" of the APP1 segment before the data of the chunk;
        // it is skipped.
        let skips = bytes.part(data).hasBytes("Exif\0\0")
        let start = data.lowerBound + (skips ? Self.identifierBytes : 0)
        self.init(bytes, .pngChunk(data: data), start..<data.upperBound)
        return
      }
      offset = data.upperBound + 4
    }
    guard bytes.hasBytes("IHDR", at: 12), bytes.big32(8) == 13, bytes.count > 33 else { return nil }
    self.init(bytes, .newPNGChunk(at: 33), 0..<0)
  }

  /// Locates the EXIF chunk of a WebP file, or the offset for a new one.
  ///
  /// - Source: RFC 9649, 2.7.1.5 (EXIF).
  private init?(webP bytes: PictureBytes) {
    var offset = 12
    while let length = bytes.little32(offset + 4), bytes.hasChunkName(at: offset) {
      let data = offset + 8..<offset + 8 + length
      guard data.upperBound <= bytes.count else { return nil }
      if bytes.hasBytes("EXIF", at: offset) {
        let skips = bytes.part(data).hasBytes("Exif\0\0")
        let start = data.lowerBound + (skips ? Self.identifierBytes : 0)
        guard start < data.upperBound else { return nil }
        self.init(bytes, .riffChunk(data: data), start..<data.upperBound)
        return
      }
      offset = data.upperBound + length % 2
    }
    guard let chunk = NewWebPExifLocation(bytes) else { return nil }
    self.init(bytes, .newRIFFChunk(at: chunk.insertionOffset, headerEdit: chunk.headerEdit), 0..<0)
  }

  /// The edits that store `orientation` at this location; nil when the metadata of the file cannot
  /// be changed.
  func edits(_ bytes: PictureBytes, _ orientation: Orientation) -> [FileEdit]? {
    switch container {
    case .newExifSegment(let offset):
      let body = Array("Exif\0\0".utf8) + OrientationTag.tiffStructure(orientation)
      let length = bigEndian(body.count + 2, 2)
      return [FileEdit(offset: offset, removedCount: 0, bytes: [0xFF, 0xE1] + length + body)]
    case .newPNGChunk(let offset):
      let body = Array("eXIf".utf8) + OrientationTag.tiffStructure(orientation)
      return [
        FileEdit(
          offset: offset, removedCount: 0,
          bytes: bigEndian(body.count - 4, 4) + body + Self.checksum(body))
      ]
    case .newRIFFChunk(let offset, let header):
      let body = OrientationTag.tiffStructure(orientation)
      let chunk = Array("EXIF".utf8) + littleEndian(body.count, 4) + body
      let added = header.bytes.count - header.removedCount + chunk.count
      guard let length = bytes.little32(4), length + added <= UInt32.max else { return nil }
      return [
        FileEdit(offset: 4, removedCount: 4, bytes: littleEndian(length + added, 4)), header,
        FileEdit(offset: offset, removedCount: 0, bytes: chunk),
      ]
    case .tiff: return OrientationTag(bytes, tiffStructure)?.edits(orientation)
    case .riffChunk:
      // The data of the chunk must keep their length: a longer chunk would move all chunks after
      // it.
      guard let edits = OrientationTag(bytes, tiffStructure)?.edits(orientation), edits.count == 1
      else {
        return nil
      }
      return edits
    case .exifSegment(let body):
      guard let edits = OrientationTag(bytes, tiffStructure)?.edits(orientation) else { return nil }
      let added = edits.reduce(0) { $0 + $1.bytes.count - $1.removedCount }
      guard added > 0 else { return edits }
      let length = body.count + 2 + added
      guard length <= UInt16.max else { return nil }
      return [FileEdit(offset: body.lowerBound - 2, removedCount: 2, bytes: bigEndian(length, 2))]
        + edits
    case .pngChunk(let data):
      guard let edits = OrientationTag(bytes, tiffStructure)?.edits(orientation) else { return nil }
      return Self.chunkEdits(bytes, data, edits)
    }
  }

  /// The edits of a PNG chunk's data, together with the edits of its length and checksum that they
  /// require; nil when they cannot be applied.
  private static func chunkEdits(
    _ bytes: PictureBytes, _ data: Range<Int>, _ edits: [FileEdit]
  ) -> [FileEdit]? {
    let start = data.lowerBound - 4
    let moved = edits.map {
      FileEdit(offset: $0.offset - start, removedCount: $0.removedCount, bytes: $0.bytes)
    }
    guard let content = FileEdit.apply(moved, to: Array(bytes.part(start..<data.upperBound).raw))
    else { return nil }
    let added = content.count - 4 - data.count
    var result = edits
    // Bytes that are appended to the data are next to the checksum, so both are one edit.
    var end = FileEdit(offset: data.upperBound, removedCount: 4, bytes: checksum(content))
    if let last = result.last, last.offset == data.upperBound {
      end.bytes = last.bytes + end.bytes
      result.removeLast()
    }
    if added > 0 {
      result.insert(
        FileEdit(offset: start - 4, removedCount: 4, bytes: bigEndian(data.count + added, 4)), at: 0
      )
    }
    return result + [end]
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    bigEndian(bytes.withUnsafeBytes { Checksum.crc32(PictureBytes(raw: $0)) }, 4)
  }
}

/// The location for an EXIF chunk in a WebP file that has none.
///
/// - Source: RFC 9649, 2.7.
private struct NewWebPExifLocation {
  /// The offset at which the chunk is inserted: after the chunks of the picture, and before XMP.
  let insertionOffset: Int
  /// The edit by which the header states that the chunk exists: a changed flag of VP8X, or a new
  /// VP8X chunk.
  let headerEdit: FileEdit

  private enum Flag {
    static let exif: UInt8 = 0x08
    static let alpha: UInt8 = 0x10
  }
  /// The offset of the first chunk of a WebP file.
  private static let firstChunkOffset = 12

  /// Finds the location for the chunk in a WebP file; nil for a damaged or incomplete file.
  init?(_ bytes: PictureBytes) {
    guard let length = bytes.little32(4), length.isMultiple(of: 2), 8 + length <= bytes.count else {
      return nil
    }
    var offset = Self.firstChunkOffset
    while offset < 8 + length, !bytes.hasBytes("XMP ", at: offset) {
      guard let size = bytes.little32(offset + 4), bytes.hasChunkName(at: offset) else {
        return nil
      }
      offset += 8 + size + size % 2
    }
    guard offset <= 8 + length, offset > Self.firstChunkOffset else { return nil }
    insertionOffset = offset
    if bytes.hasBytes("VP8X", at: Self.firstChunkOffset) {
      guard let flags = bytes.byte(20) else { return nil }
      headerEdit = FileEdit(offset: 20, removedCount: 1, bytes: [flags | Flag.exif])
      return
    }
    guard let size = PictureSizeInHeader.size(of: bytes, .webp), !size.isEmpty else { return nil }
    // The header of VP8L has a bit that tells whether alpha is used.
    let hasAlpha =
      bytes.hasBytes("VP8L", at: Self.firstChunkOffset) && (bytes.little32(21) ?? 0) >> 28 & 1 == 1
    headerEdit = FileEdit(
      offset: Self.firstChunkOffset, removedCount: 0,
      bytes: Array("VP8X".utf8) + littleEndian(10, 4) + [
        Flag.exif | (hasAlpha ? Flag.alpha : 0), 0, 0, 0,
      ]
        + littleEndian(size.width - 1, 3) + littleEndian(size.height - 1, 3))
  }
}
