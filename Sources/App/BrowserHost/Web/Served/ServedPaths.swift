import Drawing
package import ImageServers
import Network
import PercentCoding

nonisolated extension WebFile {
  /// The address from which the description came that was requested at `address`; the addresses of
  /// its tiles are formed from it. It differs from `address` after a redirect; a user name and a
  /// password are kept for the same server only.
  func source(requestedAt address: WebAddress) -> String {
    guard let source = ServerAddress(redirection) else { return address.text }
    guard let asked = ServerAddress(address.text),
      ServerAddress(address.publicText)?.origin == source.origin
    else { return source.text }
    return asked.origin + source.path + source.query
  }
}

nonisolated extension FilePath {
  /// Makes the path of an entry in a list from an image server: its address, with the label as
  /// fragment. The fragment distinguishes paths, but is sent in no request.
  ///
  /// - Parameter number: distinguishes entries with one address and one label; 0 for the first one.
  package init(_ entry: ServedCollection.Entry, number: Int = 0) {
    var text = entry.address
    if !entry.label.isEmpty || number > 0 {
      let label = PercentEncoding.encoded(
        entry.label.utf8, keeping: PercentEncoding.isUnreserved)
      text += "#" + label + (number > 0 ? "&\(number)" : "")
    }
    self.init(text)
  }

  /// The paths of the entries of a list from an image server, in order; no two are equal.
  package static func paths(of collection: ServedCollection) -> [FilePath] {
    var counts: [FilePath: Int] = [:]
    return collection.entries.map { entry in
      let path = FilePath(entry)
      let number = counts[path, default: 0]
      counts[path] = number + 1
      return number == 0 ? path : FilePath(entry, number: number)
    }
  }

  /// The label in the fragment of a web address, with control characters made visible; nil for an
  /// address without a label, and for the path of a file.
  var addressLabel: String? {
    guard webAddress != nil, let cut = bytes.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let label = bytes[(cut + 1)...].prefix { $0 != UInt8(ascii: "&") }
    guard !label.isEmpty else { return nil }
    return DisplayText.visible(
      String(decoding: PercentEncoding.decoded(Array(label)), as: UTF8.self), keepsIsolates: false)
  }

  /// The name of the picture in the address of its description, as in `…/NAME/info.json`; nil for
  /// other addresses and for files.
  var describedName: String? {
    guard let address = webAddress.flatMap({ ServerAddress($0.text) }),
      ["info.json", "manifest.json", "collection.json", "manifest"].contains(
        address.lastComponent.lowercased())
    else { return nil }
    let parts = address.path.split(separator: "/")
    guard parts.count >= 2 else { return nil }
    let decoded = PercentEncoding.decoded(Array(parts[parts.count - 2].utf8))
    let name = decoded.split(separator: UInt8(ascii: "/")).last ?? []
    let text = DisplayText.visible(String(decoding: name, as: UTF8.self), keepsIsolates: false)
    return text.isEmpty ? nil : text
  }
}
