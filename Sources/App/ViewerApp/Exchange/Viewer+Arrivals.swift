import BrowserHost
import Geometry
import Localization
import PhotoGrid
import Scenes
import Transitions
import Views

/// Opening files that arrive while the program runs: those that are dropped on it or pasted.
extension Viewer {
  /// Opens files, folders and addresses: one folder as a grid, one file with its folder around it,
  /// several files as a list.
  ///
  /// - Parameter point: the point of the stage from which a new grid grows; nil for its middle.
  func open(_ paths: [FilePath], at point: Point? = nil) {
    WorkerThread.run {
      paths.compactMap { path -> OpeningArgument? in
        if path.webAddress != nil { return OpeningArgument(path: path, isFolder: false) }
        switch FileStatus(path) {
        case .folder: return OpeningArgument(path: path, isFolder: true)
        case .missing: return nil
        case .file where path.isArchive:
          return OpeningArgument(path: path, isFolder: true, isArchive: true)
        case .file:
          let isShown = PictureName.isShown(path.name) || paths.count == 1
          return isShown ? OpeningArgument(path: path, isFolder: false) : nil
        }
      }
    } finish: { [weak self] arguments in
      self?.open(arguments, at: point)
    }
  }

  private func open(_ arguments: [OpeningArgument], at point: Point?) {
    log.trace("opening count=\(arguments.count)")
    guard let view, let first = arguments.first else {
      self.view?.say(tr("There are no pictures among the files"))
      return
    }
    if arguments.count == 1, first.isFolder { return open(first.path) }
    let isList = !arguments.contains(where: \.isFolder)
    if home == nil, isList { return replaceRoot(by: arguments.map(\.path)) }
    let opening = Arrival(arguments)
    guard let visit, view.scene === visit, !visit.isLeaving else { return show(opening, at: point) }
    nextArrival = opening
    visit.returnToGrid()
  }

  /// Shows the files that arrived while a photo was open.
  func openNextArrival() {
    guard let opening = nextArrival else { return }
    nextArrival = nil
    show(opening, at: nil)
  }

  /// Opens a grid of the files over the current scene, and shows the photo to open.
  private func show(_ opening: Arrival, at point: Point?) {
    guard let view, let stack = view.stack else { return }
    let grid = makeGrid(opening.request, in: view)
    let inner = LibraryScene(
      [(grid, .folder)], options: options, window: view, information: makeGridInformation(),
      marks: marks, log: log)
    let start = Rect(center: point ?? view.stage.bounds.center, size: .zero)
    inner.onQuit = { [weak self] in self?.finish(ExitCode.done) }
    inner.onLeave = { [weak view] in
      guard let view else { return }
      view.stack?.pop(by: .animated(GrowSceneAnimator(from: start)), at: view.now)
    }
    if let shown = opening.shown {
      grid.findInitialFocus = { [weak self, weak grid] library in
        let index = library.index(of: shown)
        if let self, let grid, let index {
          // The grid has not adopted the new library yet.
          arrivalTimer = bridge.schedule(after: 0) { [weak self, weak grid] in
            if let self, let grid { self.visit(index, of: grid) }
          }
        }
        return index
      }
    }
    inner.allowText()
    stack.push(inner, by: .animated(GrowSceneAnimator(from: start)), at: view.now)
  }

  /// Shows other photos instead of those with which the program was opened.
  private func replaceRoot(by paths: [FilePath]) {
    guard let view, let first = paths.first else { return }
    visit?.recent?.turned(to: nil)
    let visit = beginRootVisit(of: makeSource(paths, in: view), at: 0, in: view)
    view.host.show(visit.makeScene())
    view.stack?.reducesMotion = options.motion == .reduced
    view.stack?.animationSpeed = options.animationSpeed ?? 1
    visit.indicate()
    view.updateTitle()
    wantsGrid = false
    if paths.count == 1, first.webAddress == nil {
      findNeighbours(of: first.pathInFolderListing) { [weak view] in view?.updateTitle() }
    } else {
      readList(of: paths)
    }
  }
}

/// The content of the grid of files that arrived, and the photo that is opened from it.
nonisolated struct Arrival: Hashable, Sendable {
  let request: LibraryRequest
  /// The photo to open; nil when folders arrived.
  let shown: FilePath?

  /// Makes the content of the grid of a list; no photo is opened.
  init(_ request: LibraryRequest) {
    self.request = request
    shown = nil
  }

  /// - Parameter arguments: at least one.
  init(_ arguments: [OpeningArgument]) {
    let paths = arguments.map(\.path)
    shown = arguments.contains(where: \.isFolder) ? nil : paths.first
    if arguments.count == 1, let file = paths.first, shown != nil, file.webAddress == nil {
      let title = file.folder.readableName
      // A file without the extension of a picture is not listed in its folder.
      let own = PictureName.isShown(file.name) ? [] : [LibraryRequest.Source.files([file])]
      request = LibraryRequest(title: title, sources: own + [.folder(file.folder, title: title)])
    } else {
      let files = arguments.filter { !$0.isFolder }.map(\.path)
      let folders = arguments.filter(\.isFolder).map {
        LibraryRequest.Source.folder($0.path, title: $0.path.readableName)
      }
      request = LibraryRequest(
        title: LibraryRequest.filesTitle,
        sources: (files.isEmpty ? [] : [.files(files)]) + folders, depth: .automatic)
    }
  }
}
