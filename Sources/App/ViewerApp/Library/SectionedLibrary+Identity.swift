nonisolated extension SectionedLibrary {
  /// The same pictures, those that `old` knows with the identities they have there. They have their
  /// stamps.
  ///
  /// A file is the same by its name; else, if its old name is gone, by its number on its device.
  /// - Complexity: O(items that are and were): work for a ``SideThread``.
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
      for place in result[number].items.indices {
        var item = result[number].items[place]
        if let match = matches[item.id] {
          let isUnlike = match.isUnlike(item.stamp, inode: item.inode, readAt: old.readAt)
          item.revision = isUnlike ? match.revision &+ 1 : match.revision
          item.id = match.id
        } else if let match = byNumber[item.inode],
          match.isSame(asInode: item.inode, item.stamp, readAt: old.readAt)
        {
          byNumber[item.inode] = nil
          item.revision = match.revision
          item.id = match.id
        } else {
          item.id = nextID
          nextID += 1
        }
        result[number].items[place] = item
      }
    }
    return with(result, nextID: nextID)
  }
}
