import BrowserHost

nonisolated extension SectionedLibrary {
  /// The library in which the items have the identities that `old` has for the same pictures. All
  /// items need a stamp.
  ///
  /// A file is recognised by its path or, if its old path does not exist any more, by its inode
  /// number.
  ///
  /// - Complexity: O(old items + new items), so it is used on a ``WorkerThread``.
  func identified(as old: SectionedLibrary) -> SectionedLibrary {
    var known: [FilePath: PhotoItem] = [:]
    known.reserveCapacity(old.count)
    for section in old.sections { for item in section.items { known[item.path] = item } }
    var matches: [UInt32: PhotoItem] = [:]
    matches.reserveCapacity(count)
    for section in sections {
      for item in section.items { matches[item.id] = known.removeValue(forKey: item.path) }
    }
    var byNumber: [UInt64: PhotoItem] = [:]
    for item in known.values where item.inode != 0 { byNumber[item.inode] = item }

    var nextID = old.nextID
    var result = sections
    for number in result.indices {
      for index in result[number].items.indices {
        var item = result[number].items[index]
        if let match = matches[item.id] {
          let hasChanged = match.hasChanged(item.stamp, inode: item.inode, readAt: old.readAt)
          item.revision = hasChanged ? match.revision &+ 1 : match.revision
          item.id = match.id
        } else if let match = byNumber[item.inode],
          match.isSameFile(asInode: item.inode, item.stamp, readAt: old.readAt)
        {
          byNumber[item.inode] = nil
          item.revision = match.revision
          item.id = match.id
        } else {
          item.id = nextID
          nextID += 1
        }
        result[number].items[index] = item
      }
    }
    return with(result, nextID: nextID)
  }
}
