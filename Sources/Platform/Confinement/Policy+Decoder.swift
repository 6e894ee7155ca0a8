import CLinux

extension Policy {
  /// The decoder's policy: it reads the files it was given, answers, and can open its libraries, fonts
  /// for SVG, and type tables.
  public static var decoder: Policy {
    let calls =
      CallRule.common + [.mappingLibraries]
      + CallRule.answering(on: HelperProcess.socket)
    return Policy(
      // A picture of 256 million pixels twice, its file, libraries and stacks; the socket, picture,
      // memory, result, and the descriptors of a library being loaded. Processor time is set anew
      // for every picture.
      limits: ResourceLimits(addressSpace: 6 << 30, fileSize: 4 << 30, descriptors: 64),
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
