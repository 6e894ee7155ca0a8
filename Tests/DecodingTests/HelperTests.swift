import CLinux
import DecoderWire
import Foundation
import Pixels
import Testing

@Suite(.enabled(if: HelperProcess.path != nil, "the helper is not built"))
struct HelperTests {
  @Test func `a damaged file fails without ending the helper`() throws {
    let helper = try #require(HelperProcess())
    let samples: [([UInt8], Bool)] = [
      (Samples.jpeg(64, 48), true), (Array(Samples.jpeg(64, 48).prefix(200)), false),
      (Samples.png(64, 48), true), ([], false), (Array("RIFF".utf8), false),
      (Samples.pngHead(30000, 30000), false), (Samples.gif(4, 4), true),
      (Samples.bmp(64, 48), true), (Samples.jpeg(1200, 900), true),
    ]
    for (bytes, isPicture) in samples {
      let file = DecodedPicture.memory(holding: bytes)
      defer { close(file) }
      let got = try #require(helper.ask(file: file, target: PixelSize(width: 32, height: 32)))
      #expect((got.pixels != nil) == isPicture)
    }
    #expect(helper.hangUp() == 0)
  }

  @Test func `garbage on the socket ends the helper with an error`() throws {
    let helper = try #require(HelperProcess())
    #expect(helper.sendRubbish() == 4)
  }

  @Test func `a device is not decoded as a picture`() throws {
    let helper = try #require(HelperProcess())
    let file = helper_open("/dev/zero", O_RDONLY)
    defer { close(file) }
    #expect(helper.ask(file: file)?.failure?.kind == .unreadable)
  }

  @Test func `the decoder is the player when it is started by that name`() throws {
    let program = try #require(HelperProcess.path)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "pbview-player")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(filePath: program))
    let player = Process()
    player.executableURL = link
    let errors = Pipe()
    player.standardError = errors
    try player.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    player.waitUntilExit()
    #expect(player.terminationStatus == 2)
    #expect(String(decoding: text, as: UTF8.self) == "pbview-player: started by pbview\n")
  }
}
