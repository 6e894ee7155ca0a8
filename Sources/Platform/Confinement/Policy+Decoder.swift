import CLinux

extension Policy {
  /// The decoder's policy: it reads the files it was given, answers, and can open fonts for SVG, type
  /// tables, and, until the filter is installed, its libraries.
  public static var decoder: Policy {
    let calls = CallRule.common + CallRule.answering(on: HelperProcess.socket)
    return Policy(
      // A picture of 256 million pixels twice, its file, libraries and stacks. The socket, three
      // descriptors of a request, two results, and those of a library or a font that is being opened.
      // Eight threads of its own, and those of a library for each of a hundred processors. With the
      // first picture the size of files is limited further, and processor time as well.
      limits: ResourceLimits(
        addressSpace: 6 << 30, fileSize: 4 << 30, descriptors: 24, threads: 256),
      readable: libraries + [
        "/usr/share/mime", "/usr/local/share/mime", "/etc/fonts", "/usr/share/fonts",
        "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
      ] + ownLoaders,
      devices: [], calls: calls, callsWithoutFence: calls)
  }

  /// The folder of loaders elsewhere, from gdk-pixbuf's own variable.
  private static var ownLoaders: [String] {
    named("GDK_PIXBUF_MODULE_FILE").compactMap { file in
      guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return nil }
      return String(file[..<slash])
    }
  }
}

extension CallRule {
  /// Allows messages on the socket to the viewer.
  fileprivate static func answering(on socket: Int32) -> [CallRule] {
    [SYS_sendmsg, SYS_sendto, SYS_recvmsg].map { only($0, argument: 0, [UInt32(socket)]) }
  }
}
