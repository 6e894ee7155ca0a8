import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

@MainActor
struct FailureTests {
  @Test func `a crash fails one picture and the next is decoded`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"))
    f.ask(f.folder.file("b.png"))
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.log == ["a.png crashed"])
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.png crashed", "b.png exact"])
    #expect(f.pipeline.statistics.restarts == 1)
  }

  @Test func `a crashed helper is replaced only on the next request`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].onEvent?(.closed)
    #expect(f.launcher.helpers.count == 1)
  }

  @Test func `a picture that crashes two helpers is not decoded again before retry`() {
    let f = Fixture { $0.helpers = 1 }
    let a = f.folder.file("a.png")
    for _ in 0..<2 {
      f.ask(a)
      f.launcher.helpers.last?.onEvent?(.closed)
    }
    f.ask(a)
    #expect(f.log == ["a.png crashed", "a.png crashed", "a.png crashed"])
    #expect(f.asked.count == 2)
    f.pipeline.forgetFailure(of: a)
    f.ask(a)
    #expect(f.asked.count == 3)
  }

  @Test func `a helper that crashes while idle is replaced without a failure`() {
    let f = Fixture { $0.helpers = 1 }
    f.launcher.helpers[0].onEvent?(.closed)
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.png exact"])
  }

  @Test func `a request to an ended helper goes to a new helper`() {
    let f = Fixture { $0.helpers = 1 }
    f.launcher.helpers[0].isGone = true
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.png exact"])
  }

  @Test func `helpers that end at once are not restarted without limit`() {
    let f = Fixture { $0.helpersAtStart = 0 }
    f.launcher.stillborn = 100
    f.ask(f.folder.file("a.png"))
    #expect(f.log == ["a.png noDecoder"])
    #expect(f.launcher.helpers.count < 5)
  }

  @Test func `a decode past the deadline ends its helper and fails the picture`() {
    let f = Fixture { $0.helpers = 1 }
    let a = f.folder.file("a.png")
    f.ask(a)
    f.loop.advance(by: 29.9)
    #expect(f.log.isEmpty)
    f.loop.advance(by: 0.2)
    #expect(f.log == ["a.png tooSlow"])
    #expect(f.launcher.helpers[0].isEnded)
    f.ask(a)
    #expect(f.log == ["a.png tooSlow", "a.png tooSlow"])
    #expect(f.launcher.helpers.count == 1)
  }

  @Test func `an answer in time leaves no timer except the idle timer`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[0].succeed()
    f.loop.advance(by: 1)
    #expect(f.loop.timerCount == 1)
    f.loop.advance(by: 60)
    #expect(f.loop.timerCount == 0, "no timer is left")
  }

  @Test func `a failure is cached until the file changes`() {
    let f = Fixture()
    let a = f.folder.file("a.png")
    f.ask(a)
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    f.ask(a)
    #expect(f.log == ["a.png damaged", "a.png damaged"])
    #expect(f.asked.count == 1)
    _ = f.folder.file("a.png", bytes: 1001)
    f.ask(a)
    #expect(f.asked.count == 2)
  }

  @Test func `without a helper program the picture fails with noDecoder`() {
    let f = Fixture { $0.helpersAtStart = 0 }
    f.launcher.failure = DecodeFailure(.noDecoder)
    f.ask(f.folder.file("a.png"))
    #expect(f.log == ["a.png noDecoder"])
    f.launcher.failure = nil
    f.pipeline.start()
    f.ask(f.folder.file("b.png"))
    f.launcher.helpers[0].succeed()
    #expect(f.log.last == "b.png exact")
  }

  @Test func `a stopped pipeline delivers nothing`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"))
    f.pipeline.stop()
    #expect(f.launcher.helpers[0].isEnded)
    f.loop.advance(by: 100)
    #expect(f.log.isEmpty)
  }
}

@MainActor
struct FileTests {
  /// The message of the system for an error, in the language of the process.
  private func message(_ code: Int32) -> String { String(cString: strerror(code)) }

  private func detail(_ path: FilePathBytes) -> String {
    let f = Fixture()
    var detail = "nothing came"
    _ = f.pipeline.request(ImageRequest(path: path, target: f.box)) {
      if case .failed(let failure) = $0 { detail = failure.detail }
    }
    return detail
  }

  @Test func `a named pipe fails without blocking`() {
    let folder = TestFolder()
    #expect(mkfifo("\(folder.path)/pipe.jpg", 0o600) == 0)
    #expect(detail(FilePathBytes("\(folder.path)/pipe.jpg")) == "it is a named pipe")
  }

  @Test func `folders, devices and missing files have distinct error messages`() {
    let folder = TestFolder()
    #expect(detail(FilePathBytes(folder.path)) == "it is a folder")
    #expect(detail(FilePathBytes("/dev/zero")) == "it is a device")
    #expect(detail(FilePathBytes("\(folder.path)/none")) == message(ENOENT))
    #expect(detail(FilePathBytes([47, 0, 47])) == "its name holds a zero byte")
  }

  @Test func `a socket fails with its own message`() {
    let folder = TestFolder()
    #expect(mknod("\(folder.path)/socket.jpg", UInt32(S_IFSOCK) | 0o600, 0) == 0)
    #expect(detail(FilePathBytes("\(folder.path)/socket.jpg")) == "it is a socket")
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file without read permission fails with Permission denied`() {
    let folder = TestFolder()
    let path = folder.file("locked.jpg")
    #expect(chmod("\(folder.path)/locked.jpg", 0) == 0)
    #expect(detail(path) == message(EACCES))
  }

  @Test func `a loop of symbolic links is an error`() {
    let folder = TestFolder()
    #expect(symlink("\(folder.path)/b", "\(folder.path)/a") == 0)
    #expect(symlink("\(folder.path)/a", "\(folder.path)/b") == 0)
    #expect(detail(FilePathBytes("\(folder.path)/a")) == message(ELOOP))
  }

  @Test func `a file deleted before its decode fails as unreadable`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("first.png"))
    let a = f.folder.file("a.png")
    f.ask(a)
    #expect(unlink("\(f.folder.path)/a.png") == 0)
    f.launcher.helpers[0].succeed()
    #expect(f.log == ["first.png exact", "a.png unreadable"])
  }

  @Test func `a file name may hold any bytes except zero and slash`() {
    let f = Fixture()
    let bytes = Array("\(f.folder.path)/-a\n".utf8) + [0xFF, 0xFE] + Array(".png".utf8)
    f.ask(f.folder.file(FilePathBytes(bytes), bytes: 10))
    f.launcher.helpers[0].succeed()
    #expect(f.log.count == 1 && f.log[0].hasSuffix("exact"))
  }

  @Test func `the file extension is the lower-case suffix of the last path component`() {
    #expect(FilePathBytes("/a.b/C.JPeG").fileExtension == "jpeg")
    #expect(FilePathBytes("/a.b/c").fileExtension == "")
    #expect(FilePathBytes("/a.b/c").name == "c")
  }
}
