internal import Conformance

/// Returns a number with a comma between groups of three digits, such as `2,255`.
package func figure(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  let groups = digits.enumerated().map { index, digit in
    let isStartOfGroup = index > 0 && (digits.count - index).isMultiple(of: 3)
    return (isStartOfGroup ? "," : "") + String(digit)
  }
  return (number < 0 ? "-" : "") + groups.joined()
}

/// Returns a number with its noun in the singular or plural, such as `1 case` or `2,255 cases`.
package func figure(_ number: Int, _ noun: String) -> String {
  "\(figure(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// Returns a size in bytes or, from 1,000 bytes, in the largest decimal unit, such as `1.4 kB`.
package func sizeText(bytes: Int) -> String {
  guard bytes >= 1000 else { return counted(bytes, "byte") }

  var size = Double(bytes) / 1000
  var units = ["kB", "MB", "GB"][...]
  while units.count > 1, size >= 999.5 {
    size /= 1000
    units = units.dropFirst()
  }
  return "\(decimal(size)) \(units[units.startIndex])"
}

/// Returns a number with one digit after the decimal point, or as an integer from 10.
private func decimal(_ number: Double) -> String {
  guard number < 9.95 else { return "\(Int(number.rounded()))" }
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

extension Duration {
  /// The duration as people write it: at least `0.1 s`, and from two minutes on with minutes.
  package var shortText: String {
    let seconds = self / .seconds(1)
    guard seconds >= 119.5 else { return "\(decimal(max(seconds, 0.1))) s" }

    let whole = Int(seconds.rounded())
    return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(whole % 60) s")
  }
}
