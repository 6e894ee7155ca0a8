import CLinux

extension Policy {
  /// The decoder's: it reads what it was given, answers, and knows its own libraries, fonts for SVG
  /// and types for sniffing.
  public static var decoder: Policy {
    let calls = CallRule.common + CallRule.answering(on: HelperProcess.socket)
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

  /// Loaders a person keeps elsewhere are named by gdk-pixbuf's own variable.
  private static var ownLoaders: [String] {
    named("GDK_PIXBUF_MODULE_FILE").compactMap { file in
      guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return nil }
      return String(file[..<slash])
    }
  }
}

extension CallRule {
  /// To hear and to answer, on the one socket there is.
  fileprivate static func answering(on socket: Int32) -> [CallRule] {
    [SYS_sendmsg, SYS_sendto, SYS_recvmsg].map { only($0, argument: 0, [UInt32(socket)]) }
  }
}
