import BrowserHost
import Localization

/// A command line with placeholders for files, which is split into arguments without a shell.
///
/// - Source: Desktop Entry Specification 1.5, the key `Exec`: arguments in double quotes, escapes
///   in them, and the field codes `%f`, `%F` and `%%`; `%d`, the folder of the file, is an
///   addition.
nonisolated struct ArgumentTemplate: Hashable, Sendable {
  /// A part of an argument: literal bytes, or a placeholder.
  private enum Piece: Hashable, Sendable {
    case bytes([UInt8])
    case file
    case folder
  }
  private enum Argument: Hashable, Sendable {
    case pieces([Piece])
    /// The placeholder `%F`: one argument for each file.
    case files
  }

  private var arguments: [Argument]

  /// Whether the command line has a placeholder, so that it cannot be run without a file.
  var needsFile: Bool {
    arguments.contains { argument in
      switch argument {
      case .files: true
      case .pieces(let pieces): pieces.contains(.file) || pieces.contains(.folder)
      }
    }
  }

  /// Parses a command line with placeholders.
  ///
  /// - Throws: the reason why the text cannot be parsed.
  init(_ text: String) throws(UserCommand.ParseFailure) {
    arguments = []
    var reader = text.makeIterator()
    var pieces: [Piece] = []
    // An argument such as `""` is added although it has no characters.
    var hasArgument = false
    func add(_ character: Character) {
      let bytes = Array(character.utf8)
      if case .bytes(let known) = pieces.last {
        pieces[pieces.count - 1] = .bytes(known + bytes)
      } else {
        pieces.append(.bytes(bytes))
      }
      hasArgument = true
    }
    var hasList = false
    func endArgument() throws(UserCommand.ParseFailure) {
      if hasList, !pieces.isEmpty {
        throw UserCommand.ParseFailure(tr("%F has to be an argument of its own"))
      }
      if hasList {
        arguments.append(.files)
      } else if hasArgument {
        arguments.append(.pieces(pieces))
      }
      (pieces, hasArgument, hasList) = ([], false, false)
    }
    func addPlaceholder() throws(UserCommand.ParseFailure) {
      switch reader.next() {
      case "%": add("%")
      case "f":
        pieces.append(.file)
        hasArgument = true
      case "d":
        pieces.append(.folder)
        hasArgument = true
      case "F":
        guard !hasArgument, !hasList else {
          throw UserCommand.ParseFailure(tr("%F has to be an argument of its own"))
        }
        hasList = true
      case let other?:
        throw UserCommand.ParseFailure(
          tr("%{letter} is not one of %f, %F, %d and %%", ["letter": other]))
      case nil: throw UserCommand.ParseFailure(tr("a percent sign is written as %%"))
      }
    }
    while let character = reader.next() {
      switch character {
      case " ", "\t": try endArgument()
      case "%": try addPlaceholder()
      case "\"":
        hasArgument = true
        var isClosed = false
        quoted: while let inner = reader.next() {
          switch inner {
          case "\"":
            isClosed = true
            break quoted
          case "\\":
            guard let escaped = reader.next(), "\"`$\\".contains(escaped) else {
              throw UserCommand.ParseFailure(
                tr("a backslash in quotes stands before \", `, $ or \\ only"))
            }
            add(escaped)
          case "%": try addPlaceholder()
          default: add(inner)
          }
        }
        guard isClosed else { throw UserCommand.ParseFailure(tr("a quotation mark has no end")) }
      default: add(character)
      }
    }
    try endArgument()
    guard case .pieces(let first) = arguments.first, first != [] else {
      throw UserCommand.ParseFailure(tr("the first word has to be a program"))
    }
  }

  /// The arguments, beginning with the program, of each command line for some files: one command
  /// line for each file where `%f` is used, otherwise one for all files.
  ///
  /// - Parameter files: absolute paths.
  func commandLines(for files: [FilePath]) -> [[[UInt8]]] {
    let isForEach = arguments.contains { argument in
      if case .pieces(let pieces) = argument { pieces.contains(.file) } else { false }
    }
    guard isForEach else { return [commandLine(file: files.first, files)] }
    return files.map { commandLine(file: $0, files) }
  }

  private func commandLine(file: FilePath?, _ files: [FilePath]) -> [[UInt8]] {
    arguments.flatMap { argument -> [[UInt8]] in
      switch argument {
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
