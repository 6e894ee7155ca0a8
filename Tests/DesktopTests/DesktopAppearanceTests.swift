import Synchronization
import Testing

@testable import Desktop

struct DesktopAppearanceTests {
  private static let appearance = "org.freedesktop.appearance"
  private static let interface = "org.gnome.desktop.interface"

  @Test func `settings are taken by namespace, key and type`() {
    var settings = DesktopAppearance()
    #expect(settings.scheme == nil && settings.reducesMotion == nil && settings.textScale == nil)
    settings.set(Self.appearance, "color-scheme", to: .number(2))
    settings.set(Self.appearance, "contrast", to: .number(1))
    settings.set(Self.interface, "text-scaling-factor", to: .real(1.5))
    settings.set(Self.interface, "enable-animations", to: .flag(false))
    #expect(settings.scheme == .light && settings.hasHighContrast)
    #expect(settings.textScale == 1.5 && settings.reducesMotion == true)
  }

  @Test(arguments: [false, true])
  func `high contrast is that of the portal or of GNOME, in any order`(isPortalFirst: Bool) {
    func settings(portal: UInt32, gnome: Bool) -> DesktopAppearance {
      var settings = DesktopAppearance()
      let space = "org.gnome.desktop.a11y.interface"
      if !isPortalFirst { settings.set(space, "high-contrast", to: .flag(gnome)) }
      settings.set(Self.appearance, "contrast", to: .number(portal))
      if isPortalFirst { settings.set(space, "high-contrast", to: .flag(gnome)) }
      return settings
    }
    #expect(settings(portal: 0, gnome: true).hasHighContrast)
    #expect(settings(portal: 1, gnome: false).hasHighContrast)
    #expect(!settings(portal: 0, gnome: false).hasHighContrast)
  }

  @Test func `the portal's reduced motion goes before GNOME's animations`() {
    var settings = DesktopAppearance()
    settings.set(Self.appearance, "reduced-motion", to: .number(0))
    settings.set(Self.interface, "enable-animations", to: .flag(false))
    #expect(settings.reducesMotion == false)
  }

  @Test func `values of other types and out of range change nothing`() {
    var settings = DesktopAppearance()
    settings.set(Self.appearance, "color-scheme", to: .text("dark"))
    settings.set(Self.interface, "text-scaling-factor", to: .real(.infinity))
    settings.set(Self.interface, "text-scaling-factor", to: .real(-1))
    settings.set("elsewhere", "color-scheme", to: .number(1))
    #expect(settings == DesktopAppearance())
    settings.set(Self.appearance, "color-scheme", to: .number(77))
    #expect(settings.scheme == DesktopAppearance.ColorScheme.none)
  }

  @Test func `the portal's answer is read from the bus`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    let portal = bus.serve(
      as: "org.freedesktop.portal.Desktop",
      [
        "ReadAll": """
        ({'org.freedesktop.appearance': {'color-scheme': <uint32 2>, 'contrast': <uint32 1>,\
         'accent-color': <(0.1, 0.2, 0.3)>},\
         'org.gnome.desktop.interface': {'text-scaling-factor': <1.25>, 'other': <'x'>}},)
        """
      ])
    let read = Mutex<DesktopAppearance?>(nil)
    let address = bus.address
    // The follower waits for the next change; the end of the bus ends it.
    DesktopAppearance.follow(address: address) { settings in
      read.withLock { $0 = settings }
      bus.stop()
    }
    PrivateBus.end(portal)
    let settings = try #require(read.withLock { $0 })
    #expect(settings.scheme == .light && settings.hasHighContrast && settings.textScale == 1.25)
  }

  @Test func `without a portal no appearance is delivered`() throws {
    guard let bus = try PrivateBus.ofTest() else { return }
    DesktopAppearance.follow(address: bus.address) { _ in Issue.record("there is no portal") }
  }
}
