/// What the boxes of a HEIF or AVIF say of the colours of its main picture.
///
/// - Source: ISO/IEC 23008-12, 9.2 and 9.3 (item properties); ISO/IEC 14496-12, 12.1.5 ("colr").
enum HEIFColors {
  private static let mostBoxes = 1000

  static func read(_ b: PictureBytes) -> PictureColors {
    guard let meta = boxes(b).first(where: { $0.name == "meta" })?.body else { return .unknown }
    let inside = boxes(meta.rest(from: 4))
    guard let properties = inside.first(where: { $0.name == "iprp" }).map({ boxes($0.body) }),
      let list = properties.first(where: { $0.name == "ipco" }).map({ boxes($0.body) })
    else { return .unknown }
    let main = inside.first { $0.name == "pitm" }.flatMap { item($0.body) }
    let table = properties.first { $0.name == "ipma" }?.body
    let used = main.flatMap { main in table.flatMap { associations($0, of: main) } }
    let own = (used ?? []).filter { $0 >= 1 && $0 <= list.count }.map { list[$0 - 1] }
    let colors = own.contains { $0.name == "colr" } ? own : list
    return best(colors.filter { $0.name == "colr" }.map(\.body))
  }

  /// A profile says more than numbers.
  private static func best(_ colors: [PictureBytes]) -> PictureColors {
    if let profile = colors.first(where: { $0.has("prof") || $0.has("rICC") }),
      let read = PictureColors(profile: profile.rest(from: 4), of: .rgb)
    {
      return read
    }
    guard let coded = colors.first(where: { $0.has("nclx") }), let primaries = coded.big16(4),
      let transfer = coded.big16(6)
    else { return .unknown }
    return PictureColors(primaries: primaries, transfer: transfer)
  }

  private struct Box {
    let name: String
    let body: PictureBytes
  }

  private static func boxes(_ b: PictureBytes) -> [Box] {
    var found: [Box] = []
    var i = 0
    while found.count < mostBoxes, let length = b.big32(i), let name = b.text(i + 4) {
      // A length of 1 is a long one behind the name, of 0 reaches to the end.
      let head = length == 1 ? 16 : 8
      let size = length == 1 ? b.number(at: i + 8, size: 8, bigEndian: true) ?? 0 : length
      let end = length == 0 ? b.count : i + min(max(size, 0), b.count)
      guard end >= i + head else { break }
      found.append(Box(name: name, body: b.part(i + head..<end)))
      i = end
    }
    return found
  }

  private static func item(_ b: PictureBytes) -> Int? {
    b.byte(0) == 0 ? b.big16(4) : b.big32(4)
  }

  /// The properties of `item`, counted from 1.
  private static func associations(_ b: PictureBytes, of item: Int) -> [Int]? {
    guard let version = b.byte(0), let flags = b.byte(3), let count = b.big32(4) else { return nil }
    let nameBytes = version < 1 ? 2 : 4
    let isWide = flags & 1 == 1
    var i = 8
    for _ in 0..<min(count, mostBoxes) {
      guard let name = b.number(at: i, size: nameBytes, bigEndian: true),
        let uses = b.byte(i + nameBytes)
      else { return nil }
      i += nameBytes + 1
      let step = isWide ? 2 : 1
      if name == item {
        return (0..<Int(uses)).compactMap { use in
          isWide ? b.big16(i + use * 2).map { $0 & 0x7FFF } : b.byte(i + use).map { Int($0 & 0x7F) }
        }
      }
      i += Int(uses) * step
    }
    return nil
  }
}

extension PictureBytes {
  /// The four letters at `i`.
  fileprivate func text(_ i: Int) -> String? {
    guard i >= 0, i <= count - 4 else { return nil }
    return String(decoding: raw[i..<i + 4], as: UTF8.self)
  }
}
