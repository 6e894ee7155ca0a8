import ArchiveWire
import BrowserHost
import Localization

/// The folders and files that one grid shows. Each tab of the window has one grid.
nonisolated struct LibraryRequest: Hashable, Sendable {
  /// One source of a grid's pictures: a folder or a list of files.
  enum Source: Hashable, Sendable {
    /// A folder and its name as the heading of its section.
    case folder(FilePath, title: String)
    /// Files that were named individually, in the order of the command line.
    case files([FilePath])
  }

  /// The rule whether a grid includes the subfolders of its folders.
  enum Depth: Hashable, Sendable {
    /// The folders themselves, without subfolders.
    case foldersOnly
    /// The folders themselves; with all subfolders if the folders contain no pictures. A remembered
    /// choice of the user for the folder takes precedence.
    case automatic
    /// The folders with all subfolders. A remembered choice of the user for the folder takes
    /// precedence.
    case allSubfolders
  }

  var title: String
  /// The folders and files to show, in the order of their sections.
  var sources: [Source]
  /// The rule for subfolders, unless the user has chosen another one for the folder.
  var depth = Depth.foldersOnly
  /// Whether the next page is on the left, as in a Japanese or Arabic book.
  var isRightToLeft = false

  /// Whether all pictures are pages of documents, such as PDF files. The names of the paths decide;
  /// no file is read.
  var hasOnlyDocumentPages: Bool {
    !sources.isEmpty
      && sources.allSatisfy { source in
        switch source {
        case .folder(let folder, _): ArchiveName.isDocument(folder.bytes)
        case .files(let files): files.allSatisfy(\.isDocumentPage)
        }
      }
  }

  /// The absolute paths of the folders, under which choices of the user are remembered.
  ///
  /// - Parameter current: the folder to which relative paths refer.
  func absoluteFolders(in current: FilePath) -> [FilePath] {
    sources.compactMap { source in
      if case .folder(let folder, _) = source { folder.absolute(in: current) } else { nil }
    }
  }

  /// The path under which a grid of this request lists a file: relative if the file is in a folder
  /// with a relative path, otherwise `file` itself.
  ///
  /// - Parameters:
  ///   - file: the absolute path of the file.
  ///   - current: the folder to which relative paths refer.
  func listedPath(of file: FilePath, in current: FilePath) -> FilePath {
    for case .folder(let folder, _) in sources {
      let whole = folder.absolute(in: current)
      guard file.isBelow(whole) else { continue }
      return FilePath(
        folder.childPathPrefix + file.bytes.dropFirst(whole.childPathPrefix.count))
    }
    return file
  }

  /// The rule for subfolders that the user has chosen earlier for the first folder. It is ``depth``
  /// if no choice is remembered, or if ``depth`` is `.own`.
  var rememberedDepth: Depth {
    guard depth != .foldersOnly, let folder = absoluteFolders(in: CurrentFolder.path).first,
      let includes = SubfolderMemory.includesSubfolders(of: folder)
    else { return depth }
    return includes ? .allSubfolders : .foldersOnly
  }

  /// The order and grouping that the user has chosen earlier for the first folder; nil if none are
  /// remembered.
  var rememberedSorting: SortingMemory.Choice? {
    absoluteFolders(in: CurrentFolder.path).first.flatMap(SortingMemory.choice)
  }

  /// The heading of the section with individually named files.
  static var filesTitle: String { tr("Files") }

  /// The requests for the tabs that show the arguments of the command line. Folders with the same
  /// parent folder share a tab. If there is exactly one such tab, individual files are a section of
  /// it; otherwise they have a tab of their own. Tabs and sections are in the order of the
  /// arguments.
  ///
  /// - Parameter current: the folder to which relative paths refer.
  static func tabRequests(for arguments: [OpeningArgument], in current: FilePath)
    -> [LibraryRequest]
  {
    var parents: [FilePath] = []
    var folders: [FilePath: [(path: FilePath, absolute: FilePath)]] = [:]
    var files: [FilePath] = []
    var known: Set<FilePath> = []
    var filesCome = Int.max
    for argument in arguments {
      let absolute = argument.path.absolute(in: current)
      guard known.insert(absolute).inserted else { continue }
      guard argument.isFolder else {
        filesCome = min(filesCome, known.count)
        files.append(argument.path)
        continue
      }
      let parent = absolute.folder
      if folders[parent] == nil { parents.append(parent) }
      folders[parent, default: []].append((argument.path.withoutTrailingSlashes, absolute))
    }
    var groups = parents.map { parent in
      let inside = folders[parent] ?? []
      let only = inside.count == 1 ? inside.first?.absolute : nil
      return LibraryRequest(
        title: (only ?? parent).readableName,
        sources: inside.map { .folder($0.path, title: $0.absolute.readableName) })
    }
    // A file in one of these folders is shown only in the section of the folder.
    let shown = Set(folders.values.joined().map(\.absolute))
    files.removeAll { shown.contains($0.absolute(in: current).folder) }
    guard !files.isEmpty else { return groups }
    if groups.count == 1 {
      groups[0].sources.insert(.files(files), at: filesCome == 1 ? 0 : groups[0].sources.count)
    } else {
      groups.append(LibraryRequest(title: filesTitle, sources: [.files(files)]))
    }
    return groups
  }

  /// The heading of the section of `folder`: its path relative to the requested folder. If several
  /// folders were requested, the name of the requested folder precedes it.
  ///
  /// - Parameter source: the index of the requested folder in ``sources``.
  func title(of folder: FilePath, in source: Int) -> String {
    guard case .folder(let top, let title) = sources[source] else { return Self.filesTitle }
    guard folder.isBelow(top) else { return title }
    let tail = FilePath(Array(folder.bytes.dropFirst(top.childPathPrefix.count)))
    let parts = tail.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(Array($0)).display }
    return ((hasSeveralFolders ? [title] : []) + parts).joined(separator: " / ")
  }

  private var hasSeveralFolders: Bool {
    sources.count { if case .folder = $0 { true } else { false } } > 1
  }

  /// The index in ``sources`` of the requested folder that is `folder`, or contains it if
  /// `isRecursive`; nil if there is none.
  func sourceIndex(of folder: FilePath, isRecursive: Bool) -> Int? {
    sources.firstIndex { source in
      guard case .folder(let top, _) = source else { return false }
      return folder == top || (isRecursive && folder.isBelow(top))
    }
  }
}

nonisolated extension FilePath {
  /// The name of a folder for the user; `/` for the root folder.
  var readableName: String { name.isEmpty ? display : displayName }
}
