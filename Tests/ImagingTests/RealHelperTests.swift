import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

/// Real processes and sockets. Tests that need the decoder are skipped unless it is built.
@MainActor
struct RealHelperTests {
  private final class Outcome {
    var kinds: [String] = []
    var bitmap: Bitmap?
    var isDone: Bool { kinds.contains { $0 != "preview" } }
  }

  nonisolated private static var hasDecoder: Bool { (try? DecoderProgram.find()) != nil }

  private func ask(
    _ pipeline: ImagePipeline, _ path: FilePathBytes, _ box: PixelSize
  ) -> Outcome {
    let outcome = Outcome()
    _ = pipeline.request(ImageRequest(path: path, target: box)) { update in
      switch update {
      case .preview: outcome.kinds.append("preview")
      case .exact(let image):
        outcome.kinds.append("exact")
        outcome.bitmap = image.bitmap
      case .failed(let failure): outcome.kinds.append("\(failure.kind)")
      }
    }
    return outcome
  }

  private func pipeline(_ loop: FakeLoop, program: String?) -> ImagePipeline {
    var configuration = ImagingConfiguration()
    configuration.helpers = 1
    let launcher = DecoderProcessLauncher(
      loop: loop, program: program.map { HelperProgram(path: $0) })
    let result = ImagePipeline(configuration: configuration, loop: loop, launcher: launcher)
    result.start()
    return result
  }

