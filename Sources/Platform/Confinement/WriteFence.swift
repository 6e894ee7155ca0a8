import CLinux

/// The confinement of a program that repeats the actions of somebody else, such as a replay: it
/// writes, makes and removes files below one folder only, and starts no program. Files can be read,
/// and the display is not affected.
package enum WriteFence {
  /// Restricts the calling thread, and the threads that it starts later, permanently.
  ///
  /// - Parameter folder: the absolute path of the folder.
  /// - Returns: false where the kernel has no Landlock, so that nothing is restricted.
  package static func enter(folder: String) -> Bool {
    guard helper_prctl(PR_SET_NO_NEW_PRIVS, 1, 0) == 0 else { return false }
    return FileRules.restrictWriting(to: folder)
  }
}
