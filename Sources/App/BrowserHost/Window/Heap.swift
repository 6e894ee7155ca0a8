import CLinux

/// What the C library keeps of what was freed.
package enum Heap {
  /// Has one heap for all threads, which seldom allocate at the same time. Left alone the library
  /// gives every thread a heap of its own, and keeps ever more of each: after some thousands of pages
  /// that is as much as all pictures in memory. To be called before there are threads.
  package static func settle() { _ = mallopt(M_ARENA_MAX, 1) }

  /// Gives back what is free. It takes a millisecond or two: for when nothing moves.
  package static func trim() { _ = malloc_trim(0) }
}
