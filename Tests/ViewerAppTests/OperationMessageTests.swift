import Testing

@testable import ViewerApp

/// The messages about operations on files.
@MainActor @Suite struct OperationMessageTests {
  @Test func `a partial success says what was done before what was not`() {
    let text = FileOperations.message(
      done: "Rotate Right: 3 pictures", problem: "“a.bmp” could not be rotated: a reason")
    #expect(text == "Rotate Right: 3 pictures. “a.bmp” could not be rotated: a reason")
  }
}
