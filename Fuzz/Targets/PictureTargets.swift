import DecoderWire
import Decoding

extension FuzzTarget {
  /// The targets for pictures, for the parts of formats that this project's own code reads; the
  /// decoding libraries are fuzzed by their own projects.
  static let pictures = [
    // EXIF data in the APP1 segment of a JPEG.
    FuzzTarget("exif") { bytes in
      let block = Array("Exif\0\0".utf8) + bytes
      let length = [
        UInt8(truncatingIfNeeded: (block.count + 2) >> 8),
        UInt8(truncatingIfNeeded: block.count + 2),
      ]
      let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + length + block + Self.restOfPhoto
      Decoded.look(at: photo, [.probe, .embedded])
    },
    FuzzTarget("metadata", maxBytes: 8192, seeds: metadataSeeds) { bytes in
      Decoded.look(at: bytes, [.metadata])
    },
    // A sidecar whose first byte chooses the changes.
    FuzzTarget("sidecar", maxBytes: 8192) { bytes in
      Decoded.edit(Array(bytes.dropFirst()), choice: bytes.first ?? 0)
    },
    // A picture whose first byte chooses the rotation or flip.
    FuzzTarget("orientation", maxBytes: 4096) { bytes in
      Decoded.turn(Array(bytes.dropFirst()), by: bytes.first ?? 0)
    },
    FuzzTarget("jpeg") { bytes in
      guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
      Decoded.look(at: bytes, [.embedded, .exact])
      Decoded.lookCloser(at: bytes, comparing: false)
      let isSame = bytes.withUnsafeBytes { JPEGComparison.isSame($0, maxArea: 1 << 16) }
      precondition(isSame, "several processors give other pixels than libjpeg alone")
    },
    // The recognition of formats by the first bytes of a file, and their headers.
    FuzzTarget("probe", maxBytes: 1024) { bytes in
      guard !Self.isLeftToLibraries(bytes) else { return }
      Decoded.look(at: bytes, [.probe], name: "a.tga")
    },
    FuzzTarget("png") { bytes in
      guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
      let picture = Checksum.mended(bytes)
      Decoded.look(at: picture, [.probe, .exact, .preview])
      Decoded.lookCloser(at: picture)
      Decoded.play(picture)
    },
    FuzzTarget("tiff", seeds: PyramidPicture.all) { bytes in
      guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes)
    },
    FuzzTarget("jpeg2000") { bytes in
      guard
        bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) || bytes.dropFirst(4).starts(with: "jP  ".utf8)
      else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes, comparing: false)
    },
    FuzzTarget("exr") { bytes in
      guard bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes, comparing: false)
    },
    // The first two pages of documents that the libraries accept.
    FuzzTarget("pdf") { bytes in
      guard bytes.starts(with: "%PDF-".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.look(at: bytes, leaf: 1)
    },
    FuzzTarget("djvu") { bytes in
      guard bytes.starts(with: "AT&TFORM".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.look(at: bytes, leaf: 1)
    },
    // Photoshop documents. Those that have regions are decoded without FreeImage, and only their
    // pixels are requested.
    FuzzTarget("photoshop", seeds: photoshopSeeds) { bytes in
      guard bytes.starts(with: "8BPS".utf8) else { return }
      Decoded.look(at: bytes, [.probe])
      Decoded.lookCloser(at: bytes)
    },
    // The loop over the events of libjxl's decoder, and the frames of animations.
    FuzzTarget("jxl", seeds: [[0xFF, 0x0A, 0, 0x90, 1, 0]]) { bytes in
      guard bytes.starts(with: [0xFF, 0x0A]) || bytes.dropFirst(4).starts(with: "JXL ".utf8) else {
        return
      }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.play(bytes)
    },
    // The headers that are checked before FreeImage receives a file.
    FuzzTarget(
      "stated", seeds: statedStarts.map { $0 + [UInt8](repeating: 1, count: 128) }
    ) { bytes in
      guard statedStarts.contains(where: bytes.starts) else { return }
      Decoded.look(at: bytes, [.probe])
    },
    FuzzTarget(
      "farbfeld",
      seeds: [Array("farbfeld".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 255, 255, 0, 0, 0, 0, 128, 0]]
    ) { bytes in
      guard bytes.starts(with: "farbfeld".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes)
    },
    FuzzTarget("radiance") { bytes in
      guard bytes.starts(with: "#?R".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes)
    },
    // The pages of a TIFF.
    FuzzTarget("pages") { bytes in
      guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
      for leaf in 1...3 { Decoded.look(at: bytes, leaf: leaf) }
    },
    // The boxes of HEIF, and the conversion of the samples that the libraries decode.
    FuzzTarget("heif") { bytes in
      if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
        Decoded.look(at: bytes, [.thumbnail, .exact])
      }
      _ = bytes.withUnsafeBytes { ColorReading.nameOfHEIF($0) }
    },
    // ICC profiles: of a picture, and of a display.
    FuzzTarget("profile") { bytes in
      for samples in TaggedPicture.Samples.allCases {
        Decoded.look(at: TaggedPicture(samples, profile: bytes).bytes, [.exact])
      }
      Decoded.look(at: TaggedPicture(.rgb).bytes, onDisplay: bytes)
    },
    FuzzTarget("stored") { bytes in
      Decoded.look(at: Checksum.mended(bytes), [.stored])
    },
    FuzzTarget("gif") { bytes in
      guard bytes.starts(with: "GIF8".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.play(bytes)
    },
    FuzzTarget("qoi") { bytes in
      guard bytes.starts(with: "qoif".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    FuzzTarget("xbm") { bytes in
      guard bytes.starts(with: "#define ".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    FuzzTarget("bmp") { bytes in
      guard bytes.starts(with: "BM".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    // Icons and cursors, with bitmaps and PNGs in them.
    FuzzTarget("icon") { bytes in
      guard bytes.starts(with: [0, 0, 1, 0]) || bytes.starts(with: [0, 0, 2, 0]) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    // Animated cursors.
    FuzzTarget("ani") { bytes in
      guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "ACON".utf8),
        !Self.isLeftToLibraries(bytes)
      else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    // QuickTime pictures.
    FuzzTarget("qtif") { bytes in
      let name = bytes.dropFirst(4)
      guard name.starts(with: "idsc".utf8) || name.starts(with: "idat".utf8),
        !Self.isLeftToLibraries(bytes)
      else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    FuzzTarget("tga") { bytes in
      guard !Self.hasOtherSignature(bytes) else { return }
      Decoded.look(at: bytes, [.probe, .exact], name: "a.tga")
    },
    // The formats of Netpbm, PAM included.
    FuzzTarget("anymap") { bytes in
      guard bytes.first == UInt8(ascii: "P") else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
    // The RIFF container of WebP.
    FuzzTarget("webp") { bytes in
      guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else {
        return
      }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.play(bytes)
    },
    // The checks of an SVG, plain or compressed, before librsvg receives it.
    FuzzTarget("svg") { bytes in
      let limits = [0, 1 << 10, 1 << 20, .max].map { limit in
        bytes.withUnsafeBytes { VectorReading.isWithin(limit, $0) }
      }
      let first = limits.firstIndex(of: true) ?? limits.count
      precondition(
        limits[first...].allSatisfy { $0 == true } && limits[..<first].allSatisfy { $0 != true },
        "a higher limit refuses what a lower one lets through")
    },
    FuzzTarget("xpm") { bytes in
      guard bytes.starts(with: "/* XPM */".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
  ]

  /// The segments of a JPEG of one gray pixel from the end of the EXIF data to the last one that a
  /// probe reads.
  private static let restOfPhoto: [UInt8] = [
    0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF,
    0xD9,
  ]

  /// The first bytes of the formats that FreeImage decodes: PSD, DDS, SGI and PCX.
  private static let statedStarts: [[UInt8]] = [
    Array("8BPS\0\u{1}".utf8), Array("DDS ".utf8), [0x01, 0xDA, 1, 1], [0x0A, 5, 1, 8],
  ]

  /// Documents of 2 × 1 pixels, run-length coded: gray levels, indexed colours with a short
  /// palette, and one ink of 16 bits with a record of its colour.
  private static let photoshopSeeds: [[UInt8]] = {
    let start: [UInt8] = Array("8BPS\0\u{1}\0\0\0\0\0\0".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 0, 2]
    let none: [UInt8] = [0, 0, 0, 0]
    let palette: [UInt8] = [0, 8, 0, 2, 0, 0, 0, 3, 1, 2, 3]
    let indices: [UInt8] = [0, 1, 0, 2, 255, 5]
    let ink: [UInt8] = [0, 0, 0, 1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 100, 2, 0]
    let resource: [UInt8] = Array("8BIM".utf8) + [4, 53, 0, 0, 0, 0, 0, 17] + ink
    let resources: [UInt8] = [0, 0, 0, UInt8(resource.count)] + resource
    let inks: [UInt8] = [0, 16, 0, 7] + none
    let levels: [UInt8] = [0, 1, 0, 2, 253, 5]
    let gray: [UInt8] = [0, 8, 0, 1] + none + none + none + [0, 1, 0, 2, 255, 5]
    return [
      start + gray, start + palette + none + none + indices,
      start + inks + resources + none + levels,
    ]
  }()

  /// Whether a probe of the file would run librsvg, as it may be an SVG, plain or compressed.
  private static func isLeftToLibraries(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "<")) || bytes.starts(with: [0x1F, 0x8B])
  }

  /// Whether the file has the signature of a format that has a target of its own.
  private static func hasOtherSignature(_ bytes: [UInt8]) -> Bool {
    isLeftToLibraries(bytes) || bytes.dropFirst(4).starts(with: "ftyp".utf8)
      || ["RIFF", "II", "MM", "BM", "GIF8", "/* XPM", "icns", "#define", "P", "8BPS", "DDS "]
        .contains {
          bytes.starts(with: $0.utf8)
        }
      || [
        [0xFF, 0xD8], [0x89, 0x50], [0xFF, 0x0A], [0, 0, 1, 0], [0, 0, 2, 0], [0x01, 0xDA], [0x0A],
      ].contains {
        bytes.starts(with: $0)
      }
  }
}
