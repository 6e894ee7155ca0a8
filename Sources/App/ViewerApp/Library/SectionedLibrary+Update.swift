import BrowserHost
import GalleryCore

nonisolated extension SectionedLibrary {
  /// The library after the changes of an update. Items of renamed files keep their identities.
  ///
  /// - Complexity: O(pictures of the changed folders).
  func applying(_ update: LibraryUpdate) -> SectionedLibrary {
    let names = update.pathsByFolder
    // The section of individually named files may contain files of any folder, so it gets all
    // names.
    let allNames = names.values.reduce(into: Set()) { $0.formUnion($1) }
    var changes = ItemAssignment(update, nextID: nextID, readAt: readAt)
    var affected: [(section: Int, indices: [Int])] = []
    for (number, section) in sections.enumerated() {
      let containsGoneFolder = section.folder.map(update.containsGoneFolder) ?? false
      let here = section.folder.map { names[$0] ?? [] } ?? allNames
      guard containsGoneFolder || !here.isEmpty || section.folder == nil else { continue }
      let indices = section.items.indices.filter { index in
        let path = section.items[index].path
        return containsGoneFolder || here.contains(path)
          || (section.folder == nil && update.containsGoneFolder(path.folder))
      }
      affected.append((number, indices))
      for item in indices.lazy.map({ section.items[$0] }) {
        changes.itemsBefore[item.path] = (item, isNamedIndividually: section.folder == nil)
      }
    }
    changes.assignFiles()

    var result = sections
    for (number, indices) in affected where !indices.isEmpty {
      let (folder, items) = (sections[number].folder, sections[number].items)
      let isFixed = folder == nil || order.order == .none
      var kept: [PhotoItem] = []
      kept.reserveCapacity(items.count)
      var next = 0
      for index in indices {
        kept += items[next..<index]
        next = index + 1
        guard isFixed, let item = changes.takeSuccessor(of: items[index], in: folder) else {
          continue
        }
        kept.append(item)
      }
      result[number].items = kept + items[next...]
    }
    for (folder, items) in changes.arrivals { insert(items, into: folder, &result) }
    Self.forgetSidecarStates(update.sidecars, in: &result)
    return with(result, nextID: changes.nextID)
  }

  /// Makes the states of changed sidecars unknown, so that the metadata of their photos are read
  /// again. The former metadata remain until then.
  private static func forgetSidecarStates(_ sidecars: Set<FilePath>, in sections: inout [Section]) {
    let folders = Set(sidecars.map(\.folder))
    guard !folders.isEmpty else { return }
    for number in sections.indices {
      if let folder = sections[number].folder, !folders.contains(folder) { continue }
      for index in sections[number].items.indices {
        let photo = sections[number].items[index].path
        guard folders.contains(photo.folder),
          !sidecars.isDisjoint(with: Sidecar.candidates(of: photo))
        else { continue }
        sections[number].items[index].sidecarModified = nil
      }
    }
  }

  /// Inserts items into the section of a folder, or makes that section if the folder belongs to the
  /// request. Files outside the requested folders are added only if they were named individually.
  private func insert(_ items: [PhotoItem], into folder: FilePath, _ sections: inout [Section]) {
    if let number = sections.firstIndex(where: { $0.folder == folder }) {
      sections[number].items = order.merged(sections[number].items, with: order.sorted(items))
      return
    }
    guard let source = request.sourceIndex(of: folder, isRecursive: order.isRecursive) else {
      return reinsertIndividualFiles(items, &sections)
    }
    let section = Section(
      sourceIndex: source, folder: folder, title: request.title(of: folder, in: source),
      items: order.sorted(items))
    let index = sections.firstIndex { isBefore(folder, source, $0) } ?? sections.count
    sections.insert(section, at: index)
  }

  /// Adds files again that were named individually and had been removed, as after Undo. Other files
  /// are ignored.
  private func reinsertIndividualFiles(_ items: [PhotoItem], _ sections: inout [Section]) {
    var items = items
    for (source, content) in request.sources.enumerated() {
      guard case .files(let files) = content else { continue }
      let positions = Dictionary(zip(files, files.indices)) { first, _ in first }
      let named = items.filter { positions[$0.path] != nil }
      guard !named.isEmpty else { continue }
      items.removeAll { positions[$0.path] != nil }
      let number = sections.firstIndex { $0.folder == nil && $0.sourceIndex == source }
      let listed = number.map { sections[$0].items } ?? []
      let section = Section(
        sourceIndex: source, folder: nil, title: LibraryRequest.filesTitle,
        items: merged(listed, with: named, by: positions))
      if let number {
        sections[number] = section
      } else {
        sections.insert(
          section, at: sections.firstIndex { $0.sourceIndex > source } ?? sections.count)
      }
    }
  }

  /// Merges individually named files into their section, at their positions in the request, or in
  /// the order of the library if the section is sorted differently.
  ///
  /// - Parameter positions: the index of each file in the request.
  private func merged(
    _ items: [PhotoItem], with arrivals: [PhotoItem], by positions: [FilePath: Int]
  ) -> [PhotoItem] {
    func position(_ item: PhotoItem) -> Int { positions[item.path] ?? 0 }
    // `known` leaves out renamed files, which have no position in the request.
    let known = items.compactMap { positions[$0.path] }
    guard zip(known, known.dropFirst()).allSatisfy(<) else {
      return order.merged(items, with: order.sorted(arrivals))
    }
    var rest = arrivals.sorted { position($0) < position($1) }[...]
    var result: [PhotoItem] = []
    for item in items {
      if let end = positions[item.path] {
        while let next = rest.first, position(next) < end {
          result.append(next)
          rest.removeFirst()
        }
      }
      result.append(item)
    }
    return result + rest
  }

  private func isBefore(_ folder: FilePath, _ source: Int, _ other: Section) -> Bool {
    guard source == other.sourceIndex, let otherFolder = other.folder else {
      return source < other.sourceIndex
    }
    // The slash sorts before all other characters, so that a folder is followed by its subfolders.
    return NaturalOrder.areInIncreasingOrder(folder.bytes, otherFolder.bytes)
  }
}

