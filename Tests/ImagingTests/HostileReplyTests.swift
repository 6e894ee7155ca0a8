import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

@MainActor
struct HostileReplyTests {
  private let natural = PixelSize(width: 400, height: 300)
  private let fitted = PixelSize(width: 100, height: 75)
  private var bytes: Int { fitted.width * 4 * fitted.height }

  /// Requests one picture, lets `reply` answer, and returns the log and whether the helper is
  /// ended.
  private func result(_ reply: (FakeHelper) -> Void) -> (log: [String], isEnded: Bool) {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"))
    reply(f.launcher.helpers[0])
    return (f.log, f.launcher.helpers[0].isEnded)
  }

  private func expectRefused(
    _ reply: (FakeHelper) -> Void, location: SourceLocation = #_sourceLocation
  ) {
    let (log, isEnded) = result(reply)
    #expect(log == ["a.png crashed"], sourceLocation: location)
    #expect(isEnded, sourceLocation: location)
  }

  @Test func `a valid reply is accepted`() {
    let (log, isEnded) = result {
      $0.answer(.pixels($0.info(natural), $0.layout(fitted)), [TestMemory.sealed(bytes: bytes)])
    }
    #expect(log == ["a.png exact"] && !isEnded)
  }

  @Test func `a partial result in the request memory is refused`() {
    expectRefused { $0.tell(partial: fitted, given: true) }
  }

  @Test func `a partial result without a request for partials is refused`() {
    let f = Fixture { $0.helpers = 1 }
    f.ask(f.folder.file("a.png"), .prefetch)
    f.launcher.helpers[0].tell(partial: fitted)
    #expect(f.log == ["a.png crashed"] && f.launcher.helpers[0].isEnded)
  }

  @Test func `partial results are accepted up to the limit and refused beyond it`() {
    for (count, kind) in [
      (DecoderWireFormat.maxPartials, "exact"), (DecoderWireFormat.maxPartials + 1, "crashed"),
    ] {
      let (log, isEnded) = result { helper in
        for _ in 0..<count { helper.tell(partial: fitted) }
        if !helper.isEnded { helper.succeed() }
      }
      #expect(log.last == "a.png \(kind)" && isEnded == (kind == "crashed"))
    }
  }

  @Test func `more frames than the limit are refused`() {
    for frames in [100_001, Int.max] {
      expectRefused {
        var info = $0.info(natural)
        info.frames = frames
        $0.answer(.pixels(info, $0.layout(fitted)), [TestMemory.sealed(bytes: bytes)])
      }
    }
  }

  @Test func `memory far longer than its pixels is refused`() {
    expectRefused {
      let memory = TestMemory.sealed(bytes: 1 << 30)
      $0.answer(.pixels($0.info(natural), $0.layout(fitted)), [memory])
    }
    let f = Fixture { $0.helpers = 1 }
    f.askSmall(f.folder.file("a.jpg"))
    let layout = DecodeReply.PixelLayout(
      size: PixelSize(width: 128, height: 96), stride: 512, isOpaque: true)
    f.launcher.helpers[0].answer(
      .thumbnail(.init(source: .decoded), layout), [TestMemory.sealed(bytes: 1 << 30)])
    #expect(f.log == ["a.jpg crashed"])
  }

  @Test func `memory that can shrink or grow is refused`() {
    for seals in [0, F_SEAL_SHRINK, F_SEAL_GROW] {
      expectRefused {
        let memory = TestMemory.sealed(bytes: bytes, seals: seals)
        $0.answer(.pixels($0.info(natural), $0.layout(fitted)), [memory])
      }
    }
  }

  @Test func `memory that is too short is refused`() {
    expectRefused {
      let memory = TestMemory.sealed(bytes: bytes - 1)
      $0.answer(.pixels($0.info(natural), $0.layout(fitted)), [memory])
    }
  }

  @Test func `a descriptor that is not shared memory is refused`() {
    for path in ["/dev/zero", "/proc/self/exe", "/"] {
      expectRefused {
        let other = OwnedDescriptor(linux_open_for_reading(path))
        $0.answer(.pixels($0.info(natural), $0.layout(fitted)), [other])
      }
    }
  }

