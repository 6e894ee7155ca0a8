import DecodingSupport
import PixbufLoading

/// The formats that this machine can decode, for the option `--formats`.
package enum FormatList {
  /// One line of text per format, with four fields separated by tabs: name, file name extensions,
  /// "yes" or "no" for whether the format can be decoded, and a note that may be empty.
  package static var lines: [String] {
    PictureFormat.allCases.map { format in
      let canDecode =
        format.hasBuiltInDecoder || format.isLibraryInstalled
        || format.pixbufLoaders.contains(where: LoaderRegistry.isInstalled)
      let fields = [
        format.name, format.extensions.joined(separator: ","), canDecode ? "yes" : "no",
        canDecode ? (format.supportsRegions ? "" : wholePictureNote) : note(format),
      ]
      return fields.joined(separator: "\t")
    }
  }

  /// The note for a format without region access: even a small region requires the whole picture in
  /// memory.
  private static let wholePictureNote = "whole picture in memory"

  private static func note(_ format: PictureFormat) -> String {
    "the package \(format.debianPackage) brings it"
  }
}
