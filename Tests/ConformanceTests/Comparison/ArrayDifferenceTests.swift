import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct ArrayDifferenceTests {
  struct `elements with an identity` {
    private let rows: [JSONValue] = (0..<5).map {
      ["id": .string("row-\($0)"), "text": .string("text \($0)")]
    }

    @Test(arguments: 0..<5)
    func `one lost is one difference`(index: Int) {
      var actual = rows
      let lost = actual.remove(at: index)
      #expect(
        found(actual) == [
          Difference(at: .to("\(index)"), .missing(lost), element: TextKey("row-\(index)"))
        ]
      )
    }

    @Test(arguments: 0...5)
    func `one too many is one difference`(index: Int) {
      var actual = rows
      actual.insert(["id": "new"], at: index)
      #expect(
        found(actual) == [
          Difference(at: .to("\(index)"), .unexpected(["id": "new"]), element: "new")
        ]
      )
    }

    @Test(arguments: [(0, 4), (4, 0), (1, 3)])
    func `one that stands elsewhere is moved`(from: Int, to: Int) {
      var actual = rows
      actual.insert(actual.remove(at: from), at: to)
      #expect(
        found(actual) == [
          Difference(
            at: .to("\(from)"),
            .moved(from: from, to: to),
            element: TextKey("row-\(from)")
          )
        ]
      )
    }

    @Test func `one that is moved and changed is told for both`() {
      let actual: [JSONValue] = [rows[4], rows[0], rows[1], rows[2], rows[3]].map { row in
        row == rows[4] ? ["id": "row-4", "text": "other"] : row
      }
      #expect(
        found(actual) == [
          Difference(at: .to("4"), .moved(from: 4, to: 0), element: "row-4"),
          Difference(
            at: .to("4", "text"),
            .changed(expected: "text 4", actual: "other"),
            counterpart: .to("0", "text")
          ),
        ]
      )
    }

    @Test func `a change behind a lost one has its own pointer`() {
      let actual: [JSONValue] = [
        rows[0], rows[2], ["id": "row-3", "text": "other", "new": 1], rows[4],
      ]
      #expect(
        found(actual) == [
          Difference(at: .to("1"), .missing(rows[1]), element: "row-1"),
          Difference(at: .to("2", "new"), .unexpected(1)),
          Difference(
            at: .to("3", "text"),
            .changed(expected: "text 3", actual: "other"),
            counterpart: .to("2", "text")
          ),
        ]
      )
    }

    @Test func `each difference has its place in both values`() {
      let actual: [JSONValue] = [
        rows[4], rows[0], rows[2], ["id": "row-3", "text": "other", "new": 1],
      ]
      let places = differences(
        expected: ["rows": .array(rows), "n": 1],
        actual: ["rows": .array(actual), "n": 2],
        identity: byID
      ).map { [$0.expectedPointer, $0.actualPointer] }
      #expect(
        places == [
          [.to("n"), .to("n")],
          [.to("rows", "4"), .to("rows", "0")],
          [.to("rows", "1"), nil],
          [nil, .to("rows", "3", "new")],
          [.to("rows", "3", "text"), .to("rows", "3", "text")],
        ]
      )
    }

    @Test func `an element that moved in an array that moved has its place in both values`() {
      let lists: JSONValue = [["id": "x", "rows": .array(rows)]]
      let moved: JSONValue = [
        ["id": "new"], ["id": "x", "rows": .array([rows[4]] + rows.dropLast())],
      ]
      let places = differences(expected: lists, actual: moved, identity: byID)
        .map { [$0.expectedPointer, $0.actualPointer] }
      #expect(places == [[nil, .to("0")], [.to("0", "rows", "4"), .to("1", "rows", "0")]])
    }

    @Test func `another identity is another element if most members differ`() {
      let actual = rows.dropLast() + [["id": "row-x", "text": "other"]]
      #expect(
        found(Array(actual)) == [
          Difference(at: .to("4"), .missing(rows[4]), element: "row-4"),
          Difference(at: .to("4"), .unexpected(actual[4]), element: "row-x"),
        ]
      )
    }

    @Test func `another identity at the same index is a change if half of the members agree`() {
      let range: JSONValue = [
        "kind": "closed", "from": "0050-03-01", "to": "0050-03-02", "days": 2,
      ]
      let moved = range.with("from", "1950-03-01").with("to", "1950-03-02")
      let byStart: ElementIdentity = { element, _ in element["from"]?.string }
      #expect(
        differences(expected: ["ranges": [range]], actual: ["ranges": [moved]], identity: byStart)
          == [
            Difference(
              at: .to("ranges", "0", "from"),
              .changed(expected: "0050-03-01", actual: "1950-03-01")
            ),
            Difference(
              at: .to("ranges", "0", "to"),
              .changed(expected: "0050-03-02", actual: "1950-03-02")
            ),
          ]
      )
    }

    @Test func `an element that lost its identity is changed`() {
      #expect(
        found(Array(rows.dropLast() + [["text": "text 4"]])) == [
          Difference(at: .to("4", "id"), .missing("row-4"))
        ]
      )
    }

    @Test func `several with one identity are matched in order`() {
      let twins: [JSONValue] = [["id": "t", "n": 1], ["id": "t", "n": 2], ["id": "u"]]
      let actual: [JSONValue] = [["id": "t", "n": 3], ["id": "u"], ["id": "t", "n": 4]]
      #expect(
        differences(expected: .array(twins), actual: .array(actual), identity: byID) == [
          Difference(at: .to("1"), .moved(from: 1, to: 2), element: "t"),
          Difference(
            at: .to("1", "n"),
            .changed(expected: 2, actual: 4),
            counterpart: .to("2", "n")
          ),
          Difference(at: .to("0", "n"), .changed(expected: 1, actual: 3)),
        ]
      )
    }

    @Test func `the identity is asked with the pointer of the array in the expected value`() {
      let onlyInRows: ElementIdentity = { element, array in
        array == .to("1", "rows") ? element["id"]?.string : nil
      }
      #expect(
        differences(
          expected: [0, ["rows": .array(rows)]],
          actual: [["rows": .array(Array(rows.dropFirst()))]],
          identity: onlyInRows
        )
          == [
            Difference(at: .to("0"), .missing(0)),
            Difference(at: .to("1", "rows", "0"), .missing(rows[0]), element: "row-0"),
          ]
      )
    }

    private func found(_ actual: [JSONValue]) -> DifferenceList {
      differences(expected: .array(rows), actual: .array(actual), identity: byID)
    }
  }

  struct `elements without an identity` {
    @Test func `one changed text is told at its own pointer`() {
      let tool: JSONValue = ["id": "t1", "type": "toolCall"]
      #expect(
        differences(
          expected: [
            "blocks": [["type": "text", "text": "one"], tool, ["type": "text", "text": "two"]]
          ],
          actual: [
            "blocks": [["type": "text", "text": "one"], tool, ["type": "text", "text": "2"]]
          ],
          identity: byID
        )
          == [Difference(at: .to("blocks", "2", "text"), .changed(expected: "two", actual: "2"))]
      )
    }

    @Test func `a text on the other side of a tool is not in its place`() {
      let tool: JSONValue = ["id": "t1", "type": "toolCall"]
      let text: JSONValue = ["type": "text", "text": "one"]
      #expect(
        differences(expected: [text, tool], actual: [tool, text], identity: byID)
          == [
            Difference(at: .to("0"), .missing(text)), Difference(at: .to("1"), .unexpected(text)),
          ]
      )
    }

    @Test(
      arguments: [
        (["a", "b", "c"], ["a", "c"], [Difference(at: .to("1"), .missing("b"))]),
        (["a", "c"], ["a", "b", "c"], [Difference(at: .to("1"), .unexpected("b"))]),
        (
          ["a", "b", "c"], ["x", "b", "y"],
          [
            Difference(at: .to("0"), .changed(expected: "a", actual: "x")),
            Difference(at: .to("2"), .changed(expected: "c", actual: "y")),
          ]
        ),
        (
          ["a", "b", "c", "d"], ["b", "c", "x", "d"],
          [
            Difference(at: .to("0"), .missing("a")),
            Difference(at: .to("2"), .unexpected("x")),
          ]
        ),
        (
          ["a", ["n": 1]], [["n": 2]],
          [
            Difference(at: .to("0"), .missing("a")),
            Difference(
              at: .to("1", "n"),
              .changed(expected: 1, actual: 2),
              counterpart: .to("0", "n")
            ),
          ]
        ),
        (
          ["a", 1, "c"], ["a", "1", "c"],
          [Difference(at: .to("1"), .changed(expected: 1, actual: "1"))]
        ),
        (
          [], [1, 2],
          [Difference(at: .to("0"), .unexpected(1)), Difference(at: .to("1"), .unexpected(2))]
        ),
        (
          [true, false], [false, true],
          [
            Difference(at: .to("0"), .changed(expected: true, actual: false)),
            Difference(at: .to("1"), .changed(expected: false, actual: true)),
          ]
        ),
        (
          [true, false, true, false], [false, true, false, false],
          [
            Difference(at: .to("0"), .changed(expected: true, actual: false)),
            Difference(at: .to("1"), .changed(expected: false, actual: true)),
            Difference(at: .to("2"), .changed(expected: true, actual: false)),
          ]
        ),
        (
          ["yes", "no"], ["no", "yes"],
          [
            Difference(at: .to("0"), .changed(expected: "yes", actual: "no")),
            Difference(at: .to("1"), .changed(expected: "no", actual: "yes")),
          ]
        ),
        (["a", "a"], ["a"], [Difference(at: .to("1"), .missing("a"))]),
        (
          [[1, 2], [3, 4]], [[1, 2], [3, 5]],
          [Difference(at: .to("1", "1"), .changed(expected: 4, actual: 5))]
        ),
      ] as [(JSONValue, JSONValue, DifferenceList)]
    )
    func `equal ones are aligned and what is left is paired in order`(
      expected: JSONValue,
      actual: JSONValue,
      found: DifferenceList
    ) {
      #expect(differences(expected: expected, actual: actual, identity: anonymous) == found)
    }
  }
}
