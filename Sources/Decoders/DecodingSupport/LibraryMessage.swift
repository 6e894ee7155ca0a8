/// The conversion of the error messages of libraries to one line, for the details of failures.
package enum LibraryMessage {
  /// A message as one line: runs of whitespace and control characters become one space, and none is
  /// left at either end.
  /// - Parameter text: a string that ends with a zero byte; invalid UTF-8 is replaced by U+FFFD.
  ///   With nil, the line is empty.
  package static func line(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return String(cString: text).unicodeScalars
      .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .map(String.init).joined(separator: " ")
  }
}
