import CLinux

/// The confinement of a program that repeats recorded actions of another person, such as a replay:
/// it can write, make and remove files below one folder only, and starts no program. Files can be
/// read, and the display is not affected.
package enum WriteRestriction {
  /// Confines the calling thread, and the threads that it starts later, permanently.
  ///
  /// - Parameter folder: the absolute path of the folder whose files can be written.
  /// - Returns: false where the kernel has no Landlock, so that nothing is restricted.
  package static func enter(folder: String) -> Bool {
    guard helper_prctl(PR_SET_NO_NEW_PRIVS, 1, 0) == 0 else { return false }
    return LandlockRules.restrictWriting(to: folder)
  }
}
