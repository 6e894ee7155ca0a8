/// What one grid shows: one tab of the window.
nonisolated struct LibraryRequest: Hashable, Sendable {
  /// A part of what was asked for.
  enum Source: Hashable, Sendable {
    /// A folder, and what people call it.
    case folder(FilePath, title: String)
    /// Files that were named one by one, in their order.
    case files([FilePath])
  }

  /// The depth to which it includes subfolders.
  enum Depth: Hashable, Sendable {
    /// Only the folders themselves.
    case own
    /// The folders, or everything below where they have no pictures of their own; unless a person
    /// chose otherwise for the folder before.
    case automatic
    /// Everything below, unless a person chose otherwise for the folder before.
    case everything
  }

  /// The tab's name.
  var title: String
  /// Its parts, in the order of the sections.
  var sources: [Source]
  /// The depth to which it includes subfolders unless a person chose another.
  var depth = Depth.own

  /// Its folders by the names a choice is remembered by.
  func absoluteFolders(in current: FilePath) -> [FilePath] {
    sources.compactMap { source in
      if case .folder(let folder, _) = source { folder.absolute(in: current) } else { nil }
    }
  }

  /// The depth a person chose for its folders before, or else its own.
  var rememberedDepth: Depth {
    guard depth != .own, let folder = absoluteFolders(in: CurrentFolder.path).first,
      let includes = SubfolderMemory.includesSubfolders(of: folder)
    else { return depth }
    return includes ? .everything : .own
  }

  /// The name of a section of single files.
  static let filesTitle = "Files"

  /// The tabs for `arguments`: one for each folder that holds some of the folders among them, and
  /// the single files in a section of their own: in the tab, if there is but one, else in one
  /// more. Everything stands where it was named first.
  ///
  /// - Parameter current: where relative paths begin.
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
    // A file in a folder that is shown is there already.
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

  /// What people read above the pictures of `folder`: its way from the folder that was named,
  /// which itself goes without saying if it is the only one.
  func title(of folder: FilePath, in source: Int) -> String {
    guard case .folder(let top, let title) = sources[source] else { return Self.filesTitle }
    guard folder.isBelow(top) else { return title }
    let way = FilePath(Array(folder.bytes.dropFirst(top.prefixOfContents.count)))
    let parts = way.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(Array($0)).display }
    return ((hasSeveralFolders ? [title] : []) + parts).joined(separator: " / ")
  }

  private var hasSeveralFolders: Bool {
    sources.count { if case .folder = $0 { true } else { false } } > 1
  }

  /// The part of the request that `folder` belongs to; nil when nobody asked for it.
  func source(of folder: FilePath, isRecursive: Bool) -> Int? {
    sources.firstIndex { source in
      guard case .folder(let top, _) = source else { return false }
      return folder == top || (isRecursive && folder.isBelow(top))
    }
  }
}

nonisolated extension FilePath {
  /// What a folder is called; `/` for the root.
  var readableName: String { name.isEmpty ? display : displayName }
}
