import CLinux

extension ConfinementPolicy {
  /// The policy of the decoder: it can read the files whose descriptors it receives, reply to the
  /// viewer, and open fonts for SVG and PDF, character maps for PDF, type databases and, until the
  /// filter is installed, libraries.
  public static var decoder: ConfinementPolicy {
    let calls = SystemCallRule.common + SystemCallRule.answering(on: ConfinedProcess.socket)
    return ConfinementPolicy(
      // The address space holds a picture of 256 million pixels twice, its file, libraries and
      // stacks; `largeAddressSpace` in addition three mapped files of 16 GiB, of which only the
      // bytes of a page or two are read. The descriptors are the socket, three of a request, two
      // of results, and those of a library or font that is being opened. The threads are eight of
      // the decoder, and those of a library on a hundred processors. The first request further
      // limits file size and processor time.
      limits: ResourceLimits(
        addressSpace: 6 << 30, largeAddressSpace: 54 << 30, fileSize: 4 << 30, descriptors: 24,
        threads: 256),
      readablePaths: libraryPaths + [
        "/usr/share/mime", "/usr/local/share/mime", "/etc/fonts", "/usr/share/fonts",
        "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
        "/usr/share/poppler",
      ] + additionalLoaderFolders,
      devicePaths: [], callRules: calls, callRulesWithoutLandlock: calls)
  }

  /// The folder of additional gdk-pixbuf loaders, from the environment variable
  /// `GDK_PIXBUF_MODULE_FILE`; empty when the variable is not set.
  private static var additionalLoaderFolders: [String] {
    pathInVariable("GDK_PIXBUF_MODULE_FILE").compactMap { file in
      guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return nil }
      return String(file[..<slash])
    }
  }
}

extension SystemCallRule {
  /// The rules that allow messages on the socket to the viewer.
  static func answering(on socket: Int32) -> [SystemCallRule] {
    [SYS_sendmsg, SYS_sendto, SYS_recvmsg].map { only($0, argument: 0, [UInt32(socket)]) }
  }
}
