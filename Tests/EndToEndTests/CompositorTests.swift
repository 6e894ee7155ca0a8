import CX11
import Geometry
import Testing

extension EndToEnd {
  /// With a compositor, the desktop is visible through the backdrop during a pull-down.
  @Suite(.needsDisplay, .needsCompositor)
  struct CompositorTests {
    /// The colours of the desktop's stripes; each stripe is 16 pixels wide.
    private static let stripes: (UInt32, UInt32) = (0xe6e633, 0x3333e6)
    /// An area at the bottom left of the window that no picture, title or indicator covers.
    private static let corner = Rect(x: 10, y: 690, width: 150, height: 100)

    @Test func `the desktop shows through during a pull-down with a compositor, and not without`()
      throws
    {
      let display = try VirtualDisplay()
      let desktop = try XClient(display)
      desktop.paintDesktop(Self.stripes)
      let compositor = try display.start(
        "picom", ["--backend", "xrender", "--config", "/dev/null"])
      #expect(desktop.wait { desktop.hasOwner(ofSelection: "_NET_WM_CM_S0") })

      let session = try Session(on: display, pictures: 2)
      let (rest, isOpaque) = try session.x.look(at: session.window) {
        $0.cropped(to: Self.corner).colours == 1
      }
      #expect(isOpaque, "at rest the backdrop is opaque")
      let backdrop = rest.cropped(to: Self.corner).pixels[0]

      Self.pull(session)
      let (pulled, isSeenThrough) = try session.x.look(at: session.window) { screenshot in
        guard let pull = session.viewer.traces().last(where: { $0.name == "pull" }) else {
          return false
        }
        let expected = [Self.stripes.0, Self.stripes.1].map {
          Self.blend($0, under: backdrop, alpha: pull["alpha"])
        }
        let seen = Set(screenshot.cropped(to: Self.corner).pixels)
        return seen.count == 2
          && expected.allSatisfy { wanted in seen.contains { Self.isNear($0, wanted) } }
      }
      #expect(isSeenThrough, "kept \(isSeenThrough ? "-" : pulled.keep(as: "no-desktop"))")
      _ = try session.rest(onPage: 0) { Self.pushBack(session) }

      compositor.end()
      #expect(session.x.wait { !session.x.hasOwner(ofSelection: "_NET_WM_CM_S0") })
      Self.pull(session)
      let (plain, isPlain) = try session.x.look(at: session.window) { screenshot in
        let part = screenshot.cropped(to: Self.corner)
        return part.colours == 1 && [16, 8, 0].allSatisfy { part.pixels[0] >> $0 & 0xff < 64 }
      }
      #expect(isPlain, "kept \(isPlain ? "-" : plain.keep(as: "not-plain"))")
      _ = try session.rest(onPage: 0) { Self.pushBack(session) }
    }

    private static func pull(_ session: Session) {
      session.x.move(to: Session.middle)
      session.x.press()
      session.x.glide(to: Session.middle + Vector(dx: 60, dy: 260), over: 250)
    }

    private static func pushBack(_ session: Session) {
      session.x.glide(to: Session.middle + Vector(dx: 30, dy: 100), over: 150)
      session.x.release()
    }

    private static func blend(_ colour: UInt32, under backdrop: UInt32, alpha: Double) -> UInt32 {
      [UInt32(16), 8, 0].reduce(0) { sum, shift in
        let (below, above) = (Double(colour >> shift & 0xff), Double(backdrop >> shift & 0xff))
        return sum | UInt32((below * (1 - alpha) + above * alpha).rounded()) << shift
      }
    }

    private static func isNear(_ a: UInt32, _ b: UInt32) -> Bool {
      [16, 8, 0].allSatisfy { abs(Int(a >> $0 & 0xff) - Int(b >> $0 & 0xff)) <= 5 }
    }
  }
}

extension XClient {
  /// Paints stripes on the desktop as wallpaper programs do: sets a pixmap as the root window's
  /// background and stores its id in `_XROOTPMAP_ID`, which compositors read. The pixmap lives as
  /// long as this client.
  func paintDesktop(_ colours: (UInt32, UInt32)) {
    let depth = UInt32(XDefaultDepth(display, XDefaultScreen(display)))
    let (width, height) = (UInt32(VirtualDisplay.width), UInt32(VirtualDisplay.height))
    let pixmap = XCreatePixmap(display, root, width, height, depth)
    let context = XCreateGC(display, pixmap, 0, nil)
    for (index, x) in stride(from: Int32(0), to: Int32(width), by: 16).enumerated() {
      XSetForeground(display, context, UInt(index.isMultiple(of: 2) ? colours.0 : colours.1))
      XFillRectangle(display, pixmap, context, x, 0, 16, height)
    }
    XFreeGC(display, context)
    var number = UInt(pixmap)
    withUnsafeMutableBytes(of: &number) { bytes in
      _ = XChangeProperty(
        display, root, atom("_XROOTPMAP_ID"), Atom(XA_PIXMAP), 32, PropModeReplace,
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, 1)
    }
    XSetWindowBackgroundPixmap(display, root, pixmap)
    XClearWindow(display, root)
    synchronise()
  }
}
