import ImageServers
import Localization

nonisolated extension ServedFacts {
  /// The name of the line with the license or the statement of rights of a served picture.
  static var rightsName: String { tr("Rights") }

  /// The facts that an image server states as lines of the information panel, the rights last.
  var lines: [MetadataLines.Line] {
    var lines = [MetadataLines.Line(name: tr("Title"), value: label)]
    lines += pairs.map { MetadataLines.Line(name: $0.name, value: $0.value) }
    if let requiredStatement {
      // Version 2 of IIIF states no name for the required statement, which is an attribution.
      let name = requiredStatement.name.isEmpty ? tr("Attribution") : requiredStatement.name
      lines.append(MetadataLines.Line(name: name, value: requiredStatement.value))
    }
    lines.append(MetadataLines.Line(name: tr("Provider"), value: provider))
    lines.append(MetadataLines.Line(name: Self.rightsName, value: rights))
    return lines.filter { !$0.value.isEmpty }
  }
}
