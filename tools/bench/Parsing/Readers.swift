internal import CanonicalJSON
internal import Foundation

/// The JSON readers of this process. Each reads all texts and visits every value.
enum Reader: String, CaseIterable {
  case canonical = "CanonicalJSON"
  case canonicalValue = "CanonicalJSON to values"
  case serialization = "JSONSerialization"
  case structs = "JSONDecoder to structs"
  case values = "JSONDecoder to values"

  /// Reads the texts one after the other, and visits every value.
  func tally(_ texts: [[UInt8]]) throws -> ValueTally {
    var tally = ValueTally()

    for text in texts {
      switch self {
      case .canonical: tally.add(try JSONDocument(parsing: text).root)
      case .canonicalValue: tally.add(try JSONDocument(parsing: text).root.value)
      case .serialization: tally.add(foundation: try JSONSerialization.jsonObject(with: Data(text)))
      case .structs:
        for record in try JSONDecoder().decode([Record].self, from: Data(text)) {
          tally.add(record)
        }
      case .values: tally.add(try JSONDecoder().decode(DecodedValue.self, from: Data(text)))
      }
    }

    return tally
  }
}
