import CLinux

extension ConfinementPolicy {
  /// The policy of the process that reads an archive: it can read the archive whose descriptor it
  /// receives, write into memfds and into files that it receives, and reply to the viewer.
  public static var archiveReader: ConfinementPolicy {
    let calls = SystemCallRule.common + SystemCallRule.answering(on: ConfinedProcess.socket)
    return ConfinementPolicy(
      // The address space holds the dictionaries of two passes, of up to 1 GiB each with LZMA, and
      // the libraries. The file size is that of the largest file in an archive. The descriptors
      // are the socket, the archive, and those of requests for files that the listing has not
      // reached yet; the kernel limits the descriptors in sent messages by the same number.
      limits: ResourceLimits(
        addressSpace: 3 << 30, fileSize: 4 << 30, descriptors: 256, threads: 16),
      readablePaths: libraryPaths, devicePaths: [], callRules: calls,
      callRulesWithoutLandlock: calls)
  }
}