  @Test func `a helper program that exits at once fails the picture only`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: "/bin/true")
    defer { pipeline.stop() }
    for name in ["a.png", "b.png"] {
      let outcome = ask(pipeline, folder.file(name), PixelSize(width: 10, height: 10))
      #expect(loop.serve { outcome.isDone })
      #expect(outcome.kinds == ["crashed"] || outcome.kinds == ["noDecoder"])
    }
  }

  @Test func `the first launch takes the prepared helper and later ones start their own`() throws {
    let loop = FakeLoop()
    let launcher = DecoderProcessLauncher(loop: loop, program: HelperProgram(path: "/bin/cat"))
    launcher.startInAdvance()
    let started = loop.watchCount
    #expect(started > 0)
    let first = try launcher.launch(loadsAllLibraries: false)
    #expect(loop.watchCount == started)
    let second = try launcher.launch(loadsAllLibraries: false)
    #expect(loop.watchCount > started && first !== second)
    first.end()
    second.end()
  }

  @Test func `a missing helper program fails with noDecoder`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: "\(folder.path)/none")
    let outcome = ask(pipeline, folder.file("a.png"), PixelSize(width: 10, height: 10))
    #expect(outcome.kinds == ["noDecoder"])
  }

  @Test func `a helper that hangs is ended at the deadline and leaves no zombie`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: "/usr/bin/yes")
    let outcome = ask(pipeline, folder.file("a.png"), PixelSize(width: 10, height: 10))
    loop.advance(by: 31)
    #expect(outcome.kinds == ["tooSlow"])
    #expect(loop.serve { loop.watchCount == 0 })
    #expect(loop.timerCount == 0)
  }

  @Test(arguments: [("/bin/false", [HelperCrash.exitStatus(1)]), ("/usr/bin/yes", [])])
  func `onCrash reports a helper that exits, not one that is ended`(
    path: String, crashes: [HelperCrash]
  ) throws {
    let loop = FakeLoop()
    let launcher = DecoderProcessLauncher(loop: loop, program: HelperProgram(path: path))
    var reported: [HelperCrash] = []
    launcher.onCrash = { reported.append($0) }
    let helper = try launcher.launch(loadsAllLibraries: false)
    var isClosed = false
    helper.onEvent = { if case .closed = $0 { isClosed = true } }
    if !crashes.isEmpty { #expect(loop.serve { isClosed }) }
    helper.end()
    #expect(loop.serve { loop.watchCount == 0 })
    #expect(reported == crashes)
  }

  /// The descriptors of this process that refer to reaped processes.
  private func descriptorsOfReapedProcesses() -> Int {
    (0..<1024).count { number in
      guard let file = fopen("/proc/self/fdinfo/\(number)", "r") else { return false }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        if strncmp(line, "Pid:\t-1", 7) == 0 { return true }
      }
      return false
    }
  }

  @Test func `a helper that has exited before its end leaves no descriptor`() throws {
    let loop = FakeLoop()
    let before = descriptorsOfReapedProcesses()
    let launcher = DecoderProcessLauncher(loop: loop, program: HelperProgram(path: "/bin/false"))
    for _ in 0..<20 {
      let helper = try launcher.launch(loadsAllLibraries: false)
      var isClosed = false
      helper.onEvent = { if case .closed = $0 { isClosed = true } }
      #expect(loop.serve { isClosed })
      helper.end()
    }
    #expect(loop.serve { loop.watchCount == 0 })
    // Other tests end helpers and programs meanwhile, each for a moment.
    #expect(descriptorsOfReapedProcesses() <= before + 8)
  }

  @Test(.enabled(if: hasDecoder, "pbview-decoder has not been built"))
  func `the real decoder gives the right pixels at natural and fitted size`() throws {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: nil)
    defer { pipeline.stop() }
    let size = PixelSize(width: 64, height: 48)
    let path = folder.write("a.ppm", Self.pixmap(size))
    let whole = ask(pipeline, path, PixelSize(width: 100, height: 100))
    #expect(loop.serve { whole.isDone })
    #expect(whole.kinds == ["exact"])
    let bitmap = try #require(whole.bitmap)
    #expect(bitmap.size == size)
    #expect(bitmap.pixel(x: 5, y: 7) == 0xFF05_0780)
    let fitted = ask(pipeline, path, PixelSize(width: 32, height: 32))
    #expect(loop.serve { fitted.isDone })
    #expect(fitted.bitmap?.size == PixelSize(width: 32, height: 24))
  }

  @Test(.enabled(if: hasDecoder, "pbview-decoder has not been built"))
  func `the real decoder reports garbage and empty files and keeps running`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: nil)
    defer { pipeline.stop() }
    for (name, content) in [("a.png", [UInt8](repeating: 7, count: 5000)), ("b.png", [])] {
      let outcome = ask(pipeline, folder.write(name, content), PixelSize(width: 9, height: 9))
      #expect(loop.serve { outcome.isDone })
      #expect(outcome.kinds.count == 1 && outcome.bitmap == nil)
      #expect(outcome.kinds != ["crashed"])
    }
    let good = ask(
      pipeline, folder.write("c.ppm", Self.pixmap(PixelSize(width: 8, height: 8))),
      PixelSize(width: 9, height: 9))
    #expect(loop.serve { good.isDone })
    #expect(good.kinds == ["exact"])
    #expect(pipeline.statistics.restarts == 0)
  }

  @Test(.enabled(if: hasDecoder, "pbview-decoder has not been built"))
  func `pictures of different formats are decoded without a crash`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: nil)
    defer { pipeline.stop() }
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"
    let xpm = "/* XPM */\nstatic char *a[] = {\"1 1 1 1\",\"a c #ff0000\",\"a\"};"
    for (name, content) in [
      ("a.ppm", Self.pixmap(PixelSize(width: 8, height: 8))), ("b.svg", Array(svg.utf8)),
      ("c.xpm", Array(xpm.utf8)), ("d.ppm", Self.pixmap(PixelSize(width: 9, height: 8))),
      ("e.svg", Array(svg.utf8)),
    ] {
      let outcome = ask(pipeline, folder.write(name, content), PixelSize(width: 9, height: 9))
      #expect(loop.serve { outcome.isDone })
      #expect(outcome.kinds == ["exact"] || outcome.kinds == ["missingLoader"], "\(name)")
    }
    #expect(pipeline.statistics.restarts == 0)
  }

  @Test(.enabled(if: hasDecoder, "pbview-decoder has not been built"))
  func `a missing embedded preview counts neither as decode nor as failure`() {
    let loop = FakeLoop()
    let folder = TestFolder()
    let pipeline = pipeline(loop, program: nil)
    defer { pipeline.stop() }
    // The name and size make the pipeline request an embedded preview.
    let size = PixelSize(width: 1000, height: 800)
    let outcome = ask(
      pipeline, folder.write("a.jpg", Self.pixmap(size)), PixelSize(width: 100, height: 100))
    #expect(loop.serve { outcome.isDone })
    #expect(outcome.kinds == ["exact"])
    #expect(pipeline.statistics.decodes == 1 && pipeline.statistics.failures == 0)
  }

  /// A PPM; pixel (x, y) has red x, green y and blue 0x80.
  private static func pixmap(_ size: PixelSize) -> [UInt8] {
    var bytes = Array("P6\n\(size.width) \(size.height)\n255\n".utf8)
    for y in 0..<size.height {
      for x in 0..<size.width {
        bytes += [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), 0x80]
      }
    }
    return bytes
  }
}
