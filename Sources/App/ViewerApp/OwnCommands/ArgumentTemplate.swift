import BrowserHost
import Localization

/// A command line with placeholders for files. It is split into arguments without a shell.
///
/// - Source: Desktop Entry Specification 1.5, the key `Exec`: arguments in double quotes, escapes
///   in them, and the field codes `%f`, `%F` and `%%`; `%d`, the folder of the file, is an
///   addition.
nonisolated struct ArgumentTemplate: Hashable, Sendable {
  /// A piece of an argument.
  private enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    case file
    case folder
  }
  /// An argument.
  private enum Word: Hashable, Sendable {
    case pieces([Piece])
    /// One argument for each file, in the place of `%F`.
    case files
  }

  private var words: [Word]

  /// Whether the command line has no meaning without a file.
  var needsFile: Bool {
    words.contains { word in
      switch word {
      case .files: true
      case .pieces(let pieces): pieces.contains(.file) || pieces.contains(.folder)
      }
    }
  }

  /// Parses a command line.
  ///
  /// - Throws: the reason why it cannot be parsed.
  init(_ text: String) throws(OwnCommand.ParseFailure) {
    words = []
    var reader = text.makeIterator()
    var pieces: [Piece] = []
    // An empty argument in quotes is an argument, too.
    var hasWord = false
    func add(_ character: Character) {
      let bytes = Array(character.utf8)
      if case .bytes(let known) = pieces.last {
        pieces[pieces.count - 1] = .bytes(known + bytes)
      } else {
        pieces.append(.bytes(bytes))
      }
      hasWord = true
    }
    var hasList = false
    func endWord() throws(OwnCommand.ParseFailure) {
      if hasList, !pieces.isEmpty {
        throw OwnCommand.ParseFailure(tr("%F has to be an argument of its own"))
      }
      if hasList {
        words.append(.files)
      } else if hasWord {
        words.append(.pieces(pieces))
      }
      (pieces, hasWord, hasList) = ([], false, false)
    }
    func code() throws(OwnCommand.ParseFailure) {
      switch reader.next() {
      case "%": add("%")
      case "f":
        pieces.append(.file)
        hasWord = true
      case "d":
        pieces.append(.folder)
        hasWord = true
      case "F":
        guard !hasWord, !hasList else {
          throw OwnCommand.ParseFailure(tr("%F has to be an argument of its own"))
        }
        hasList = true
      case let other?:
        throw OwnCommand.ParseFailure(
          tr("%{letter} is not one of %f, %F, %d and %%", ["letter": other]))
      case nil: throw OwnCommand.ParseFailure(tr("a percent sign is written as %%"))
      }
    }
    while let character = reader.next() {
      switch character {
      case " ", "\t": try endWord()
      case "%": try code()
      case "\"":
        hasWord = true
        var isClosed = false
        quoted: while let inner = reader.next() {
          switch inner {
          case "\"":
            isClosed = true
            break quoted
          case "\\":
            guard let escaped = reader.next(), "\"`$\\".contains(escaped) else {
              throw OwnCommand.ParseFailure(
                tr("a backslash in quotes stands before \", `, $ or \\ only"))
            }
            add(escaped)
          case "%": try code()
          default: add(inner)
          }
        }
        guard isClosed else { throw OwnCommand.ParseFailure(tr("a quotation mark has no end")) }
      default: add(character)
      }
    }
    try endWord()
    guard case .pieces(let first) = words.first, first != [] else {
      throw OwnCommand.ParseFailure(tr("the first word has to be a program"))
    }
  }

  /// The command lines for some files: one for each file where `%f` is used, otherwise one for all.
  ///
  /// - Parameter files: absolute paths.
  func commandLines(for files: [FilePath]) -> [[[UInt8]]] {
    let isForEach = words.contains { word in
      if case .pieces(let pieces) = word { pieces.contains(.file) } else { false }
    }
    guard isForEach else { return [commandLine(file: files.first, files)] }
    return files.map { commandLine(file: $0, files) }
  }

  private func commandLine(file: FilePath?, _ files: [FilePath]) -> [[UInt8]] {
    words.flatMap { word -> [[UInt8]] in
      switch word {
      case .files: files.map(\.bytes)
      case .pieces(let pieces):
        [
          pieces.flatMap { piece -> [UInt8] in
            switch piece {
            case .bytes(let bytes): bytes
            case .file: file?.bytes ?? []
            case .folder: file?.folder.bytes ?? []
            }
          }
        ]
      }
    }
  }
}
