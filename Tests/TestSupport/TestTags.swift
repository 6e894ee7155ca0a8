public import Testing

/// The tags of suites, by which an editor groups and chooses tests.
extension Tag {
  /// Tests with random values of numbered seeds.
  @Tag public static var seeded: Tag
  /// Comparisons with the pictures in a folder `Snapshots`.
  @Tag public static var recordedPictures: Tag
  /// Rules that the sources, the package manifest and the documents follow.
  @Tag public static var sourceTree: Tag
  /// Windows on a virtual X server.
  @Tag public static var display: Tag
  /// Programs that run on a real X server, with real input.
  @Tag public static var endToEnd: Tag
}
