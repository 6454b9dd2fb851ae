"""Edits of a JavaScript module: of the kinds that cosmic-ray makes of Python, and of what only JavaScript has."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import permutations

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_javascript.language()))

# Like cosmic-ray's own: each is replaced by each other of its kind.
COMPARISONS = {"===": "Eq", "!==": "NotEq", "<": "Lt", "<=": "LtE", ">": "Gt", ">=": "GtE"}
ARITHMETIC = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "%": "Mod", "**": "Pow"}
ARITHMETIC.update({">>": "RShift", ">>>": "UnsignedRShift", "<<": "LShift", "|": "BitOr", "&": "BitAnd", "^": "BitXor"})
LOGICAL = {"&&": "And", "||": "Or", "??": "Nullish"}
BINARY = (("Comparison", COMPARISONS), ("Binary", ARITHMETIC), ("Logical", LOGICAL))
UNARY = {"+": "UAdd", "-": "USub", "~": "Invert", "!": "Not"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "&&=": "||=", "||=": "&&=", "??=": "&&="}
NOTHING = ("undefined", "null")
CONDITIONAL = ("if_statement", "while_statement", "do_statement", "ternary_expression")

Replacement = tuple[str, int, int, str]  # what is done, and which bytes give way to which text


def edits(source: str) -> Iterator[tuple[str, str]]:
    """What was done, and the whole text after it, in the order of the text."""
    data = source.encode()
    for node in nodes(PARSER.parse(data).root_node):
        for name, start, end, text in replacements(node):
            yield f"javascript/{name}", (data[:start] + text.encode() + data[end:]).decode()


def meaning(source: str) -> Hashable:
    """What is the same for two texts that differ in white space and comments alone."""
    root = PARSER.parse(source.encode()).root_node
    return tuple((node.type, None if node.children else node.text) for node in nodes(root) if node.type != "comment")


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def replacements(node: Node) -> Iterator[Replacement]:
    yield from of_operators(node)
    yield from of_conditions(node)
    yield from of_loops(node)
    yield from of_literals(node)
    yield from of_jumps(node)


def of_operators(node: Node) -> Iterator[Replacement]:
    operator = node.child_by_field_name("operator")
    if node.type == "optional_chain":
        follower = node.next_sibling
        is_member = follower is not None and follower.type == "property_identifier"
        yield "RemoveOptionalChain", node.start_byte, node.end_byte, "." if is_member else ""
    if operator is None:
        return
    place = operator.start_byte, operator.end_byte
    if node.type == "binary_expression":
        for kind, names in BINARY:
            for old, new in permutations(names, 2):
                if old == operator.type and (kind != "Comparison" or is_allowed(old, new, node)):
                    yield (f"Replace{kind}Operator_{names[old]}_{names[new]}", *place, new)
    elif node.type == "unary_expression" and operator.type in UNARY:
        old = UNARY[operator.type]
        if old != "UAdd":
            yield (f"ReplaceUnaryOperator_Delete_{old}", *place, "")
        for new in UNARY:
            if new != operator.type and old != "Not":
                yield (f"ReplaceUnaryOperator_{old}_{UNARY[new]}", *place, new)
    elif node.type == "update_expression":
        yield ("ReplaceUpdateOperator", *place, "--" if operator.type == "++" else "++")
    elif node.type == "augmented_assignment_expression" and operator.type in ASSIGNMENTS:
        yield ("ReplaceAssignmentOperator", *place, ASSIGNMENTS[operator.type])


def is_allowed(old: str, new: str, comparison: Node) -> bool:
    """Nothing is neither less nor greater, so what is compared with it is only negated."""
    right = comparison.child_by_field_name("right")
    return right is None or text_of(right) not in NOTHING or {old, new} == {"===", "!=="}


def of_conditions(node: Node) -> Iterator[Replacement]:
    condition = node.child_by_field_name("condition")
    if condition is None or node.type not in CONDITIONAL:
        return
    negated = f"!{text_of(condition)}" if condition.type == "parenthesized_expression" else f"!({text_of(condition)})"
    if node.type != "ternary_expression":
        negated = f"({negated})"  # whose parentheses belong to the statement
    yield "AddNot", condition.start_byte, condition.end_byte, negated


def of_loops(node: Node) -> Iterator[Replacement]:
    if node.type == "for_in_statement":
        right = node.child_by_field_name("right")
        yield "ZeroIterationForLoop", right.start_byte, right.end_byte, "[]"
    elif node.type == "for_statement":
        condition = node.child_by_field_name("condition")
        if condition is not None and condition.type != "empty_statement":
            end = condition.end_byte - (1 if text_of(condition).endswith(";") else 0)
            yield "ZeroIterationForLoop", condition.start_byte, end, "false"


def of_literals(node: Node) -> Iterator[Replacement]:
    if node.type == "true":
        yield "ReplaceTrueWithFalse", node.start_byte, node.end_byte, "false"
    elif node.type == "false":
        yield "ReplaceFalseWithTrue", node.start_byte, node.end_byte, "true"
    elif node.type == "number":
        for offset in (1, -1):
            yield "NumberReplacer", node.start_byte, node.end_byte, number_beside(text_of(node), offset)


def number_beside(literal: str, offset: int) -> str:
    digits = literal.replace("_", "")
    if re.fullmatch(r"(0[xXoObB][0-9a-fA-F]+|[0-9]+)n?", digits):
        suffix = "n" if digits.endswith("n") else ""
        number = f"{int(digits.rstrip('n'), 0) + offset}{suffix}"
    else:
        number = str(float(digits) + offset)
    return f" {number}" if number.startswith("-") else number  # a space, lest there be a decrement


def of_jumps(node: Node) -> Iterator[Replacement]:
    keyword = node.children[0] if node.children else node
    if node.type == "break_statement":
        yield "ReplaceBreakWithContinue", keyword.start_byte, keyword.end_byte, "continue"
    elif node.type == "continue_statement":
        yield "ReplaceContinueWithBreak", keyword.start_byte, keyword.end_byte, "break"
    elif node.type == "catch_clause":
        body, name = node.child_by_field_name("body"), node.child_by_field_name("parameter")
        caught = "error" if name is None else text_of(name)
        yield "CatchNothing", node.start_byte, body.start_byte + 1, f"catch ({caught}) {{ throw {caught};"


def text_of(node: Node) -> str:
    return node.text.decode()
