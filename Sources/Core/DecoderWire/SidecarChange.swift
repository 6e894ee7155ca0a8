/// A change of one property of an XMP sidecar.
public struct SidecarChange: Hashable, Sendable {
  /// A property that can be changed.
  ///
  /// - Source: XMP specification part 2 (xmp:Rating, xmp:Label, xmp:MetadataDate); digiKam's
  ///   `dmetadata_labels.cpp` and darktable's `exif.cc` for theirs.
  public enum Property: UInt8, CaseIterable, Hashable, Sendable {
    /// `xmp:Rating`: -1 for a rejected photo, else 0 to 5 stars.
    case rating = 0
    /// `xmp:Label`: the English name of a colour.
    case label = 1
    /// `digiKam:PickLabel`: 0 none, 1 rejected, 2 pending, 3 accepted.
    case pickLabel = 2
    /// `digiKam:ColorLabel`: 0 none, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 magenta, 7 grey,
    /// 8 black, 9 white.
    case colorLabel = 3
    /// `darktable:colorlabels`, an array of 0 red, 1 yellow, 2 green, 3 blue, 4 purple. It is changed
    /// only where it exists.
    case darktableColors = 4
    /// `xmp:MetadataDate`: the moment of the last change, as in ISO 8601.
    case metadataDate = 5
  }
  /// The property.
  public var property: Property
  /// The new value; nil removes the property.
  public var value: String?

  public init(_ property: Property, _ value: String?) {
    self.property = property
    self.value = value
  }
}

/// A replacement of some bytes of an XMP sidecar.
public struct SidecarEdit: Hashable, Sendable {
  /// The offset of the first byte that is removed, in the file as it was before all edits.
  public var offset: Int
  /// The number of bytes that are removed.
  public var removed: Int
  /// The text in their place.
  public var text: String

  public init(offset: Int, removed: Int, text: String) {
    self.offset = offset
    self.removed = removed
    self.text = text
  }

  /// The maximum number of edits in a reply.
  public static let maxCount = 24
  /// The maximum length of ``text`` in a reply, in bytes.
  public static let maxTextBytes = 1000

  /// The bytes after all `edits`, which are sorted by offset; nil when edits overlap or exceed the
  /// file, which an honest helper never says.
  public static func apply(_ edits: [SidecarEdit], to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    var position = 0
    for edit in edits {
      guard edit.offset >= position, edit.removed >= 0, edit.offset <= bytes.count,
        edit.removed <= bytes.count - edit.offset
      else { return nil }
      result += bytes[position..<edit.offset]
      result += edit.text.utf8
      position = edit.offset + edit.removed
    }
    result += bytes[position...]
    return result
  }
}

/// The maximum sizes in messages about sidecars.
enum SidecarLimits {
  /// The maximum number of changes in a request.
  static let changes = 16
  /// The maximum length of a value in bytes.
  static let valueBytes = 200
}