  @Test func `too few or too many descriptors are refused`() {
    expectRefused { $0.answer(.pixels($0.info(natural), $0.layout(fitted)), []) }
    expectRefused {
      let two = [TestMemory.sealed(bytes: bytes), TestMemory.sealed(bytes: bytes)]
      $0.answer(.pixels($0.info(natural), $0.layout(fitted)), two)
    }
  }

  @Test func `a picture of another size than requested is refused`() {
    let sizes = [
      PixelSize(width: 101, height: 75), PixelSize(width: 400, height: 300),
      PixelSize(width: 99, height: 75), PixelSize(width: 1, height: 1),
    ]
    for size in sizes {
      expectRefused {
        let memory = TestMemory.sealed(bytes: 1 << 20)
        $0.answer(.pixels($0.info(natural), $0.layout(size)), [memory])
      }
    }
  }

  @Test func `a stride that is too short, too long or misaligned is refused`() {
    for stride in [396, 402, 400 + 8192, Int(Int32.max)] {
      expectRefused {
        var layout = $0.layout(fitted)
        layout.stride = stride
        $0.answer(.pixels($0.info(natural), layout), [TestMemory.sealed(bytes: 1 << 20)])
      }
    }
  }

  @Test func `a region of another size than requested is refused`() {
    let size = PixelSize(width: 40, height: 30)
    for wrong in [PixelSize(width: 41, height: 30), PixelSize(width: 40, height: 29), fitted] {
      let f = Fixture { $0.helpers = 1 }
      f.ask(f.folder.file("a.svg"), .region(whole: natural, x: 9, y: 8), box: size)
      f.launcher.helpers[0].answer(
        .pixels(f.launcher.helpers[0].info(natural), f.launcher.helpers[0].layout(wrong)),
        [TestMemory.sealed(bytes: 1 << 20)])
      #expect(f.log == ["a.svg crashed"])
    }
  }

  @Test func `only a scalable picture may exceed its natural size`() {
    let small = PixelSize(width: 40, height: 30)
    for isScalable in [true, false] {
      let f = Fixture { $0.helpers = 1 }
      f.ask(f.folder.file("a.svg"))
      let helper = f.launcher.helpers[0]
      var info = helper.info(small)
      info.isScalable = isScalable
      helper.answer(.pixels(info, helper.layout(fitted)), [TestMemory.sealed(bytes: bytes)])
      #expect(f.log == [isScalable ? "a.svg exact" : "a.svg crashed"])
    }
  }

  @Test func `more pixels than the limit are refused`() {
    let f = Fixture { $0.limits.pixels = 10_000 }
    f.ask(f.folder.file("a.png"), .natural)
    f.launcher.helpers[0].succeed(natural: PixelSize(width: 101, height: 100))
    #expect(f.log == ["a.png crashed"])
  }

  @Test func `a reply in request memory that the request did not carry is refused`() {
    let f = Fixture()
    f.ask(f.folder.file("a.png"), .natural)
    let helper = f.launcher.helpers[0]
    helper.answer(.pixels(helper.info(natural), helper.layout(natural, given: true)))
    #expect(f.log == ["a.png crashed"])
  }

  @Test func `garbage, an unknown id and an info-only reply are refused`() {
    expectRefused { $0.onEvent?(.message([1, 2, 3], [])) }
    expectRefused { $0.onEvent?(.message([], [])) }
    expectRefused { $0.onEvent?(.garbled) }
    expectRefused { $0.answer(.info($0.info(natural))) }
    expectRefused {
      let reply = DecodeReply(id: 77, result: .failed(DecodeFailure(.damaged)))
      $0.onEvent?(.message(DecoderWireWriter.encode(reply), []))
    }
  }

  @Test func `an unsolicited reply ends the helper`() {
    let f = Fixture()
    f.launcher.helpers[0].answer(.failed(DecodeFailure(.damaged)))
    #expect(f.launcher.helpers[0].isEnded)
    f.ask(f.folder.file("a.png"))
    f.launcher.helpers[1].succeed()
    #expect(f.log == ["a.png exact"])
  }
}
