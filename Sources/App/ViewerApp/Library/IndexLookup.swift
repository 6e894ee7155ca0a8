import Archives
import BrowserHost

/// A walk through the photos of a library or list in parts, which finds those whose metadata the
/// index does not have. It keeps only paths: the metadata of all photos would take too much memory.
///
/// Photos on other machines, in archives and from the web are left out, because reading them takes
/// long, or makes other programs and machines work without a request of the user.
nonisolated struct IndexLookup: Sendable {
  /// The photos in one folder.
  private struct Folder: Sendable {
    var path: FilePath
    var photos: ArraySlice<FilePath>
  }

  /// The files of a list, before the walk begins.
  private var pendingList: [FilePath] = []
  /// The sections of the library whose photos have not been looked up.
  private var remainingSections: ArraySlice<SectionedLibrary.Section>
  /// The folders of the section that is being looked up, the next one at the end.
  private var remainingFolders: [Folder] = []
  /// The photos of the present folder that have not been looked up, in the order of the bytes of
  /// their names; nil before the first folder.
  private var presentFolder: Folder?
  /// The folders whose photos are looked up; nil for all.
  private let foldersToLookUp: Set<FilePath>?
  /// The sidecars in the present folder; nil if they have to be read.
  private var sidecars: Sidecar.Listing?

  /// The maximum number of photos in a part. With 1000, an input of the user interrupts the walk
  /// soon, and few paths are in memory.
  static let photosPerPart = 1000

  /// Makes a walk through the files of a library that has a section for each folder.
  ///
  /// - Parameter folders: the folders whose files are looked up. Default: all.
  init(_ library: SectionedLibrary, in folders: Set<FilePath>? = nil) {
    foldersToLookUp = folders
    guard let folders else {
      remainingSections = library.sections[...]
      return
    }
    let found = library.sections.filter { section in
      // A section without a folder has individually named files, of any folder.
      guard let folder = section.folder else { return true }
      return folders.contains(folder)
    }
    remainingSections = found[...]
  }

  /// Makes a walk through files of any folders.
  init(_ files: [FilePath]) {
    foldersToLookUp = nil
    pendingList = files
    remainingSections = []
  }

  /// Discards the list of the sidecars in the present folder, because some may have been added or
  /// removed. It is read again with the next photos.
  mutating func forgetSidecars() { sidecars = nil }

  /// Whether all photos have been looked up.
  var isFinished: Bool {
    pendingList.isEmpty && remainingSections.isEmpty && remainingFolders.isEmpty
      && presentFolder?.photos.isEmpty ?? true
  }

  /// Looks up the next photos, at most ``photosPerPart``. Waits for the file system.
  ///
  /// - Parameters:
  ///   - facts: the store with the index. Without an index, the walk ends.
  ///   - mounts: the table of mounted file systems.
  /// - Returns: the requests for the metadata that the index does not have.
  mutating func lookUpNextPart(
    in facts: PhotoFactsStore, on mounts: MountTable
  ) -> [PhotoIndexer.Request] {
    guard facts.storesOnDisk else {
      (pendingList, remainingSections, remainingFolders, presentFolder) = ([], [], [], nil)
      return []
    }
    var missing: [PhotoIndexer.Request] = []
    var count = 0
    while count < Self.photosPerPart, let folder = nextFolder(on: mounts) {
      let part = folder.photos.prefix(Self.photosPerPart - count)
      count += part.count
      presentFolder?.photos = folder.photos.dropFirst(part.count)
      let sidecars = self.sidecars ?? Sidecar.Listing(reading: folder.path)
      self.sidecars = sidecars
      missing += facts.missingRequests(part, in: folder.path, sidecars: sidecars)
    }
    return missing
  }

  /// The folder with the next photos, which becomes the present one; nil if there are none.
  private mutating func nextFolder(on mounts: MountTable) -> Folder? {
    while true {
      if let presentFolder, !presentFolder.photos.isEmpty { return presentFolder }
      if !pendingList.isEmpty {
        remainingFolders = wantedFolders(of: pendingList)
        pendingList = []
      } else if remainingFolders.isEmpty {
        guard let section = remainingSections.popFirst() else { return nil }
        remainingFolders = wantedFolders(of: section)
      }
      guard var folder = remainingFolders.popLast(), Self.isLocal(folder.path, on: mounts) else {
        continue
      }
      folder.photos.sort { $0.nameSlice.lexicographicallyPrecedes($1.nameSlice) }
      (presentFolder, sidecars) = (folder, nil)
    }
  }

  /// The wanted folders of the photos in a section.
  private func wantedFolders(of section: SectionedLibrary.Section) -> [Folder] {
    let photos = section.items.map(\.path)
    guard let folder = section.folder else { return wantedFolders(of: photos) }
    return [Folder(path: folder, photos: photos[...])]
  }

  /// The wanted folders of some files.
  private func wantedFolders(of files: [FilePath]) -> [Folder] {
    Dictionary(grouping: files.lazy.filter { $0.webAddress == nil }, by: \.folder)
      .filter { foldersToLookUp?.contains($0.key) ?? true }
      .map { Folder(path: $0.key, photos: $0.value[...]) }
  }

  private static func isLocal(_ folder: FilePath, on mounts: MountTable) -> Bool {
    guard ArchiveFiles.location(of: folder.bytes) == nil,
      let number = FolderIdentity(folder)?.deviceAndInode
    else { return false }
    return mounts.isLocal(device: number.device)
  }
}
