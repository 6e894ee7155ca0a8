import BrowserHost

/// The photos at which folders were left last and that are not written to ``StoredPlaces`` yet.
nonisolated struct UnwrittenPlaces {
  /// The latest photo of every folder, written or not.
  private var photos: [FilePath: FilePath] = [:]
  /// The folders whose latest photo is not written, the latest folder at the end.
  private var folders: [FilePath] = []

  /// The latest photo that was noted for a folder, also when it is written; nil for none.
  subscript(folder: FilePath) -> FilePath? { photos[folder] }

  var isEmpty: Bool { folders.isEmpty }

  /// Notes the current photos of folders. Nothing is noted for a folder whose photo is the same as
  /// before.
  mutating func record(_ places: [StoredPlaces.Place]) {
    for place in places where photos[place.folder] != place.photo {
      photos[place.folder] = place.photo
      folders.removeAll { $0 == place.folder }
      folders.append(place.folder)
    }
  }

  /// Removes and returns the photos that are to be written, the latest first.
  mutating func take() -> [StoredPlaces.Place] {
    defer { folders = [] }
    return folders.reversed().compactMap { folder in
      photos[folder].map { (folder: folder, photo: $0) }
    }
  }
}
