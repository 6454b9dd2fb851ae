"""All edits of a Python module that cosmic-ray knows, but for those that draw lots or want names of variables."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names


def edits(source: str) -> Iterator[tuple[str, str]]:
    """What was done, and the whole text after it; text for text in the same order everywhere."""
    nodes = list(ast_nodes(get_ast(source)))
    for name in operator_names():
        operator_class = get_operator(name)
        if operator_class.arguments():
            continue
        operator = operator_class()
        places = sum(1 for node in nodes for _ in operator.mutation_positions(node))
        for occurrence in range(places):
            mutated = mutate_code(source, operator, occurrence)
            if mutated is not None:
                yield name, mutated


def meaning(source: str) -> Hashable:
    """What is the same for two texts that differ in nothing that is run."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    are_annotations_text = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
        if are_annotations_text:
            drop_annotations(node)
    return ast.dump(tree)


def drop_annotations(node: ast.AST) -> None:
    if isinstance(node, ast.arg):
        node.annotation = None
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        node.returns = None
    elif isinstance(node, ast.AnnAssign):
        node.annotation = ast.Constant(None)
