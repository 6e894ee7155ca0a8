import TestSupport
import Testing

@testable import Desktop

/// The creation of files without replacing existing ones.
@Suite struct FileCreationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws -> String {
    String(
      decoding: try FileCreation.write(
        Array(text.utf8), named: "Pasted image", extension: "png", in: Array(folder.path.utf8)),
      as: UTF8.self)
  }

  @Test func `a new file gets a number when its name is taken`() throws {
    #expect(try write("one") == folder.file("Pasted image.png"))
    #expect(try write("two") == folder.file("Pasted image (2).png"))
    let first = try RegularFile.read(Array(folder.file("Pasted image.png").utf8), max: 100)
    #expect(first == Array("one".utf8))
  }

  @Test func `a folder that does not exist is named in the error`() {
    #expect(throws: DesktopError.self) {
      _ = try FileCreation.write([1], named: "a", extension: "png", in: Array("/nowhere".utf8))
    }
  }
}
