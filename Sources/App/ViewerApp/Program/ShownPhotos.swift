import BrowserHost
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// The grids, the open photo and the comparison of the window, and the photos to which commands
/// apply.
final class ShownPhotos {
  let view: ViewerWindow
  /// The root scene with the grids below all other scenes; nil while there are no grids.
  private(set) var rootHome: LibraryScene?
  /// The open browser; nil when there is none.
  private(set) var visit: PhotoVisit?
  /// The open comparison; nil when there is none.
  private(set) var compare: CompareScene?

  init(in view: ViewerWindow) { self.view = view }

  func begin(at home: LibraryScene) { rootHome = home }
  func begin(_ visit: PhotoVisit) { self.visit = visit }
  func begin(_ compare: CompareScene) { self.compare = compare }

  /// Forgets a visit that has ended, unless another one has begun.
  func end(_ visit: PhotoVisit) { if self.visit === visit { self.visit = nil } }
  /// Forgets a comparison that has ended, unless another one has begun.
  func end(_ compare: CompareScene) { if self.compare === compare { self.compare = nil } }

  // MARK: Scenes

  /// The scenes with open grids, the innermost folder last.
  var homes: [LibraryScene] {
    view.stack?.scenes.compactMap { $0 as? LibraryScene } ?? [rootHome].compactMap(\.self)
  }

  /// The scene with the innermost open grid; nil when the program was opened with photos.
  var home: LibraryScene? { homes.last }

  /// The grids of all tabs of all open grids.
  var grids: [GalleryScene] { homes.flatMap(\.scenes) }

  /// The scene that contains the view of a grid; nil after it was closed.
  func scene(of gallery: GalleryView) -> GalleryScene? { grids.first { $0.gallery === gallery } }

  /// The open browser if it is the front scene and does not leave; otherwise nil.
  var frontVisit: PhotoVisit? {
    guard let visit, view.scene === visit, !visit.isLeaving else { return nil }
    return visit
  }

  /// The open comparison if it is the front scene and does not leave; otherwise nil.
  var frontCompare: CompareScene? {
    guard let compare, !compare.isLeaving, view.scene === compare else { return nil }
    return compare
  }

  // MARK: Chosen photos

  /// The files of the photo on the page; in a grid those of the selected photos, or of the photo
  /// with the focus.
  var chosenFiles: [FilePath] {
    if let frontCompare { return frontCompare.photo?.files ?? [] }
    if let frontVisit { return frontVisit.filesOfPhoto }
    return home?.current.chosenFiles ?? []
  }

  /// The shown files of the photo on the page; in a grid those of the selected photos, or of the
  /// photo with the focus.
  var chosenPhotos: [FilePath] {
    if let frontCompare { return [frontCompare.photo?.shown].compactMap(\.self) }
    if let frontVisit { return [frontVisit.file].compactMap(\.self) }
    return home?.current.chosenPhotos ?? []
  }

  /// The photo on the page; in a grid the selected photos, or that with the focus.
  private var chosenTransfers: [Transfer.Photo] {
    if let frontCompare { return [frontCompare.photo].compactMap(\.self) }
    if let frontVisit {
      return frontVisit.file.map {
        [Transfer.Photo(shown: $0, files: frontVisit.filesOfPhoto)]
      } ?? []
    }
    return home?.current.chosenTransfers ?? []
  }

  /// The chosen photos that are files; empty, with a message to the user, when there are none.
  ///
  /// - Parameter refusal: the message.
  func chosenLocalPhotos(orSay refusal: @autoclosure () -> String) -> [Transfer.Photo] {
    let photos = chosenTransfers.filter { $0.shown.webAddress == nil }
    if photos.isEmpty { view.showToast(refusal()) }
    return photos
  }

  /// The absolute paths of the chosen photos that are files on this computer.
  var localFiles: [FilePath] {
    let current = CurrentFolder.path
    return chosenPhotos.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
  }

  /// The chosen files; nil, with a message to the user, when there are none.
  ///
  /// - Parameter refusal: the message.
  func localFiles(orSay refusal: @autoclosure () -> String) -> [FilePath]? {
    let files = localFiles
    if files.isEmpty { view.showToast(refusal()) }
    return files.isEmpty ? nil : files
  }

  /// The photo on the page, or that with the focus in the grid.
  var currentPhoto: FilePath? { visit?.file ?? home?.current.focusedPhoto }

  /// Shows the first of some photos: on its page, or by the grid's focus.
  func show(_ photos: [FilePath]) {
    if let frontCompare { return frontCompare.show(photos) }
    if let frontVisit {
      guard let page = photos.lazy.compactMap(frontVisit.source.files.firstIndex).first else {
        return
      }
      return frontVisit.goBack(to: page)
    }
    guard let scene = home?.current,
      let page = photos.lazy.compactMap(scene.live.paths.firstIndex).first
    else { return }
    scene.gallery.moveFocus(toPage: page)
  }

  // MARK: Folders

  /// The folder of the photo in front or of the grid in front; the user's folder of pictures, or
  /// the home directory, when neither has a folder.
  var folderInView: FilePath {
    let current = CurrentFolder.path
    if let visit, view.scene === visit, let file = visit.file, file.webAddress == nil {
      return file.absolute(in: current).folder
    }
    let shown = home?.current.live.library.request.absoluteFolders(in: current).first
    return shown ?? PicturesFolder.path ?? HomeFolder.path ?? FilePath("/")
  }

  /// The folder of the grid in front; nil when a photo is in front, or when the grid shows no
  /// folder.
  var folderOfGrid: FilePath? {
    guard let home, view.scene === home else { return nil }
    return home.current.live.library.request.absoluteFolders(in: CurrentFolder.path).first
  }

  /// The folder of the photo in front; nil when there is none.
  var folderOfPage: FilePath? {
    guard let visit, view.scene === visit, let file = visit.file, file.webAddress == nil else {
      return nil
    }
    return file.absolute(in: CurrentFolder.path).folder
  }
}
