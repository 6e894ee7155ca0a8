import PhotoIndex

/// The facts about a photo by which it is sorted, grouped and filtered. All copies of an item share
/// one record.
nonisolated final class PhotoRecord: Hashable, Sendable {
  let photo: IndexedPhoto

  init(_ photo: IndexedPhoto) { self.photo = photo }

  static func == (a: PhotoRecord, b: PhotoRecord) -> Bool { a === b || a.photo == b.photo }

  func hash(into hasher: inout Hasher) { hasher.combine(photo.stamp) }
}
