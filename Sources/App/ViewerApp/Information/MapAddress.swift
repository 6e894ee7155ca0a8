import BrowserHost
import DecoderWire
import Desktop
import Localization

/// The addresses by which maps show a geographic position.
nonisolated enum MapAddress {
  /// The reciprocal of the unit to which coordinates are rounded: 1/100 000 of a degree, about one
  /// metre.
  private static let unitsPerDegree = 100_000

  /// The addresses at which a position is shown: a `geo` URI for a map program, then the address of
  /// a website.
  ///
  /// - Source: RFC 5870 (`geo` URIs).
  static func addresses(of position: PhotoMetadata.GeographicPosition) -> [String] {
    let (latitude, longitude) = (decimalText(position.latitude), decimalText(position.longitude))
    return [
      "geo:\(latitude),\(longitude)",
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
        + "#map=15/\(latitude)/\(longitude)",
    ]
  }

  /// A coordinate in degrees with five decimals after a full stop, in every language.
  private static func decimalText(_ degrees: Double) -> String {
    let units = Int((abs(degrees) * Double(unitsPerDegree)).rounded())
    let fraction = String(units % unitsPerDegree + unitsPerDegree).dropFirst()
    return "\(degrees < 0 && units > 0 ? "-" : "")\(units / unitsPerDegree).\(fraction)"
  }
}

extension ViewerWindow {
  /// Shows a geographic position in the desktop's map program, or else on a website; shows a
  /// message when both fail.
  func showOnMap(_ position: PhotoMetadata.GeographicPosition) {
    let addresses = MapAddress.addresses(of: position)
    WorkerThread.run {
      Result { () throws(DesktopError) in try DefaultPrograms.openFirst(of: addresses) }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        showToast(tr("No map could be opened: {reason}", ["reason": error.reason]))
      }
      log.trace("map opened")
    }
  }
}
