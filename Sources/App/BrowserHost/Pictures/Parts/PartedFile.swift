import PhotoBrowser

/// A picture of which more is fetched in parts where its page is enlarged.
protocol PartedFile: AnyObject {
  /// What the page shows.
  var content: any ZoomableContent { get }
  /// True when `shown` is its content.
  func isShown(as shown: any ZoomableContent) -> Bool
  /// Takes another picture of the whole.
  func show(whole: Picture)
  /// Takes another picture of the whole, of other pixels: what was fetched in parts is fetched again,
  /// and what there is stays until then.
  ///
  /// - Returns: false when it has to be begun anew.
  func renew(whole: Picture) -> Bool
  /// Its page is not looked at: what is kept for looking at it more closely goes.
  func rest()
}

/// How more of a picture is asked for where it is enlarged.
public enum DetailTuning {
  /// More of a picture is asked for when the zoom has been the same for so long, in seconds: decoding
  /// it while the picture grows would take the processor from the frames.
  public static let delay = 0.12
  /// Pictures of more pixels are shown in tiles. Up to here all of a picture is there sooner than its
  /// parts one by one would be, and takes 100 MB.
  static let mostWhole = 25_000_000
}
