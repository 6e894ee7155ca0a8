import PhotoIndex

/// The metadata by which a photo is sorted, grouped and filtered. Being an object, it is shared by
/// all copies of an item.
nonisolated final class PhotoRecord: Hashable, Sendable {
  let photo: IndexedPhoto

  init(_ photo: IndexedPhoto) { self.photo = photo }

  static func == (a: PhotoRecord, b: PhotoRecord) -> Bool { a === b || a.photo == b.photo }

  func hash(into hasher: inout Hasher) { hasher.combine(photo.stamp) }
}
