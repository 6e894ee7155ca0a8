import Drawing
import Glibc
import Pixels
import TestSupport
import Testing

@Suite struct PNGWriterTests {
  @Test(arguments: [true, false])
  func `a written picture reads back unchanged`(isOpaque: Bool) throws {
    let folder = try TemporaryFolder()
    let picture = SyntheticPhoto.noise(31, 17, isOpaque: isOpaque, seed: 9)
    let path = folder.file("a b\n.png")
    try PNGWriter.write(picture, to: path)
    let back = try #require(PNGReader.read(path))
    #expect(back.isSame(as: picture))
  }

  @Test func `a path that cannot be opened gives an error with a description`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("missing/x.png")
    let error = #expect(throws: DrawingError.self) {
      try PNGWriter.write(SyntheticPhoto.quadrants(2, 2), to: path)
    }
    #expect(error == .cannotOpen(path: path, errno: ENOENT))
    #expect(error?.description.contains("No such file") == true)
  }

  @Test func `a full disk is an error`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    defer { close(full) }
    #expect(throws: DrawingError.cannotWrite(errno: ENOSPC)) {
      try PNGWriter.write(SyntheticPhoto.noise(64, 64, isOpaque: true, seed: 2), toDescriptor: full)
    }
  }

  @Test func `writing an empty bitmap fails and leaves no file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("x.png")
    let empty = Bitmap(size: .zero, isOpaque: false) { _, _ in }
    #expect(throws: DrawingError.self) { try PNGWriter.write(empty, to: path) }
    #expect(access(path, F_OK) != 0)
  }
}
