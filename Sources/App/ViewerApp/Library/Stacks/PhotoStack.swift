import BrowserHost
import PhotoGrid

/// The files of a photo that has several files, see ``StackRules``.
nonisolated struct PhotoStack: Hashable, Sendable {
  /// The files, in the order in which the user steps through them.
  var files: [FilePath]

  /// Whether the photo is a RAW file and the picture that the camera made of it.
  var isPair: Bool { files.count == 2 && files[1].isCameraRaw && !files[0].isCameraRaw }

  /// The kind of the photo's item in the grid, which selects the badge.
  var galleryKind: GalleryItem.Kind {
    guard isPair else { return .burst(UInt16(clamping: files.count)) }
    return .pair(GalleryItem.Rendered(extension: files[0].fileExtension))
  }
}

nonisolated extension SectionedLibrary {
  /// The library in which the files of a photo are one item. Such an item has the smallest identity
  /// of its files, whichever of them is shown.
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
        for index in stack.members where index != stack.shown { isHidden[index] = true }
        section.items[stack.shown].join(stack.members.map { items[$0] })
      }
      section.items = section.items.indices.filter { !isHidden[$0] }.map { section.items[$0] }
      return section
    }
    return isChanged ? with(stacked, nextID: nextID) : self
  }

  /// The photos of several files in the library, in its order.
  ///
  /// - Complexity: O(items).
  var stacks: [PhotoStack] { sections.flatMap { $0.items.lazy.compactMap(\.stack) } }

  /// The files of the photo that a file belongs to; only the file itself where it is alone or not
  /// listed.
  ///
  /// - Parameter page: the flat index of the photo, if it is known. It saves the search.
  func files(with path: FilePath, atPage page: Int? = nil) -> [FilePath] {
    if let page, page >= 0, page < count, self[page].path == path { return self[page].files }
    return index(of: path).map { self[$0].files } ?? [path]
  }
}

nonisolated extension PhotoItem {
  /// The files of the photo; only ``path`` for a photo of one file.
  var files: [FilePath] { stack?.files ?? [path] }

  /// Takes the files of other items, so that all of them are this photo.
  ///
  /// - Parameter members: the items in the order in which the user steps through them.
  fileprivate mutating func join(_ members: [PhotoItem]) {
    stack = PhotoStack(files: members.map(\.path))
    id = members.reduce(id) { min($0, $1.id) }
    if record == nil { record = members.lazy.compactMap(\.record).first }
  }
}
