import CLinux

extension Policy {
  /// The policy of the process that reads an archive: it can read the archive whose descriptor it
  /// receives, write into memfds and into files that it receives, and reply to the viewer.
  public static var archiveReader: Policy {
    let calls = CallRule.common + CallRule.answering(on: ConfinedProcess.socket)
    return Policy(
      // Address space: the dictionaries of two passes, of up to 1 GiB each with LZMA, and
      // libraries. File size: that of the largest file in an archive. Descriptors: the socket, the
      // archive, and those of requests for files that the listing has not reached yet; the kernel
      // also limits the descriptors in messages on the way by this number.
      limits: ResourceLimits(
        addressSpace: 3 << 30, fileSize: 4 << 30, descriptors: 256, threads: 16),
      readable: libraries, devices: [], calls: calls, callsWithoutLandlock: calls)
  }
}
