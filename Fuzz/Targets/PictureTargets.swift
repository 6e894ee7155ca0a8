import DecoderWire
import Decoding

extension FuzzTarget {
  /// Pictures, as far as they are read by this project's own code: what is left to libraries is
  /// fuzzed by theirs.
  static let pictures = [
    // A block of EXIF in the place where a photo has it.
    FuzzTarget("exif") { bytes in
      let block = Array("Exif\0\0".utf8) + bytes
      let length = [
        UInt8(truncatingIfNeeded: (block.count + 2) >> 8),
        UInt8(truncatingIfNeeded: block.count + 2),
      ]
      let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1] + length + block + Self.restOfPhoto
      Decoded.look(at: photo, [.probe, .embedded])
    },
    FuzzTarget("jpeg") { bytes in
      guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return }
      Decoded.look(at: bytes, [.embedded, .exact])
      Decoded.lookCloser(at: bytes, comparing: false)
      let isSame = bytes.withUnsafeBytes { JPEGComparison.isSame($0, most: 1 << 16) }
      precondition(isSame, "several processors give other pixels than libjpeg alone")
    },
    // The first bytes of anything.
    FuzzTarget("probe", most: 1024) { bytes in
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
    FuzzTarget("tiff") { bytes in
      guard bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D]) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
      Decoded.lookCloser(at: bytes)
    },
    // The boxes around what libraries decode.
    FuzzTarget("heif") { bytes in
      _ = bytes.withUnsafeBytes { ColorReading.nameOfHEIF($0) }
    },
    // A profile for what a file holds, and for what it is shown on.
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
    FuzzTarget("xpm") { bytes in
      guard bytes.starts(with: "/* XPM */".utf8) else { return }
      Decoded.look(at: bytes, [.probe, .exact])
    },
  ]

  /// What comes after the EXIF of a photo of one grey pixel, as far as probing reads.
  private static let restOfPhoto: [UInt8] = [
    0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF,
    0xD9,
  ]

  /// Vectors are laid out to be probed, which is librsvg's work.
  private static func isLeftToLibraries(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "<")) || bytes.starts(with: [0x1F, 0x8B])
  }
}
