import Foundation

/// The pictures of the collection that differ from their references, each with the reason: the list
/// of `scripts/agreement`.
enum KnownDifferences {
  /// The name of each file, or its prefix, and the reason for the difference.
  private static let lines: [(name: String, reason: String)] = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/bench/agreement/explained.tsv"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      return fields.count == 2 ? (fields[0], fields[1]) : nil
    }
  }()

  static func reason(for file: String) -> String? {
    lines.first { file.hasPrefix($0.name) }?.reason
  }
}
