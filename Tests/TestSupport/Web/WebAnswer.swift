/// A scripted HTTP response, correct unless changed.
public struct WebAnswer: Sendable {
  /// The status line without the HTTP version.
  public var status = "200 OK"
  /// The header fields in order, except Content-Length and Connection.
  public var headers: [(name: String, value: String)] = []
  /// The body of the response.
  public var body: [UInt8] = []
  /// Whether the response has a Content-Length; without it the body ends with the connection.
  public var tellsLength = true

  /// Creates a response with a body.
  public init(_ body: [UInt8] = [], _ headers: [(String, String)] = [], status: String = "200 OK") {
    self.body = body
    self.headers = headers.map { (name: $0.0, value: $0.1) }
    self.status = status
  }

  /// The status line and header fields, up to the empty line.
  public var head: [UInt8] {
    let length = tellsLength ? [(name: "Content-Length", value: "\(body.count)")] : []
    let lines = ["HTTP/1.1 \(status)"] + (headers + length).map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n").utf8)
  }

  /// The script that sends the whole response at once.
  public var steps: [WebServer.Step] { [.send(head + body)] }

  /// The script that sends the head and then the body cut at `cuts`, with a gate before each piece
  /// except the first.
  public func steps(cutAt cuts: [Int], _ gates: [Gate]) -> [WebServer.Step] {
    var steps: [WebServer.Step] = [.send(head)]
    let ends = cuts + [body.count]
    var start = 0
    for (number, end) in ends.enumerated() {
      if number > 0 { steps.append(.wait(gates[number - 1])) }
      steps.append(.send(Array(body[start..<end])))
      start = end
    }
    return steps
  }
}
