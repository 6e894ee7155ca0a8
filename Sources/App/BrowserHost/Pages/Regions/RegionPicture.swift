import PhotoBrowser

/// A picture whose regions are loaded when its page is enlarged.
protocol RegionPicture: AnyObject {
  /// The content that the page's cell shows.
  var content: any ZoomableContent { get }
  /// Whether `shown` is the same object as ``content``.
  func isContent(as shown: any ZoomableContent) -> Bool
  /// Replaces the picture of lower resolution that lies below the regions.
  func show(whole: Picture)
  /// Replaces the picture below the regions by that of a changed file or of other colours. Regions
  /// are loaded again; the current ones stay until then.
  ///
  /// - Returns: false when this object cannot show the new picture, so that another one must be
  ///   made.
  func renew(whole: Picture) -> Bool
  /// Frees the regions, the parts of the enlarged picture that are loaded in high resolution,
  /// because the page is not the current one.
  func freeRegions()
}

/// The limits and delays of loading regions of enlarged pictures.
enum DetailTuning {
  /// The time in seconds without a change of zoom after which regions are loaded: decoding during a
  /// zoom would take processor time from the frames.
  static let delayAfterZoom = 0.12
  /// The maximum number of pixels of a picture that is decoded whole, which takes 100 MB; larger
  /// pictures are shown in tiles. Up to this size the whole picture is decoded sooner than its
  /// tiles one by one.
  static let maxWholePixels = 25_000_000
}
