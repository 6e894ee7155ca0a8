import Testing

@testable import Video

/// The search for the sound server in the environment variables and default paths.
@Suite struct SoundServerTests {
  private func find(
    _ variables: [String: String], sockets: Set<String> = []
  ) -> SoundServer {
    SoundServer.find(
      variable: { variables[$0].map { Array($0.utf8) } },
      isSocket: { sockets.contains(String(decoding: $0, as: UTF8.self)) })
  }

  private func local(_ path: String) -> SoundServer { .local(path: Array(path.utf8)) }

  @Test func `the default server is in the runtime folder`() {
    let server = find(
      ["XDG_RUNTIME_DIR": "/run/user/1000"], sockets: ["/run/user/1000/pulse/native"])
    #expect(server == local("/run/user/1000/pulse/native"))
  }

  @Test func `without a socket no server is found`() {
    #expect(find(["XDG_RUNTIME_DIR": "/run/user/1000"]) == .none)
    #expect(find([:]) == .none)
  }

  @Test func `the system-wide server has the lowest priority`() {
    let system = "/run/pulse/native"
    #expect(find([:], sockets: [system]) == local(system))
    #expect(
      find(["PULSE_RUNTIME_PATH": "/tmp/p"], sockets: [system, "/tmp/p/native"])
        == local("/tmp/p/native"))
  }

  @Test(arguments: ["unix:/tmp/s", "/tmp/s", "{abc}unix:/tmp/s", "tcp:box:4713 unix:/tmp/s"])
  func `PULSE_SERVER has the highest priority`(name: String) {
    let server = find(
      ["PULSE_SERVER": name, "XDG_RUNTIME_DIR": "/run/user/1"],
      sockets: ["/run/user/1/pulse/native"])
    #expect(server == local("/tmp/s"))
  }

  @Test(arguments: ["box", "tcp:box:4713", "unix:relative", "{abc"])
  func `a server without an absolute path is remote`(name: String) {
    #expect(find(["PULSE_SERVER": name]) == .remote)
  }

  @Test func `a path that is too long or contains white space is not used`() {
    let long = "/" + String(repeating: "x", count: 120)
    #expect(find(["PULSE_SERVER": long]) == .remote)
    #expect(
      find(["XDG_RUNTIME_DIR": "/a b"], sockets: ["/a b/pulse/native"]) == .none)
  }
}
