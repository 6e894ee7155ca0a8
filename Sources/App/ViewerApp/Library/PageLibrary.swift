import BrowserHost
import GalleryCore
import Imaging
import PhotoBrowser

/// The owner of the list of photos that are the pages of the open browser. The list is the library
/// of the grid below the browser, or that of the folder or files with which the program was opened.
final class PageLibrary {
  private let shown: ShownScenes
  private let grids: GridMaker
  private let settings: ProgramSettings
  private let services: ProgramServices
  /// The library of the opened file's folder, or of the given files; nil if it is not needed yet or
  /// a grid has taken it over.
  private(set) var ownLibrary: LiveLibrary?
  /// Whether the pages are the photos of ``ownLibrary``; otherwise they are the given files
  /// themselves.
  private(set) var followsOwnLibrary = true
  /// Whether the program was opened with a single file, around which the pictures of its folder are
  /// pages.
  private let wasOpenedWithSingleFile: Bool
  /// All files with which the program was opened, also those that are not shown because their photo
  /// is shown by another file, and those added since. Empty if the program began with a grid.
  private var givenFiles: [FilePath]
  /// The rules by which several of the given files are one photo.
  private(set) var listRules: StackRules
  /// Called after the library of the folder or of the given files has been read or has changed.
  var onLibraryChange: () -> Void = {}

  init(
    _ shown: ShownScenes, _ grids: GridMaker, _ settings: ProgramSettings,
    _ services: ProgramServices, givenFiles: [FilePath], hasNeighbours: Bool
  ) {
    self.shown = shown
    self.grids = grids
    self.settings = settings
    self.services = services
    self.givenFiles = givenFiles
    self.wasOpenedWithSingleFile = hasNeighbours
    listRules = settings.options.stackRules
  }

  // MARK: Loading

  /// Reads and watches the folder of a file, whose pictures become pages around it.
  ///
  /// - Parameter then: called when the pictures are pages for the first time.
  func readNeighbours(of file: FilePath, then: @escaping () -> Void) {
    var order = settings.options.listOrder
    // For a file in an archive, the pages are the pictures of the whole archive with all its
    // folders.
    let archive = file.containingArchive
    let folder = archive ?? file.folder
    let title = folder.absolute(in: CurrentFolder.path).readableName
    // The file is named in addition to its folder, because its name may not be that of a picture.
    let request = LibraryRequest(
      title: title, sources: [.files([file]), .folder(folder, title: title)],
      depth: archive == nil ? .foldersOnly : .allSubfolders)
    order.isRecursive = archive != nil
    let live = makeLibrary(request, order)
    // The opened file is shown even if the rules select another file of its photo.
    live.setShownFile(file)
    var isFirst = true
    live.onChange = { [weak self, weak live] change in
      guard let self, let live else { return }
      // A library that was replaced by another one while it was being read does not change the
      // pages.
      let isCurrent = self.ownLibrary === live
      if isCurrent { shown.visit?.list.apply(folderChange: change) }
      if isFirst { then() }
      isFirst = false
      if isCurrent { onLibraryChange() }
    }
    load(live)
  }

  /// Reads another folder, whose pictures replace the pages.
  ///
  /// - Parameter photo: the photo that is shown first, if it is listed; nil for the first one.
  func showNeighbours(of request: LibraryRequest, at photo: FilePath?) {
    var order = settings.options.listOrder
    order.isRecursive = false
    let live = makeLibrary(request, order)
    var awaited = photo
    live.onChange = { [weak self, weak live] change in
      guard let self, let live, ownLibrary === live else { return }
      shown.visit?.list.apply(folderChange: change)
      if let visit = shown.visit, let page = awaited.flatMap(visit.source.files.firstIndex(of:)) {
        visit.act(.go(to: page, animated: false))
      }
      awaited = nil
      onLibraryChange()
    }
    load(live)
  }

  /// Makes and reads the library of exactly the given files, for a grid or a filter.
  func readList(of paths: [FilePath]) {
    var order = settings.options.listOrder
    // The library keeps the order in which the files were given.
    order.order = .none
    order.isReversed = false
    let request = LibraryRequest(title: LibraryRequest.filesTitle, sources: [.files(paths)])
    let live = grids.makeLibrary(request, order: order)
    live.rules = listRules
    live.onReadFailure = { [services] file, sentence in
      services.log.info("\(file.display): \(sentence)")
    }
    live.onChange = { [weak self, weak live] change in
      guard let self, let live, ownLibrary === live else { return }
      // Without a filter, the pages stay the given files themselves.
      let isFiltered = live.arrangement.filter != nil
      if isFiltered || followsOwnLibrary { shown.visit?.list.apply(folderChange: change) }
      followsOwnLibrary = isFiltered
      onLibraryChange()
    }
    load(live)
    followsOwnLibrary = false
  }

  /// Makes the library of the given files if it is needed and not made yet. A program that was
  /// opened with a single file reads the folder instead.
  func loadIfNeeded() {
    let files = unreadList
    if !files.isEmpty { readList(of: files) }
  }

