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
    var markedPhotos: [[UInt8]: IndexedPhoto] = [:]
    /// The file names of the photos whose marks are only in pbview's database.
    var onlyInDatabase: Set<[UInt8]> = []
    /// The file names of the other files of RAW+JPEG pairs, by the name of each file of a pair.
    var partners: [[UInt8]: [UInt8]] = [:]

    /// Whether a photo in the folder has a sidecar or marks in the index.
    func mayHaveMarks(of photo: FilePath) -> Bool {
      markedPhotos[photo.name] != nil
        || Sidecar.candidates(of: photo).contains { sidecars.contains($0.name) }
    }
  }

  private(set) var knownMarks: [FilePath: PhotoMarks] = [:]
  /// The photos that do not exist; they have no marks in ``knownMarks``.
  private(set) var nonexistentPhotos: Set<FilePath> = []
  /// The requests for the photos whose marks the index does not have in their present state.
  private(set) var missingRequests: [PhotoIndexer.Request] = []
  /// The contents of the folders that were read.
  private(set) var folders: [FilePath: Folder] = [:]

  /// Looks up the marks of photos.
  ///
  /// - Parameters:
  ///   - read: the contents of the folders that were read before.
  ///   - includesPartners: whether the other files of RAW+JPEG pairs are looked up, too. Default:
  ///     false.
  ///   - requiresFacts: whether a photo without a sidecar that the index does not have has to be
  ///     read, because its own metadata may have marks; otherwise it has none. Default: false.
  init(
    of photos: [FilePath], _ facts: PhotoFactsStore, _ read: [FilePath: Folder],
    includesPartners: Bool = false, requiresFacts: Bool = false
  ) {
    var partners: [FilePath] = []
    var wanted: [FilePath] = []
    for photo in photos {
      let folder = contents(of: photo.folder, facts, read)
      if requiresFacts || folder.mayHaveMarks(of: photo) { wanted.append(photo) }
      guard includesPartners, let partner = folder.partners[photo.name] else { continue }
      partners.append(photo.folder.appending(partner))
    }
    for photo in partners {
      let folder = contents(of: photo.folder, facts, read)
      if requiresFacts || folder.mayHaveMarks(of: photo) { wanted.append(photo) }
    }
    for photo in photos + partners { knownMarks[photo] = PhotoMarks() }
    lookUp(wanted, facts)
  }

  /// The contents of a folder, which is read unless it was read before.
  private mutating func contents(
    of folder: FilePath, _ facts: PhotoFactsStore, _ read: [FilePath: Folder]
  ) -> Folder {
    if let known = read[folder] ?? folders[folder] { return known }
    let contents = Self.read(folder, facts)
    folders[folder] = contents
    return contents
  }

  /// Looks up the marks of photos in the index. For a photo that the index lacks, a request is
  /// added to ``missingRequests``. A photo that does not exist keeps its empty marks.
  private mutating func lookUp(_ photos: [FilePath], _ facts: PhotoFactsStore) {
    var seen: Set<FilePath> = []
    let photos = photos.filter { seen.insert($0).inserted }
    for item in LibraryScan.items(photos, facts: facts) {
      guard let stamp = item.factsStamp else {
        nonexistentPhotos.insert(item.path)
        continue
      }
      if let record = item.record, !item.lacksRecord {
        knownMarks[item.path] = PhotoMarks(record.photo)
      } else {
        knownMarks[item.path] = nil
        missingRequests.append(PhotoIndexer.Request(path: item.path, stamp: stamp))
      }
    }
  }

  private static func read(_ folder: FilePath, _ facts: PhotoFactsStore) -> Folder {
    let contents = try? FolderScan.contents(of: folder).get()
    let pictures = contents?.pictures.map(\.path) ?? []
    var partners: [[UInt8]: [UInt8]] = [:]
    for pair in StackRules().stacks(among: pictures) where pair.memberIndices.count == 2 {
      let names = pair.memberIndices.map { pictures[$0].name }
      (partners[names[0]], partners[names[1]]) = (names[1], names[0])
    }
    return Folder(
      sidecars: Set(contents?.sidecars ?? []), markedPhotos: facts.markedPhotos(in: folder),
      onlyInDatabase: facts.namesWithDatabaseMarks(in: folder), partners: partners)
  }
}
