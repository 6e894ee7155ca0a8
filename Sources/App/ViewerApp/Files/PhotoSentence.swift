import BrowserHost
import Localization

/// Translates a sentence about some photos, with two texts: one that names a single photo, and one
/// that states the number of several.
///
/// - Parameters:
///   - named: the text for one photo, with `{name}`.
///   - counted: the text for several photos, with `{count}`.
///   - values: the values of further placeholders.
nonisolated func trPhotos(
  _ photos: [FilePath], _ named: String, _ counted: String, _ values: TextValues = [:]
) -> String {
  guard photos.count == 1, let photo = photos.first else {
    return trPlural(counted, counted, count: photos.count, values)
  }
  return tr(named, values.adding("name", photo.displayName))
}
