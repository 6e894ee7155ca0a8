import CLinux

extension Policy {
  /// The policy of the reader of archives: it can read the archive that it receives, write the
  /// files that it receives and memfds, and answer.
  public static var archiveReader: Policy {
    let calls = CallRule.common + CallRule.answering(on: HelperProcess.socket)
    return Policy(
      // Address space: the dictionaries of two passes, of up to 1 GiB each with LZMA, and
      // libraries. File size: the largest file of an archive. Descriptors: the socket, the archive,
      // and files of requests that the listing has not come to yet; the kernel also bounds those
      // under way by this number.
      limits: ResourceLimits(
        addressSpace: 3 << 30, fileSize: 4 << 30, descriptors: 256, threads: 16),
      readable: libraries, devices: [], calls: calls, callsWithoutLandlock: calls)
  }
}
