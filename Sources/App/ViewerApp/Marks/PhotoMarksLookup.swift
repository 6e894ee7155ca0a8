import BrowserHost
import PhotoGrid
import PhotoIndex

/// The result of looking up the marks of photos in the index: known marks, photos that must be
/// read, and contents of folders. Looking up waits for the file system.
nonisolated struct PhotoMarksLookup: Sendable {
  /// The contents of one folder that decide about the marks of its photos.
  struct Folder: Sendable {
    /// The file names of the sidecars in the folder.
    var sidecars: Set<[UInt8]> = []
    /// The indexed facts about the photos of the folder that have marks, by file name.
    var marked: [[UInt8]: IndexedPhoto] = [:]
    /// The file names of the photos whose marks are only in pbview's database.
    var kept: Set<[UInt8]> = []
    /// The file names of the other files of RAW+JPEG pairs, by the name of each file of a pair.
    var partners: [[UInt8]: [UInt8]] = [:]
  }

  private(set) var known: [FilePath: PhotoMarks] = [:]
  /// The requests for the photos whose marks the index does not have in their present state.
  private(set) var missing: [PhotoIndexer.Request] = []
  /// The contents of the folders that were read.
  private(set) var folders: [FilePath: Folder] = [:]

  /// Looks up photos.
  ///
  /// - Parameters:
  ///   - read: the contents of the folders that were read before.
  ///   - includesPartners: whether the other files of RAW+JPEG pairs are looked up, too. Default:
  ///     false.
  init(
    of photos: [FilePath], _ facts: PhotoFactsStore, _ read: [FilePath: Folder],
    includesPartners: Bool = false
  ) {
    var partners: [FilePath] = []
    for photo in photos {
      let folder = find(photo, facts, read)
      guard includesPartners, let partner = folder.partners[photo.name] else { continue }
      partners.append(photo.folder.appending(partner))
    }
    let listed = partners.isEmpty ? [] : Set(photos)
    for photo in partners where !listed.contains(photo) { find(photo, facts, read) }
  }

  /// Looks up one photo.
  ///
  /// - Returns: the contents of its folder.
  @discardableResult
  private mutating func find(
    _ photo: FilePath, _ facts: PhotoFactsStore, _ read: [FilePath: Folder]
  ) -> Folder {
    let folder = read[photo.folder] ?? folders[photo.folder] ?? Self.read(photo.folder, facts)
    if read[photo.folder] == nil { folders[photo.folder] = folder }
    let marked = folder.marked[photo.name]
    let hasSidecar = Sidecar.candidates(of: photo).contains {
      folder.sidecars.contains($0.name)
    }
    guard marked != nil || hasSidecar,
      let item = LibraryScan.items([photo], facts: facts).first, let stamp = item.factsStamp
    else {
      known[photo] = PhotoMarks()
      return folder
    }
    if let record = item.record, !item.lacksRecord {
      known[photo] = PhotoMarks(record.photo)
    } else {
      missing.append(PhotoIndexer.Request(path: photo, stamp: stamp))
    }
    return folder
  }

  private static func read(_ folder: FilePath, _ facts: PhotoFactsStore) -> Folder {
    let contents = try? FolderScan.contents(of: folder).get()
    let pictures = contents?.pictures.map(\.path) ?? []
    var partners: [[UInt8]: [UInt8]] = [:]
    for pair in StackRules().stacks(among: pictures) where pair.members.count == 2 {
      let names = pair.members.map { pictures[$0].name }
      (partners[names[0]], partners[names[1]]) = (names[1], names[0])
    }
    return Folder(
      sidecars: Set(contents?.sidecars ?? []), marked: facts.marked(in: folder),
      kept: facts.keptNames(in: folder), partners: partners)
  }
}
