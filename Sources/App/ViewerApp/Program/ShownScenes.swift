import BrowserHost
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// The grids, the open photo and the comparison of the window, and the photos to which commands
/// apply.
final class ShownScenes {
  let view: ViewerWindow
  /// The scene with the tabs of grids, below all other scenes; nil when the program was opened with
  /// photos.
  private(set) var rootHome: LibraryScene?
  /// The open photo's browser; nil when none is open.
  private(set) var visit: PhotoVisit?
  /// The open comparison of photos; nil when none is open.
  private(set) var compare: CompareScene?

  init(in view: ViewerWindow) { self.view = view }

  func setRootHome(at home: LibraryScene) { rootHome = home }
  func setVisit(_ visit: PhotoVisit) { self.visit = visit }
  func setComparison(_ compare: CompareScene) { self.compare = compare }

  /// Forgets a browser that was closed, unless another one has been opened.
  func clearVisit(_ visit: PhotoVisit) { if self.visit === visit { self.visit = nil } }
  /// Forgets a comparison that was closed, unless another one has been opened.
  func clearComparison(_ compare: CompareScene) {
    if self.compare === compare { self.compare = nil }
  }

  // MARK: Scenes

  /// The scenes with grids, from the bottom to the top; a scene on top shows a subfolder.
  var homes: [LibraryScene] {
    view.stack?.scenes.compactMap { $0 as? LibraryScene } ?? [rootHome].compactMap(\.self)
  }

  /// The topmost scene with grids; nil when the program was opened with photos.
  var home: LibraryScene? { homes.last }

  /// The grids of all tabs in all scenes with grids.
  var grids: [GalleryScene] { homes.flatMap(\.scenes) }

  /// The grid scene that contains the view of a grid; nil after the scene was closed.
  func scene(of gallery: GalleryView) -> GalleryScene? { grids.first { $0.gallery === gallery } }

  /// The open browser if it is the scene in front and is not being closed; otherwise nil.
  var frontVisit: PhotoVisit? {
    guard let visit, view.scene === visit, !visit.isLeaving else { return nil }
    return visit
  }

  /// The open comparison if it is the scene in front and is not being closed; otherwise nil.
  var frontCompare: CompareScene? {
    guard let compare, !compare.isLeaving, view.scene === compare else { return nil }
    return compare
  }

  // MARK: Chosen photos

  /// All files of the chosen photos, also sidecars and the files of stacks that are not shown. The
  /// chosen photo is the one in the focused pane of a comparison, or on the page; in a grid, the
  /// selected photos, or the photo with the focus, are chosen.
  var filesForCommands: [FilePath] {
    if let frontCompare { return frontCompare.photo?.files ?? [] }
    if let frontVisit { return frontVisit.filesOfPhoto }
    return home?.current.selectedOrFocusedFiles ?? []
  }

  /// The shown files of the chosen photos: of the photo in the focused pane of a comparison, or on
  /// the page; in a grid, of the selected photos, or of the photo with the focus.
  var photosForCommands: [FilePath] {
    if let frontCompare { return [frontCompare.photo?.shown].compactMap(\.self) }
    if let frontVisit { return [frontVisit.file].compactMap(\.self) }
    return home?.current.selectedOrFocusedPhotos ?? []
  }

  /// The chosen photos with their files: the photo in the focused pane of a comparison, or on the
  /// page; in a grid, the selected photos, or the photo with the focus.
  private var transfersForCommands: [Transfer.Photo] {
    if let frontCompare { return [frontCompare.photo].compactMap(\.self) }
    if let frontVisit {
      return frontVisit.file.map {
        [Transfer.Photo(shown: $0, files: frontVisit.filesOfPhoto)]
      } ?? []
    }
    return home?.current.selectedOrFocusedTransfers ?? []
  }

