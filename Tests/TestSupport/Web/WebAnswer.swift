/// An answer of a web server as a script, honest unless changed.
public struct WebAnswer: Sendable {
  /// Its first line.
  public var status = "200 OK"
  /// Its headers, in order.
  public var headers: [(name: String, value: String)] = []
  /// The picture, or whatever is sent in its place.
  public var body: [UInt8] = []
  /// False leaves it to the other side to see where the picture ends.
  public var tellsLength = true

  /// An answer with a body.
  public init(_ body: [UInt8] = [], _ headers: [(String, String)] = [], status: String = "200 OK") {
    self.body = body
    self.headers = headers.map { (name: $0.0, value: $0.1) }
    self.status = status
  }

  /// Everything up to the body.
  public var head: [UInt8] {
    let length = tellsLength ? [(name: "Content-Length", value: "\(body.count)")] : []
    let lines = ["HTTP/1.1 \(status)"] + (headers + length).map { "\($0.name): \($0.value)" }
    return Array((lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n").utf8)
  }

  /// All of it in one go.
  public var steps: [WebServer.Step] { [.send(head + body)] }

  /// All of it in pieces, a gate before each but the first.
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
