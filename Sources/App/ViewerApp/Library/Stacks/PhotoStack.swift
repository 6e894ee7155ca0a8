import BrowserHost
import PhotoGrid
import PhotoIndex

/// All files of a photo that consists of several files, see ``StackRules``.
nonisolated struct PhotoStack: Hashable, Sendable {
  /// The files of the photo, in the order in which the commands for its versions go through them.
  var files: [FilePath]

  /// Whether the photo consists of a RAW file and the picture that the camera made of it; otherwise
  /// it is a burst.
  var isRawPair: Bool { files.count == 2 && files[1].isCameraRaw && !files[0].isCameraRaw }

  /// The kind of the photo's item in the grid, by which its badge is chosen.
  var galleryKind: GalleryItem.Kind {
    guard isRawPair else { return .burst(count: UInt16(clamping: files.count)) }
    return .rawWithRendered(GalleryItem.RenderedFormat(extension: files[0].fileExtension))
  }
}

nonisolated extension SectionedLibrary {
  /// The library in which all files of a photo are one item, instead of one item for each file.
  /// This item has the smallest identity of the former items, whichever file is shown.
  ///
  /// - Complexity: O(items).
  func stacked(by rules: StackRules) -> SectionedLibrary {
    var isChanged = false
    let stacked = sections.map { section -> Section in
      let items = section.items
      let stacks = rules.stacks(among: items.map(\.path))
      guard !stacks.isEmpty else { return section }
      isChanged = true
      var isHidden = [Bool](repeating: false, count: items.count)
      var section = section
      for stack in stacks {
        for index in stack.memberIndices where index != stack.shownIndex { isHidden[index] = true }
        section.items[stack.shownIndex].becomeStack(stack.memberIndices.map { items[$0] })
      }
      section.items = section.items.indices.filter { !isHidden[$0] }.map { section.items[$0] }
      return section
    }
    return isChanged ? with(stacked, nextID: nextID) : self
  }

  /// The photos in the library that consist of several files, in order.
  ///
  /// - Complexity: O(items).
  var stacks: [PhotoStack] { sections.flatMap { $0.items.lazy.compactMap(\.stack) } }

  /// All files of the photo to which a file belongs; only the file itself if the photo has no other
  /// or the library does not contain it.
  ///
  /// - Parameter page: the flat index of the photo, which saves a search; nil if unknown.
  func files(with path: FilePath, atPage page: Int? = nil) -> [FilePath] {
    if let page, page >= 0, page < count, self[page].path == path { return self[page].files }
    return index(of: path).map { self[$0].files } ?? [path]
  }
}

nonisolated extension PhotoItem {
  /// All files of the photo; only ``path`` if the photo has one file.
  var files: [FilePath] { stack?.files ?? [path] }

  /// Makes this item the photo that consists of the files of several items.
  ///
  /// - Parameter members: these items, in the order in which the user steps through them; this item
  ///   is one of them.
  fileprivate mutating func becomeStack(_ members: [PhotoItem]) {
    stack = PhotoStack(files: members.map(\.path))
    id = members.reduce(id) { min($0, $1.id) }
    if record == nil { record = members.lazy.compactMap(\.record).first }
    // The marks of a pair are those of both files, because a sidecar of the other file may have
    // some.
    guard stack?.isRawPair ?? false, var photo = record?.photo,
      let other = members.first(where: { $0.path != path })?.record
    else { return }
    let marks = PhotoMarks(photo)
    let completed = marks.completed(by: PhotoMarks(other.photo))
    guard completed != marks else { return }
    photo.set(completed)
    record = PhotoRecord(photo)
  }
}