  /// The chosen photos that are files and not web addresses; empty, with a message to the user,
  /// when there are none.
  ///
  /// - Parameter refusal: the message when only web addresses are chosen.
  func localPhotosForCommands(orShow refusal: @autoclosure () -> String) -> [Transfer.Photo] {
    let photos = transfersForCommands.filter { $0.shown.webAddress == nil }
    if photos.isEmpty { showRefusal(refusal()) }
    return photos
  }

  /// The absolute paths of the shown files of the chosen photos, without web addresses.
  var localFilesForCommands: [FilePath] {
    let current = CurrentFolder.path
    return photosForCommands.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
  }

  /// The absolute paths of the shown files of the chosen photos, without web addresses; nil, with a
  /// message to the user, when there are none.
  ///
  /// - Parameter refusal: the message when only web addresses are chosen.
  func localFilesForCommands(orShow refusal: @autoclosure () -> String) -> [FilePath]? {
    let files = localFilesForCommands
    if files.isEmpty { showRefusal(refusal()) }
    return files.isEmpty ? nil : files
  }

  /// Tells the user why a command has no photo: none is chosen, or the reason in `refusal`.
  func showRefusal(_ refusal: String) {
    view.showToast(photosForCommands.isEmpty ? tr("No picture is selected") : refusal)
  }

  /// Tells the user that no photo is chosen, if a command changes photos and has none.
  ///
  /// - Returns: whether the command is refused.
  func refuseIfNoPhotos(for command: Command) -> Bool {
    guard command.changesChosenPhotos, photosForCommands.isEmpty else { return false }
    view.showToast(tr("No picture is selected"))
    view.log.trace("refused empty command=\(command.rawValue)")
    return true
  }

  /// The photo on the page, or the one with the focus in the grid; nil for neither.
  var currentPhoto: FilePath? { visit?.file ?? home?.current.focusedPhoto }

  /// Shows the first of some photos that is in the list: on its page, or by moving the grid's
  /// focus.
  ///
  /// - Parameter start: the place from which photos that were not in the list fly to their places;
  ///   nil, the default, for no flights.
  func show(_ photos: [FilePath], from start: ReturnFlightStart? = nil) {
    if let frontCompare { return frontCompare.showFirst(of: photos) }
    if let frontVisit {
      guard let page = photos.lazy.compactMap(frontVisit.source.files.firstIndex).first else {
        return
      }
      return frontVisit.scroll(toPage: page, from: start)
    }
    guard let scene = home?.current,
      let page = photos.lazy.compactMap(scene.live.paths.firstIndex).first
    else { return }
    scene.gallery.moveFocus(toPage: page)
    scene.flyIn(photos, from: start)
  }

  // MARK: Folders

  /// The folder of the photo or the grid in front; the user's pictures folder, the home folder, or
  /// else the root folder, when neither has a folder.
  var folderInView: FilePath {
    let current = CurrentFolder.path
    if let visit, view.scene === visit, let file = visit.file, file.webAddress == nil {
      return file.absolute(in: current).folder
    }
    let shown = home?.current.live.library.request.absoluteFolders(in: current).first
    return shown ?? PicturesFolder.path ?? HomeFolder.path ?? FilePath("/")
  }

  /// The folder of the grid in front; nil when another scene is in front or the grid shows no
  /// folder.
  var folderOfGrid: FilePath? {
    guard let home, view.scene === home else { return nil }
    return home.current.live.library.request.absoluteFolders(in: CurrentFolder.path).first
  }

  /// The folder of the photo on the page; nil when no browser is in front or the photo is from the
  /// web.
  var folderOfPage: FilePath? {
    guard let visit, view.scene === visit, let file = visit.file, file.webAddress == nil else {
      return nil
    }
    return file.absolute(in: CurrentFolder.path).folder
  }
}

nonisolated extension Command {
  /// Whether the command changes the files or the marks of the chosen photos, and has no effect
  /// without one.
  var changesChosenPhotos: Bool {
    switch self {
    case .delete, .deletePermanently, .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .pick,
      .reject, .unflag, .labelRed, .labelYellow, .labelGreen, .labelBlue, .labelPurple,
      .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically, .turnPixels:
      true
    default: false
    }
  }
}
