import BrowserCore
import Geometry
import Motion
import Views

/// The pictures of a browser in flight between thumbnails and pages, and the thumbnails and the
/// empty slot on the host's side.
final class PictureFlights {
  /// The view that draws the pictures in flight.
  private let player = TransitionPlayer()
  /// The pictures in flight, by page index.
  private var pictures: [Int: TransitionPlayer.FlightPicture] = [:]
  /// The thumbnails from the host that are still needed, by page index.
  private var thumbnails: [Int: BrowserThumbnail] = [:]
  /// The index of the page whose thumbnail the host shows as an empty slot; nil for none.
  private(set) var emptySlot: Int?
  /// The elevation of the current picture over the scene below.
  private var pictureElevation = PictureElevation()

  /// The view that draws the pictures in flight.
  var view: View { player }
  /// The area, in the browser's coordinates, in which nothing behind the pictures in flight is
  /// visible; nil when there is none.
  var opaqueArea: Rect? { player.opaqueArea }

  func setOptions(_ options: BrowserOptions) { player.options = options }

  func thumbnail(of page: Int) -> BrowserThumbnail? { thumbnails[page] }

  func setThumbnail(_ thumbnail: BrowserThumbnail?, of page: Int) { thumbnails[page] = thumbnail }

  /// Sets the bitmap that flies for a page that is no photo.
  func setSnapshot(_ placedContent: PlacedContent, of page: Int) {
    pictures[page, default: TransitionPlayer.FlightPicture()].placedContent = placedContent
  }

  /// Records the index of the page whose thumbnail is an empty slot; nil for none.
  ///
  /// - Returns: false when `slot` was recorded already.
  func setEmptySlot(_ slot: Int?) -> Bool {
    guard slot != emptySlot else { return false }
    emptySlot = slot
    return true
  }

  /// Forgets the thumbnail and the picture of a page that is removed.
  func forget(_ page: Int) {
    thumbnails[page] = nil
    pictures[page] = nil
  }

  /// Renumbers the pages; `newIndex` maps old indices to new ones. The host renumbers its slots
  /// itself, together with its data.
  func renumber(_ newIndex: (Int) -> Int) {
    thumbnails = thumbnails.renumbered(newIndex)
    pictures = pictures.renumbered(newIndex)
    emptySlot = emptySlot.map(newIndex)
  }

  /// Follows `pulledScale`, the scale of a picture in a pull-down; nil when no picture is pulled
  /// down.
  func updateElevation(pulledScale: Double?, at time: Timestamp) {
    pictureElevation.update(pulledScale: pulledScale, at: time)
  }

  /// The elevation of the current picture over the scene below, 0…1.
  func elevation(at time: Timestamp) -> Double { pictureElevation.value(at: time) }

  /// Draws the pictures that are in flight in `frame`, with the current contents of their pages.
  func showFlights(of frame: BrowserFrame, at time: Timestamp, current: Int, cells: PageCells) {
    let pages = Set(frame.flying.map(\.page))
    for page in pages {
      var picture = pictures[page] ?? TransitionPlayer.FlightPicture()
      if let placedContent = (cells[page] as? PhotoCell)?.placedContent {
        picture.placedContent = placedContent
      }
      if let thumbnail = thumbnails[page] { picture.thumbnail = thumbnail }
      pictures[page] = picture
    }
    pictures = pictures.filter { pages.contains($0.key) }
    thumbnails = thumbnails.filter { pages.contains($0.key) || $0.key == current }
    player.show(frame.flying, pictures: pictures, elevation: pictureElevation.value(at: time))
  }
}
