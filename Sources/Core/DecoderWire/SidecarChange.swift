/// A change of one property in an XMP sidecar.
public struct SidecarChange: Hashable, Sendable {
  /// A property of an XMP sidecar that can be changed.
  ///
  /// - Source: XMP specification part 2 (xmp:Rating, xmp:Label, xmp:MetadataDate); the source files
  ///   `dmetadata_labels.cpp` of digiKam and `exif.cc` of darktable for the properties of these
  ///   programs.
  public enum Property: UInt8, CaseIterable, Hashable, Sendable {
    /// `xmp:Rating`: -1 for a rejected photo, else 0 to 5 stars.
    case rating = 0
    /// `xmp:Label`: the English name of a colour label.
    case label = 1
    /// `digiKam:PickLabel`: 0 none, 1 rejected, 2 pending, 3 accepted.
    case pickLabel = 2
    /// `digiKam:ColorLabel`: 0 none, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 magenta, 7 grey,
    /// 8 black, 9 white.
    case colorLabel = 3
    /// `darktable:colorlabels`: an array of the colours 0 red, 1 yellow, 2 green, 3 blue, 4 purple.
    /// The property is changed only in sidecars that have it.
    case darktableColors = 4
    /// `xmp:MetadataDate`: the time of the last change, in ISO 8601.
    case metadataDate = 5
  }
  /// The property that is changed.
  public var property: Property
  /// The new value of the property as text; nil removes the property.
  public var value: String?

  public init(_ property: Property, _ value: String?) {
    self.property = property
    self.value = value
  }
}

/// The maximum counts and lengths in messages about sidecars.
enum SidecarLimits {
  /// The maximum number of property changes in a request.
  static let maxChanges = 16
  /// The maximum length of the new value of a property, in bytes.
  static let maxValueBytes = 200
}
