package import ImageServers
package import Imaging
package import PhotoBrowser

/// An event of ``FilePages``.
package enum FilePageEvent {
  /// The first page shows a picture that was decoded, not cached.
  case firstImage(DecodedImage, page: Int)
  /// The first page shows its exact picture or a failure. Sent once.
  case firstPageLoaded
  /// The picture of a page has a new state.
  case picture(PictureState, page: Int)
  /// The download of a page's picture has progressed.
  case download(Picture.Progress, page: Int)
  /// The address of the current page leads to a list of pictures on an image server.
  case collection(ServedCollection, page: Int)
  /// A frame of an animated picture is shown.
  case frame(Int, page: Int)
  /// An animated picture was paused, stepped or resumed.
  case animationPaused
  /// The picture of a page is shown larger than its own pixels.
  case enlarged(page: Int)
  /// The message that a page's file is truncated is shown or was removed.
  case notice(page: Int)
  /// The clip of a page was started or paused, or has ended.
  case clip(ClipPlaybackState, page: Int)
  /// The first clip plays without sound.
  case silentClip(reason: String)
}

/// A state of a page's picture, as logged.
package enum PictureState: String {
  /// A recognisable picture of lower resolution is shown.
  case preview
  /// The decoded rows of an incomplete decode are shown.
  case partial
  /// The picture in the page's size is shown.
  case exact
  /// The visible region is shown at full resolution, at any zoom.
  case sharp
  /// The picture failed, and the page shows the reason.
  case failed
}

/// A state of a page's clip, as logged.
package enum ClipPlaybackState: String {
  case playing
  case paused
  case ended
}

/// The observers of the events of ``FilePages``.
final class FilePageEvents {
  private var observers: [(FilePageEvent) -> Void] = []

  func observe(_ observer: @escaping (FilePageEvent) -> Void) { observers.append(observer) }

  func send(_ event: FilePageEvent) { for observer in observers { observer(event) } }
}
