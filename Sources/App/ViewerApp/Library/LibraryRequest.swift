import ArchiveWire
import BrowserHost
import Localization

/// The request for the content of one grid, which is one tab of the window.
nonisolated struct LibraryRequest: Hashable, Sendable {
  /// One source of pictures in a request.
  enum Source: Hashable, Sendable {
    /// A folder with its display name.
    case folder(FilePath, title: String)
    /// Files that were named individually, in their order.
    case files([FilePath])
  }

  /// The depth to which a request includes subfolders.
  enum Depth: Hashable, Sendable {
    /// Only the folders themselves, without subfolders.
    case own
    /// The folders themselves, or all subfolders too when the folders contain no pictures. A
    /// remembered choice of the user for the folder overrides this.
    case automatic
    /// All subfolders. A remembered choice of the user for the folder overrides this.
    case everything
  }

  var title: String
  /// The sources, in the order of the sections.
  var sources: [Source]
  /// The default depth, unless the user chose another one for the folder.
  var depth = Depth.own
  /// Whether the pages are turned from right to left, as those of a Japanese or Arabic book.
  var isRightToLeft = false

  /// Whether all pictures are pages of documents, by their paths alone, without reading a file.
  var isOfDocument: Bool {
    !sources.isEmpty
      && sources.allSatisfy { source in
        switch source {
        case .folder(let folder, _): ArchiveName.isDocument(folder.bytes)
        case .files(let files): files.allSatisfy(\.isDocumentPage)
        }
      }
  }

  /// The folders as absolute paths, the keys under which choices are remembered.
  func absoluteFolders(in current: FilePath) -> [FilePath] {
    sources.compactMap { source in
      if case .folder(let folder, _) = source { folder.absolute(in: current) } else { nil }
    }
  }

  /// The path under which the folders of the request list a file; its own path if none lists it.
  ///
  /// - Parameters:
  ///   - file: an absolute path.
  ///   - current: the base of relative folders.
  func listed(_ file: FilePath, in current: FilePath) -> FilePath {
    for case .folder(let folder, _) in sources {
      let whole = folder.absolute(in: current)
      guard file.isBelow(whole) else { continue }
      return FilePath(
        folder.childPathPrefix + file.bytes.dropFirst(whole.childPathPrefix.count))
    }
    return file
  }

  /// The depth that the user chose for the first folder earlier; ``depth`` when there is none.
  var rememberedDepth: Depth {
    guard depth != .own, let folder = absoluteFolders(in: CurrentFolder.path).first,
      let includes = SubfolderMemory.includesSubfolders(of: folder)
    else { return depth }
    return includes ? .everything : .own
  }

  /// The order and sections that the user chose for the first folder earlier; nil for none.
  var rememberedSorting: SortingMemory.Choice? {
    absoluteFolders(in: CurrentFolder.path).first.flatMap(SortingMemory.choice)
  }

  /// The title of the section of individual files.
  static var filesTitle: String { tr("Files") }

  /// The tabs for the command-line arguments: one for each parent of the folders among them.
  /// Individual files form a section: of that tab when there is exactly one, of a tab of their own
  /// otherwise. Tabs and sections are in the order in which the arguments first name them.
  ///
  /// - Parameter current: the base of relative paths.
  static func groups(for arguments: [OpeningArgument], in current: FilePath) -> [LibraryRequest] {
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
      folders[parent, default: []].append((argument.path.trimmed, absolute))
    }
    var groups = parents.map { parent in
      let inside = folders[parent] ?? []
      let only = inside.count == 1 ? inside.first?.absolute : nil
      return LibraryRequest(
        title: (only ?? parent).readableName,
        sources: inside.map { .folder($0.path, title: $0.absolute.readableName) })
    }
    // A file in a folder that is shown is already listed there.
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

  /// The title of the section of `folder`: its path relative to the requested folder. The requested
  /// folder's own title comes first when there are several requested folders.
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

  /// The index of the source that contains `folder`; nil when none does.
  func source(of folder: FilePath, isRecursive: Bool) -> Int? {
    sources.firstIndex { source in
      guard case .folder(let top, _) = source else { return false }
      return folder == top || (isRecursive && folder.isBelow(top))
    }
  }
}

nonisolated extension FilePath {
  /// The display name of a folder; `/` for the root.
  var readableName: String { name.isEmpty ? display : displayName }
}
