internal import CanonicalJSON

/// Why a file is no report: what is wrong, and where in it.
package struct ReportFault: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// How the values of a type stand in a JSON report, told once for those who write it and those who read it.
struct ReportForm<Value>: Sendable {
  let write: @Sendable (Value) -> JSONValue
  let read: @Sendable (InputValue) throws(ReportFault) -> Value

  /// The form of what is made of these values.
  ///
  /// - Parameter fault: what is wrong with a value that nothing can be made of.
  func converted<New>(
    or fault: String = "", _ make: @escaping @Sendable (Value) -> New?, _ value: @escaping @Sendable (New) -> Value
  ) -> ReportForm<New> {
    ReportForm<New>(write: { write(value($0)) }) { part throws(ReportFault) in
      guard let new = make(try read(part)) else { throw part.fault(fault) }
      return new
    }
  }

  /// An array of such values.
  var list: ReportForm<[Value]> {
    ReportForm<[Value]>(write: { .array($0.map(write)) }) { part throws(ReportFault) in
      guard let items = try? part.elements() else { throw part.fault("an array is due") }
      return try items.map { item throws(ReportFault) in try read(item) }
    }
  }

  // MARK: - Members of objects

  /// The object that has the value as its member.
  func at(_ key: String) -> ReportForm {
    ReportForm(write: { .object([key: write($0)]) }) { whole throws(ReportFault) in try whole.member(key, self) }
  }

  /// The same, without the member where there is no value.
  func optional(at key: String) -> ReportForm<Value?> {
    ReportForm<Value?>(write: { $0.map { .object([key: write($0)]) } ?? [:] }) { whole throws(ReportFault) in
      whole[key] == nil ? nil : try whole.member(key, self)
    }
  }

  /// The members of several objects, which hold parts of a value.
  ///
  /// - Parameter fault: what is wrong with parts that nothing can be made of.
  static func object<each Part>(
    _ parts: repeat ReportPart<Value, each Part>, or fault: String = "",
    _ make: @escaping @Sendable (repeat each Part) -> Value?
  ) -> ReportForm {
    ReportForm { value in
      var members: [(String, JSONValue)] = []
      for part in repeat each parts { members += part.form.write(part.part(value)).members }
      return .object(JSONObject(members))
    } read: { whole throws(ReportFault) in
      guard let value = make(repeat try (each parts).form.read(whole)) else { throw whole.fault(fault) }
      return value
    }
  }

  func with<Other>(_ other: ReportForm<Other>) -> ReportForm<(Value, Other)> {
    .object(ReportPart({ $0.0 }, self), ReportPart({ $0.1 }, other)) { ($0, $1) }
  }

  /// Objects of several kinds, of which one member is the word for the kind.
  ///
  /// - Parameter fault: what is wrong with a word that stands for none.
  static func choice(_ key: String, or fault: String, _ kinds: ReportKind<Value>...) -> ReportForm {
    ReportForm { value in
      let written = kinds.lazy.compactMap { kind in kind.write(value).map { [(key, .string(kind.word))] + $0.members } }
      return .object(JSONObject(written.first ?? []))
    } read: { whole throws(ReportFault) in
      let word = try whole.member(key, ReportDocument.text)
      guard let kind = kinds.first(where: { $0.word == word }) else { throw try whole.member(key).fault(fault) }
      return try kind.read(whole)
    }
  }
}

/// A part of a value, and the object that tells of it.
struct ReportPart<Whole, Part>: Sendable {
  let part: @Sendable (Whole) -> Part
  let form: ReportForm<Part>

  init(_ part: @escaping @Sendable (Whole) -> Part, _ form: ReportForm<Part>) {
    self.part = part
    self.form = form
  }
}

/// One of several kinds of values, and the word for it.
struct ReportKind<Value>: Sendable {
  let word: String
  /// Nil: the value is of another kind.
  let write: @Sendable (Value) -> JSONValue?
  let read: @Sendable (InputValue) throws(ReportFault) -> Value

  /// - Parameters:
  ///   - form: the object of what such a value holds.
  ///   - content: what it holds; nil: it is of another kind.
  init<Content>(
    _ word: String, _ form: ReportForm<Content>, _ make: @escaping @Sendable (Content) -> Value,
    _ content: @escaping @Sendable (Value) -> Content?
  ) {
    self.word = word
    write = { content($0).map(form.write) }
    read = { whole throws(ReportFault) in make(try form.read(whole)) }
  }
}

extension InputValue {
  func fault(_ message: String) -> ReportFault {
    ReportFault("at \(pointer.tokens.isEmpty ? "the root" : "\(pointer)"): \(message)")
  }

  func member(_ key: String) throws(ReportFault) -> InputValue {
    guard let member = self[key] else { throw fault("the member '\(key)' is missing") }
    return member
  }

  func member<Value>(_ key: String, _ form: ReportForm<Value>) throws(ReportFault) -> Value {
    try form.read(try member(key))
  }
}

extension JSONValue {
  fileprivate var members: [(String, JSONValue)] { (object ?? [:]).map { ($0.key, $0.value) } }
}
