package import DecodingSupport
import PictureMetadata

/// A JPEG file as the list of marker segments before its first scan, and the rest of the file.
///
/// - Source: ITU-T T.81, annex B.
package struct JPEGParts {
  /// A marker segment of a JPEG.
  package struct Segment {
    /// The second byte of the marker, after 0xFF.
    package var marker: UInt8
    /// The bytes of the segment after the length.
    package var body: [UInt8]

    package init(_ marker: UInt8, _ body: [UInt8]) {
      self.marker = marker
      self.body = body
    }

    /// Whether the body of the segment begins with `identifier`, which contains the final NUL if
    /// the format has one.
    package func hasIdentifier(_ identifier: String) -> Bool {
      body.starts(with: Array(identifier.utf8))
    }
  }

  /// The marker segments before the first scan, without SOI.
  package var segments: [Segment] = []
  /// The bytes from the SOS marker on.
  private let scanData: [UInt8]

  /// The maximum length in bytes of the body of a marker segment.
  package static let maxBodyBytes = 65_533

  /// Divides a JPEG file into its parts; nil when it ends before the first scan.
  package init?(_ bytes: PictureBytes) {
    var found: [Segment] = []
    let scan = bytes.visitJPEGSegmentsReturningScanOffset { marker, body in
      found.append(Segment(marker, Array(bytes.part(body).raw)))
    }
    guard let scan else { return nil }
    segments = found
    scanData = Array(bytes.rest(from: scan).raw)
  }

  /// Inserts segments after the APP0 segments at the beginning, or as the first ones.
  package mutating func insert(_ added: [Segment]) {
    let index = segments.prefix { $0.marker == 0xE0 }.count
    segments.insert(contentsOf: added, at: index)
  }

  /// The bytes of the JPEG file that consists of the parts; segments that are too long are left
  /// out.
  package var bytes: [UInt8] {
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(scanData.count + segments.reduce(0) { $0 + $1.body.count + 4 })
    for segment in segments where segment.body.count <= Self.maxBodyBytes {
      result += [0xFF, segment.marker] + bigEndian(segment.body.count + 2, 2)
      result += segment.body
    }
    return result + scanData
  }
}
