import GalleryCore
import PhotoGrid
import Threads

nonisolated extension LiveLibrary.Change {
  /// Makes the change from one state of a library to another.
  ///
  /// - Parameter hasSameFiles: whether no file was renamed or rewritten between the states.
  ///   Default: false.
  /// - Complexity: O(old items + new items), so it is used on a ``WorkerThread``.
  init(from old: SectionedLibrary, to new: SectionedLibrary, hasSameFiles: Bool = false) {
    (galleryChange, diff) = TwoThreads.both {
      GalleryChange(from: old.identities, to: new.identities)
    } and: {
      LibraryDiff(from: old, to: new, hasSameFiles: hasSameFiles)
    }
    library = new
    paths = new.paths
    contents = GalleryContents(new)
    hasChangedSections =
      old.sections.map(\.id) != new.sections.map(\.id)
      || old.sections.map(\.items.count) != new.sections.map(\.items.count)
      || (!hasSameFiles && old.stacks != new.stacks)
  }
}
