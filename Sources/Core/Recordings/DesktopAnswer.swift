extension RecordedLine {
  /// The recorded answer of a program of the desktop, or a part of one.
  package enum DesktopAnswer: Hashable, Sendable {
    /// The outcome of handing files to another program.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
      case done
      /// The user has cancelled a dialog of the desktop.
      case cancelled
      case failed
    }

    /// The answer to the question which applications open some files; the lines of the applications
    /// follow.
    case applications(hasDefault: Bool, isFailure: Bool)
    /// One application in the answer to the question which applications open some files.
    case application(name: String, isRecommended: Bool)
    /// The answer to the question which printers there are; the lines of the printers follow.
    case printers(hasDialog: Bool)
    /// One printer in the answer to the question which printers there are.
    case printer(name: String)
    /// The outcome of handing files to another program.
    case outcome(Outcome)
  }
}

extension RecordedLine.DesktopAnswer {
  /// The kind and the fields of the line that records the answer.
  var fields: RecordFields {
    var fields: RecordFields
    switch self {
    case .applications(let hasDefault, let isFailure):
      fields = RecordFields("applications")
      fields.set("default", hasDefault)
      if isFailure { fields.set("failed", true) }
    case .application(let name, let isRecommended):
      fields = RecordFields("application")
      fields.set("name", name)
      fields.set("recommended", isRecommended)
    case .printers(let hasDialog):
      fields = RecordFields("printers")
      fields.set("dialog", hasDialog)
    case .printer(let name):
      fields = RecordFields("printer")
      fields.set("name", name)
    case .outcome(let outcome):
      fields = RecordFields("outcome")
      fields.set("is", outcome.rawValue)
    }
    return fields
  }

  /// Reads the answer from the fields of a line.
  ///
  /// - Throws: the reason why the fields cannot be read.
  init(_ fields: RecordFields) throws(RecordingFailure.Reason) {
    switch fields.kind {
    case "applications":
      self = .applications(
        hasDefault: try fields.flag("default"),
        isFailure: fields.has("failed") ? try fields.flag("failed") : false)
    case "application":
      self = .application(
        name: try fields.text("name"), isRecommended: try fields.flag("recommended"))
    case "printers": self = .printers(hasDialog: try fields.flag("dialog"))
    case "printer": self = .printer(name: try fields.text("name"))
    case "outcome":
      guard let outcome = Outcome(rawValue: try fields.text("is")) else {
        throw .invalidField("is")
      }
      self = .outcome(outcome)
    default: throw .unexpectedLine(kind: fields.kind)
    }
  }
}
