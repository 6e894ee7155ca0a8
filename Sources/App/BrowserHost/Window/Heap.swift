import CLinux

/// The settings of the C library's memory allocator.
package enum Heap {
  /// Makes all threads share two malloc arenas, one for each of the two threads that scan folders
  /// at the same time. By default every thread gets an arena of its own that keeps growing: after
  /// some thousands of pages the arenas hold as much as all pictures in memory. Call this before
  /// the first thread is started.
  package static func limitArenas() { _ = mallopt(M_ARENA_MAX, 2) }

  /// Returns every freed block of more than 256 KiB to the system at once. By default large blocks
  /// that are freed and allocated in turn end up in the arenas, which do not shrink.
  ///
  /// - Source: `M_MMAP_THRESHOLD` in mallopt(3): a fixed threshold ends its dynamic adjustment.
  package static func returnLargeBlocksWhenFreed() { _ = mallopt(M_MMAP_THRESHOLD, 256 << 10) }

  /// Returns free memory to the system. It takes one or two milliseconds; call it while nothing
  /// moves.
  package static func trim() { _ = malloc_trim(0) }
}