/// The assignment of an update's files to existing and new items of a library.
nonisolated private struct ItemAssignment {
  /// The items at the paths that the update names, before the update, and whether they were named
  /// individually.
  var itemsBefore: [FilePath: (item: PhotoItem, isNamedIndividually: Bool)] = [:]
  private(set) var nextID: UInt32

  private let update: LibraryUpdate
  private let readAt: Int64
  /// The items after the update, by their paths.
  private var itemsAfter: [FilePath: (item: PhotoItem, isNamedIndividually: Bool)] = [:]
  private var finalPaths: [UInt32: FilePath] = [:]

  init(_ update: LibraryUpdate, nextID: UInt32, readAt: Int64) {
    self.update = update
    self.nextID = nextID
    self.readAt = readAt
  }

  mutating func assignFiles() {
    let targets = update.renamed.values.sorted {
      $0.path.bytes.lexicographicallyPrecedes($1.path.bytes)
    }
    let files = update.addedOrWritten.values.sorted {
      $0.path.bytes.lexicographicallyPrecedes($1.path.bytes)
    }
    // A file that was replaced by another one at its path, as many programs save, is still the same
    // item.
    for file in files + targets where update.renamed[file.path] == nil {
      guard let old = itemsBefore[file.path] else { continue }
      assign(old.item.rewritten(as: file), isNamedIndividually: old.isNamedIndividually)
    }
    for (from, file) in update.renamed {
      guard let old = itemsBefore[from] else { continue }
      var item = old.item.moved(to: file)
      if let present = update.addedOrWritten[file.path] { item = item.rewritten(as: present) }
      assign(item, isNamedIndividually: old.isNamedIndividually)
    }
    // The files in a renamed folder are recognised by their inode numbers.
    var lost: [UInt64: PhotoItem] = [:]
    for (item, _) in itemsBefore.values where item.inode != 0 && finalPaths[item.id] == nil {
      lost[item.inode] = item
    }
    for file in files + targets where itemsAfter[file.path] == nil {
      if let item = lost[file.inode],
        item.isSameFile(asInode: file.inode, file.stamp, readAt: readAt)
      {
        lost[file.inode] = nil
        assign(item.moved(to: file), isNamedIndividually: false)
      } else {
        assign(
          PhotoItem(id: nextID, path: file.path, inode: file.inode, stamp: file.stamp),
          isNamedIndividually: false)
        nextID += 1
      }
    }
  }

  private mutating func assign(_ item: PhotoItem, isNamedIndividually: Bool) {
    guard itemsAfter[item.path] == nil, isNamedIndividually || item.path.isListedByName else {
      return
    }
    itemsAfter[item.path] = (item, isNamedIndividually)
    finalPaths[item.id] = item.path
  }

  /// Takes the item that replaces `item` at the same position of a section that keeps its own
  /// order, and returns it; nil if `item` was removed, or moved to another section.
  mutating func takeSuccessor(of item: PhotoItem, in folder: FilePath?) -> PhotoItem? {
    guard let path = finalPaths[item.id], let target = itemsAfter[path],
      folder.map({ !target.isNamedIndividually && $0 == path.folder }) ?? target.isNamedIndividually
    else { return nil }
    return itemsAfter.removeValue(forKey: path)?.item
  }

  /// The items to insert into sorted sections, by folder.
  var arrivals: [FilePath: [PhotoItem]] {
    let items = itemsAfter.values.lazy.filter { !$0.isNamedIndividually }.map(\.item)
    return Dictionary(grouping: items, by: \.path.folder)
      .mapValues { $0.sorted { $0.id < $1.id } }
  }
}

nonisolated extension PhotoItem {
  /// The item after its file was written; its metadata are unknown if the stamp has changed.
  fileprivate func rewritten(as file: LibraryUpdate.File) -> PhotoItem {
    var item = self
    if stamp == nil || stamp != file.stamp {
      item.revision &+= 1
      item.record = nil
    }
    item.inode = file.inode
    item.stamp = file.stamp
    return item
  }

  /// The item after its file was renamed; the state of its sidecar is unknown.
  fileprivate func moved(to file: LibraryUpdate.File) -> PhotoItem {
    var item = self
    item.path = file.path
    item.sidecarModified = nil
    guard file.stamp != nil else { return item }
    if let stamp, stamp != file.stamp {
      item.revision &+= 1
      item.record = nil
    }
    item.inode = file.inode
    item.stamp = file.stamp
    return item
  }
}

nonisolated extension LibraryUpdate {
  /// The paths of all files that the update names, by folder.
  fileprivate var pathsByFolder: [FilePath: Set<FilePath>] {
    let paths = [Array(removed), Array(addedOrWritten.keys), Array(renamed.keys)].joined()
    var names: [FilePath: Set<FilePath>] = [:]
    for path in paths { names[path.folder, default: []].insert(path) }
    for file in renamed.values { names[file.path.folder, default: []].insert(file.path) }
    return names
  }

  /// Whether a folder was deleted, itself or with one of its parent folders.
  fileprivate func containsGoneFolder(_ folder: FilePath) -> Bool {
    goneFolders.contains { folder == $0 || folder.isBelow($0) }
  }
}
