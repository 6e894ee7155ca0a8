package import DecoderWire

/// The translation of error messages of decoding libraries into sentences for users. The original
/// messages describe internals, or are empty ("Failed to load TIFF image").
package enum LoaderMessages {
  private static let failuresByMessage: [(DecodeFailure.Kind, String, matchingMessages: [String])] =
    [
      (
        .damaged, "the file ends before the picture",
        ["truncated", "incomplete", "Unexpected end", "remature end", "ends prematurely"]
      ),
      (
        .damaged, "its data cannot be decompressed",
        ["LZW", "Huffman", "decompress", "circular table"]
      ),
      (
        .damaged, "its colour table is invalid",
        ["colormap", "color map", "olor table", "palette"]
      ),
      (
        .unsupported, "",
        ["nsupported", "not supported", "not implemented", "12-bit", "Sorry, there are legal"]
      ),
      (.unsupported, "more than 500 scans", ["500 scans"]),
      (.tooLarge, "there is no memory for it", ["nough memory", "nsufficient memory", "allocate"]),
      (
        .damaged, "its header is invalid",
        [
          "header", "expected to find", "Raw PNM", "aximum color", "initial byte", "BMFF",
          "imension",
        ]
      ),
      (.damaged, "its text cannot be read", ["XML", "parse error", "rsvg", "SVG"]),
      (.damaged, "there is no picture in it", ["no picture", "no image", "No image", "Start tag"]),
    ]

  /// The failure that corresponds to `message`, the error message of a decoding library; nil
  /// stands for a library that gave neither a message nor a picture.
  package static func failure(
    forMessage message: String?, _ format: PictureFormat
  ) -> DecodeFailure {
    guard let message else {
      return DecodeFailure(.damaged, format: format.name, detail: "there is no picture in it")
    }
    let meaning = failuresByMessage.first {
      $0.matchingMessages.contains { message.containsBytes(of: $0) }
    }
    return DecodeFailure(
      meaning?.0 ?? .damaged, format: format.name, detail: meaning?.1 ?? "its data make no sense")
  }
}

extension String {
  /// Whether the string contains `part`, compared by bytes. The search of the standard library is
  /// in another module, which would have to be loaded for it.
  fileprivate func containsBytes(of part: String) -> Bool {
    let all = Array(utf8)
    let wanted = Array(part.utf8)
    guard wanted.count <= all.count else { return false }
    return (0...all.count - wanted.count).contains { all[$0..<$0 + wanted.count] == wanted[...] }
  }
}

extension DecodeFailure {
  /// The failure (`.empty`) of a request for an embedded preview of a file that has none. It does
  /// not tell whether the picture itself is valid.
  package static func noEmbeddedPreview(_ format: PictureFormat) -> DecodeFailure {
    DecodeFailure(.empty, format: format.name, detail: "no embedded preview")
  }
}
