package import ImageServers
package import Imaging
package import PhotoBrowser

/// An event of ``FilePages``.
package enum FilePageEvent {
  /// The first page shows a picture that was decoded, not taken from a cache.
  case firstImage(DecodedImage, page: Int)
  /// The first page shows its exact picture or a failure; sent once.
  case firstPageLoaded
  /// The picture of a page is shown with another quality, or has failed.
  case pictureStateChanged(PictureState, page: Int)
  /// The file of a page has new contents, which are read now or when the page is shown.
  case contentsChanged(of: FilePath)
  /// The download of a page's picture has progressed.
  case download(Picture.Progress, page: Int)
  /// The address of the current page leads to a list of pictures on an image server.
  case collection(ServedCollection, page: Int)
  /// A frame of an animated picture is shown; the payload is the index of the frame.
  case frame(index: Int, page: Int)
  /// An animated picture was paused, stepped or resumed.
  case animationPlaybackChanged
  /// The picture of a page is shown wider than its natural width in device pixels.
  case enlarged(page: Int)
  /// The message that the file of a page is truncated appears or was removed.
  case noticeChanged(page: Int)
  /// The clip of a page was started or paused, or has ended.
  case clipStateChanged(ClipPlaybackState, page: Int)
  /// A clip plays without sound for the first time in the program.
  case silentClip(reason: String)
}

/// A state of a page's picture, as logged.
package enum PictureState: String {
  /// The page shows a recognisable picture of lower resolution.
  case preview
  /// The page shows the decoded rows of an incomplete picture.
  case partial
  /// The page shows a picture decoded for the size of the page.
  case exact
  /// The page shows its visible region with all pixels that its zoom needs.
  case sharp
  /// The picture cannot be shown, and the page shows the reason.
  case failed
}

/// A state of a page's clip, as logged.
package enum ClipPlaybackState: String {
  case playing
  case paused
  case ended
}

/// The list of observers of the events of ``FilePages``.
final class FilePageEvents {
  private var observers: [(FilePageEvent) -> Void] = []

  func observe(_ observer: @escaping (FilePageEvent) -> Void) { observers.append(observer) }

  func send(_ event: FilePageEvent) { for observer in observers { observer(event) } }
}
