package import CanonicalJSON

/// Tells the elements of an output's arrays apart, so that one lost element is one difference.
///
/// It is given an element of either value and the pointer, in the expected value, of the array that it stands in, and
/// answers nil for an element that nothing identifies. An identity counts within its array alone.
package typealias ElementIdentity = @Sendable (_ element: JSONValue, _ array: JSONPointer) -> String?
