import BrowserHost

/// The photos at which folders were left last and that are not written to ``StoredPlaces`` yet.
nonisolated struct UnwrittenPlaces {
  /// The latest photo of every folder, written or not.
  private var latestPhotos: [FilePath: FilePath] = [:]
  /// The folders whose latest photo is not written, the latest folder at the end.
  private var unwrittenFolders: [FilePath] = []

  /// The latest photo that was noted for a folder, also when it is written; nil for none.
  subscript(folder: FilePath) -> FilePath? { latestPhotos[folder] }

  var isEmpty: Bool { unwrittenFolders.isEmpty }

  /// Notes the current photos of folders. Nothing is noted for a folder whose photo is the same as
  /// before.
  mutating func record(_ places: [StoredPlaces.Place]) {
    for place in places where latestPhotos[place.folder] != place.photo {
      latestPhotos[place.folder] = place.photo
      unwrittenFolders.removeAll { $0 == place.folder }
      unwrittenFolders.append(place.folder)
    }
  }

  /// Removes and returns the photos that are to be written, the latest first.
  mutating func takeUnwritten() -> [StoredPlaces.Place] {
    defer { unwrittenFolders = [] }
    return unwrittenFolders.reversed().compactMap { folder in
      latestPhotos[folder].map { (folder: folder, photo: $0) }
    }
  }
}