  /// The given files that are the pages of the open browser, while their library is not made; empty
  /// in any other case.
  var unreadList: [FilePath] {
    guard ownLibrary == nil, !wasOpenedWithSingleFile, let visit = shown.visit, visit.gallery == nil
    else {
      return []
    }
    return givenFiles.isEmpty ? visit.source.files : givenFiles
  }

  /// Adds files, such as copies, to the list with which the program was opened.
  func addGivenFiles(_ files: [FilePath]) {
    guard !givenFiles.isEmpty else { return }
    let known = Set(givenFiles)
    givenFiles += files.filter { !known.contains($0) }
  }

  private func makeLibrary(_ request: LibraryRequest, _ order: PictureLister.Order) -> LiveLibrary {
    let live = grids.makeLibrary(request, order: order, sorting: settings.options.sortingPolicy)
    live.onReadFailure = { [weak self] folder, sentence in
      self?.services.log.info("\(folder.display): \(sentence)")
      self?.shown.view.showProblem(about: folder, sentence)
    }
    return live
  }

  private func load(_ live: LiveLibrary) {
    ownLibrary = live
    followsOwnLibrary = true
    live.reload()
  }

  /// Gives up the library of the folder or the given files, after a grid has taken it over.
  func releaseOwnLibrary() { ownLibrary = nil }

  // MARK: The pages

  /// The library whose photos are the pages of the open browser; nil while there is none.
  var current: LiveLibrary? {
    guard let gallery = shown.visit?.gallery else { return ownLibrary }
    return shown.scene(of: gallery)?.live
  }

  /// Whether each RAW+JPEG pair in the list on the screen is one photo. False for a list of given
  /// files, which need not contain both files of a pair.
  var joinsPairs: Bool {
    guard settings.options.stackRules.pairs != .separate else { return false }
    let live = shown.view.scene === shown.visit ? current : shown.home?.current.live
    let sources = live?.library.request.sources ?? []
    let folders = sources.compactMap { source in
      if case .folder(let folder, _) = source { folder } else { nil }
    }
    guard !folders.isEmpty else { return false }
    return sources.allSatisfy { source in
      guard case .files(let files) = source else { return true }
      return files.allSatisfy { folders.contains($0.folder) }
    }
  }

  /// Whether the removal of files would leave no page although no filter hides photos, so that the
  /// window closes.
  func wouldCloseWindow(without files: [FilePath]) -> Bool {
    wouldBeEmpty(without: files) && !filterHidesPhotos
  }

  /// Whether the removal of files would leave no page, while there are photos that the filter of
  /// the pages hides.
  func wouldNeedAllPhotos(without files: [FilePath]) -> Bool {
    wouldBeEmpty(without: files) && filterHidesPhotos
  }

  private func wouldBeEmpty(without files: [FilePath]) -> Bool {
    guard shown.home == nil, let visit = shown.visit else { return false }
    return visit.source.files.allSatisfy(files.contains)
  }

  private var filterHidesPhotos: Bool {
    guard let ownLibrary, ownLibrary.arrangement.filter != nil else { return false }
    return ownLibrary.totalCount > ownLibrary.library.count
  }

  /// The library whose photos are the pages of a visit; nil while it has not been read.
  private func library(of visit: PhotoVisit) -> LiveLibrary? {
    if let gallery = visit.gallery { return shown.scene(of: gallery)?.live }
    return ownLibrary.flatMap { $0.isLoading ? nil : $0 }
  }

  /// Gives a visit access to the versions of its photos, such as a RAW file and its JPEG. The
  /// library of the pages knows the files of each photo and stores the user's choice among them.
  func connectVersions(of visit: PhotoVisit) {
    visit.versions.photoAccess.files = { [weak self, weak visit] file, page in
      guard let self, let visit else { return [file] }
      return files(with: file, atPage: page, of: visit)
    }
    visit.versions.photoAccess.choose = { [weak self, weak visit] file, page in
      if let self, let visit { choose(file, forPage: page, of: visit) }
    }
    services.pipeline.onDevelopingProgress = { [weak visit] in
      visit?.versions.developmentDidProgress($0, percent: $1)
    }
  }

  private func files(with file: FilePath, atPage page: Int, of visit: PhotoVisit) -> [FilePath] {
    if let live = library(of: visit) { return live.library.files(with: file, atPage: page) }
    return listRules.files(with: file, among: givenFiles)
  }

  private func choose(_ file: FilePath, forPage page: Int, of visit: PhotoVisit) {
    if let live = library(of: visit) { return live.setShownFile(file) }
    listRules.setShownFile(file, insteadOf: listRules.files(with: file, among: givenFiles))
    var paths = visit.source.files
    guard paths.indices.contains(page) else { return }
    paths[page] = file
    visit.source.replacePaths(by: paths)
    visit.badge.update()
  }
}

nonisolated extension FilePath {
  /// The path of the file as a listing of its folder has it: the path of the folder, a slash and
  /// the filename. A web address is unchanged.
  var pathInFolderListing: FilePath { webAddress == nil ? folder.appending(name) : self }
}
