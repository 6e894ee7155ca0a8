import DecoderWire
import Testing

@testable import ViewerApp

@Suite struct MapAddressTests {
  @Test(arguments: [
    (48.208_333, -11.5, "48.20833,-11.50000"), (-0.000_001, 0.000_004, "0.00000,0.00000"),
    (-33.9, 151.2, "-33.90000,151.20000"),
  ])
  func `a map program is tried before a website`(
    latitude: Double, longitude: Double, coordinates: String
  ) throws {
    let position = try #require(
      PhotoMetadata.GeographicPosition(latitude: latitude, longitude: longitude))
    let addresses = MapAddress.addresses(of: position)
    #expect(addresses.first == "geo:" + coordinates && addresses.count == 2)
    let parts = coordinates.split(separator: ",")
    #expect(addresses.last?.hasSuffix("#map=15/\(parts[0])/\(parts[1])") ?? false)
  }
}
