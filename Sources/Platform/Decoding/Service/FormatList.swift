/// What this machine can decode, for `--formats`.
public enum FormatList {
  /// One line a format: name, extensions, yes or no, and a note; separated by tabs.
  public static var lines: [String] {
    PictureFormat.allCases.map { format in
      let canDecode =
        format.isOurs || format.hasLibrary || format.loaders.contains(where: LoaderRegistry.has)
      let fields = [
        format.name, format.extensions.joined(separator: ","), canDecode ? "yes" : "no",
        canDecode ? (format.hasParts ? "" : heldWhole) : note(format),
      ]
      return fields.joined(separator: "\t")
    }
  }

  /// However little of a huge picture is looked at.
  private static let heldWhole = "whole picture in memory"

  private static func note(_ format: PictureFormat) -> String {
    format.package.isEmpty
      ? "no loader for it in this release" : "the package \(format.package) brings it"
  }
}
