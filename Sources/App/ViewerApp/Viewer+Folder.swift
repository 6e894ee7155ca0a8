import BrowserHost
import GalleryCore
import PhotoBrowser

/// The folder of a file with which the program was opened.
extension Viewer {
  /// Lists the pictures in the folder of `file` and watches the folder.
  ///
  /// - Parameter then: called when they are listed first.
  func findNeighbours(of file: FilePath, then: @escaping () -> Void) {
    var order = options.listOrder
    // An archive is read as one book, with all its chapters.
    let archive = file.containingArchive
    let folder = archive ?? file.folder
    let title = folder.absolute(in: CurrentFolder.path).readableName
    // The file itself is added: its name may not be that of a picture.
    let request = LibraryRequest(
      title: title, sources: [.files([file]), .folder(folder, title: title)],
      depth: archive == nil ? .own : .everything)
    order.isRecursive = archive != nil
    let live = makeLibrary(request, order: order, sorting: options.sortingPolicy)
    // The file that was asked for is shown, also where the rules select another one of its photo.
    live.choose(file)
    live.onComplaint = { [weak self, log] folder, sentence in
      log.info("\(folder.display): \(sentence)")
      self?.complain(about: folder, sentence)
    }
    var isFirst = true
    live.onChange = { [weak self] change in
      self?.visit?.list.follow(folder: change)
      if isFirst { then() }
      isFirst = false
      self?.listDidLoad()
    }
    self.folder = live
    live.reload()
  }

  /// Shows the pictures of another folder on the pages instead of the present ones.
  func showNeighbours(of request: LibraryRequest) {
    var order = options.listOrder
    order.isRecursive = false
    let live = makeLibrary(request, order: order, sorting: options.sortingPolicy)
    live.onComplaint = { [weak self, log] folder, sentence in
      log.info("\(folder.display): \(sentence)")
      self?.complain(about: folder, sentence)
    }
    live.onChange = { [weak self] change in
      self?.visit?.list.follow(folder: change)
      self?.listDidLoad()
    }
    folder = live
    live.reload()
  }

  /// Makes the library of exactly the files that the program was given, for a grid.
  func readList(of paths: [FilePath]) {
    var order = options.listOrder
    // They keep the order in which they were given.
    order.order = .none
    order.isReversed = false
    let request = LibraryRequest(title: LibraryRequest.filesTitle, sources: [.files(paths)])
    let live = makeLibrary(request, order: order)
    live.rules = listRules
    live.onComplaint = { [log] file, sentence in log.info("\(file.display): \(sentence)") }
    var wasFiltered = false
    live.onChange = { [weak self, weak live] change in
      // The pages are the given files themselves, unless these are filtered.
      let isFiltered = live?.arrangement.filter != nil
      if isFiltered || wasFiltered { self?.visit?.list.follow(folder: change) }
      wasFiltered = isFiltered
      self?.listDidLoad()
    }
    folder = live
    live.reload()
  }

  /// Makes the grid that was requested before its list was known.
  private func listDidLoad() {
    if wantsGrid { goToGrid() }
  }
}

nonisolated extension FilePath {
  /// The path under which a listing of the folder contains the file: folder, slash, name.
  var pathInFolderListing: FilePath { webAddress == nil ? folder.appending(name) : self }
}
