import Geometry
import Testing

extension EndToEnd {
  /// Pictures are converted to the monitor's colour profile.
  @Suite(.needsDisplay)
  struct ColorTests {
    /// The centre of a cell of the test picture, in picture pixels.
    private static let spot = Point(x: 330, y: 210)
    private static let colour = Pictures.Plan(number: 3).cell(x: 330, y: 210).colour

    /// Whether two colours differ by at most two rounding steps, with 1024 steps in the tone curve.
    private static func isClose(_ a: UInt32, _ b: UInt32) -> Bool {
      [0, 8, 16].allSatisfy { (shift: UInt32) in
        abs(Int(a >> shift & 0xff) - Int(b >> shift & 0xff)) <= 2
      }
    }

    private static func begin(_ options: [RawName] = []) throws -> Session {
      let album = try ScratchFolder()
      let name = try album.write(Pictures.bmp(.init(number: 3)), to: "picture.bmp")
      return try Session(
        on: try Displays.plain(), album: album, names: [name], options: options)
    }

    /// Takes screenshots until the spot shows `colour`.
    ///
    /// - Returns: all other colours seen until then; nil if `colour` never appears.
    private static func others(
      _ session: Session, until colour: UInt32
    ) throws -> [UInt32]? {
      let rest = try #require(session.rest)
      let point = rest.frame.origin + (spot - .zero) * rest.scale
      var seen: [UInt32] = []
      let (_, isShown) = try session.x.look(at: session.window) { screenshot in
        let pixel = screenshot[point] ?? 0
        if isClose(pixel, colour) { return true }
        seen.append(pixel)
        return false
      }
      return isShown ? seen : nil
    }

    @Test func `an added, changed or removed monitor profile takes effect without a blank frame`()
      throws
    {
      let session = try Self.begin()
      defer { session.x.setProfile(nil) }
      #expect(try Self.others(session, until: Self.colour) != nil)
      let swapped = SwappedProfile.colour(for: Self.colour)
      session.x.setProfile(SwappedProfile.bytes)
      let before = try #require(try Self.others(session, until: swapped))
      #expect(before.allSatisfy { Self.isClose($0, Self.colour) })
      session.x.setProfile(nil)
      let after = try #require(try Self.others(session, until: Self.colour))
      #expect(after.allSatisfy { Self.isClose($0, swapped) })
      // An invalid profile is ignored.
      let start = session.viewer.mark
      session.x.setProfile([UInt8](repeating: 7, count: 900))
      session.x.setProfile(SwappedProfile.bytes)
      #expect(try Self.others(session, until: swapped) != nil)
      #expect(session.viewer.traces(since: start).count { $0.name == "colors" } == 1)
    }

    @Test func `the first frame already uses the monitor's profile`() throws {
      let x = try XClient(try Displays.plain())
      x.setProfile(SwappedProfile.bytes)
      defer { x.setProfile(nil) }
      let session = try Self.begin()
      let swapped = SwappedProfile.colour(for: Self.colour)
      #expect(try Self.others(session, until: swapped) == [])
      let names = session.viewer.traces().map(\.name)
      let colors = try #require(names.firstIndex(of: "colors"))
      #expect(colors < (names.firstIndex(of: "mapped") ?? 0))
    }

    @Test func `with --color standard or untouched the monitor's profile is ignored`() throws {
      let x = try XClient(try Displays.plain())
      x.setProfile(SwappedProfile.bytes)
      defer { x.setProfile(nil) }
      for choice: RawName in ["standard", "untouched"] {
        let session = try Self.begin(["--color", choice])
        #expect(try Self.others(session, until: Self.colour) == [])
      }
    }

    @Test func `--color with a profile file works like the monitor's profile`() throws {
      let folder = try ScratchFolder()
      let name = try folder.write(SwappedProfile.bytes, to: "swapped.icc")
      let session = try Self.begin(["--color", name])
      #expect(try Self.others(session, until: SwappedProfile.colour(for: Self.colour)) == [])
    }
  }
}
