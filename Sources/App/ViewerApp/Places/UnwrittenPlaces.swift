import BrowserHost

/// The photos at which folders were seen last and that are not written to ``LastPhotos`` yet.
nonisolated struct UnwrittenPlaces {
  /// The last photo of every folder, written or not.
  private var photos: [FilePath: FilePath] = [:]
  /// The folders whose last photo is not written, the latest one at the end.
  private var folders: [FilePath] = []

  var isEmpty: Bool { folders.isEmpty }

  /// Notes the photos at which folders are. A photo that was noted before is not written again.
  mutating func note(_ places: [LastPhotos.Place]) {
    for place in places where photos[place.folder] != place.photo {
      photos[place.folder] = place.photo
      folders.removeAll { $0 == place.folder }
      folders.append(place.folder)
    }
  }

  /// Returns the places to be written, the latest first, which count as written from now on.
  mutating func take() -> [LastPhotos.Place] {
    defer { folders = [] }
    return folders.reversed().compactMap { folder in
      photos[folder].map { (folder: folder, photo: $0) }
    }
  }
}
