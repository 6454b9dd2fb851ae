#!/usr/bin/env python3
"""Checks the DocC documentation of each library product of Package.swift.

Usage:
  tools/ci/check-documentation.py                  makes a debug build and checks every product
  tools/ci/check-documentation.py NAME...          checks some products
  tools/ci/check-documentation.py --no-build       uses the debug build as it is
  tools/ci/check-documentation.py --output FOLDER  also writes the documentation as a website

For each product NAME, the catalog is Sources/NAME/NAME.docc. The symbols come from the modules of
the debug build. The check fails if

  - docc has a warning,
  - a public symbol has no doc comment; what the compiler synthesizes and the usual requirements of
    the standard library's protocols, such as `==`, need none,
  - a public top-level symbol isn't in a Topics section of the catalog,
  - a ```swift block in the catalog or in a public symbol's doc comment doesn't compile.

Each block is compiled as part of an app in the Swift 6 language mode. A block that begins with a
declaration, such as `@Test func`, is compiled as a file, and any other block as the body of an
`async throws` function on the main actor. The block's own imports are kept. For names that a block
doesn't declare, there is a set-up:

  - In a catalog, it is a comment directly above the block: <!-- setup: let url = URL(…) -->. It is
    in the function if it begins with a statement.
  - In doc comments, it is the file tools/ci/doc-examples/NAME.swift, which is compiled together
    with each block of the product. Its imports and that of the product are also those of the block.

Exit code 0: the check passed, 1: it failed, 2: it can't run.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from shared.script import ROOT, CannotRun, parser, run_script

BUILD = ROOT / ".build/debug"
MODULES = BUILD / "Modules"
MANIFEST = ROOT / ".build/debug.yaml"
SETUPS = pathlib.Path("tools/ci/doc-examples")

# Members that conform a type to a protocol of the standard library, which documents them.
REQUIREMENTS = {
    "==(_:_:)", "<(_:_:)", "hash(into:)", "hashValue", "encode(to:)", "init(from:)", "description",
    "debugDescription", "customMirror", "init(rawValue:)", "allCases",
}

FENCE = re.compile(r"^ *(?P<fence>```+) *(?P<language>\S*)")
SETUP_START = re.compile(r"^ *<!-- *setup:")
IMPORT = re.compile(r"^ *(?:@testable +)?import +\w+")
DECLARATION = re.compile(
    r"^ *(?:@(?:Test|Suite|Observable)\b|(?:(?:public|private|final|nonisolated|@MainActor) +)*"
    r"(?:func|struct|class|enum|actor|protocol|extension)\b)"
)
SYMBOL_LINK = re.compile(r"^ *- +``(?P<link>[^`]+)``")
HEADING = re.compile(r"^(?P<level>#+) +(?P<title>.*)")
MODULE_MAP = re.compile(r'"(-fmodule-map-file=[^"]+)"')
COMPILER_ERROR = re.compile(r"^\S.*:\d+:\d+: error: ")
# The suffix that distinguishes overloads in links.
DISAMBIGUATION = re.compile(r"-(?:\(.*|[a-z.]+|[0-9a-z]+)$")


@dataclasses.dataclass
class Block:
    """A Swift example with its set-up, each with the number of its first line."""

    path: str
    line: int
    text: str
    setup_line: int = 0
    setup: str = ""
    # The file with the set-up of doc comments.
    setup_file: pathlib.Path | None = None


def run(*command):
    """Runs a command in the package's folder, and returns its output."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        raise CannotRun(f"{' '.join(map(str, command))} failed")
    return done.stdout


def docc_program():
    """Returns the path of docc, which is next to the compiler in a toolchain."""
    swift = shutil.which("swift")
    if not swift:
        raise CannotRun("swift is missing")
    beside = pathlib.Path(swift).resolve().parent / "docc"
    found = str(beside) if beside.exists() else shutil.which("docc")
    if not found:
        raise CannotRun(f"this toolchain has no docc: {beside} is missing")
    return found


def library_products():
    """Returns the names of the library products."""
    package = json.loads(run("swift", "package", "--ignore-lock", "dump-package"))
    return [product["name"] for product in package["products"] if "library" in product["type"]]


def relative(uri):
    """Returns the path of a file in the work tree, or None for any other file."""
    path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else None


# MARK: - Symbols


class Product:
    """The catalog and the public symbols of a product."""

    def __init__(self, name, target, folder):
        self.name = name
        self.catalog = ROOT / "Sources" / name / f"{name}.docc"
        self.pages = sorted(self.catalog.glob("*.md"))
        self.graphs = folder / name
        self.graphs.mkdir()
        if not (MODULES / f"{name}.swiftmodule").exists():
            raise CannotRun(f"the debug build has no module {name}; run swift build")
        run(
            "swift", "symbolgraph-extract", "-module-name", name, "-target", target,
            "-I", MODULES, *module_maps(), "-output-dir", self.graphs,
            "-minimum-access-level", "public", "-skip-synthesized-members",
            "-emit-extension-block-symbols",
        )  # fmt: skip
        graphs = [json.loads(path.read_text()) for path in sorted(self.graphs.glob("*.json"))]
        self.symbols = [symbol for graph in graphs for symbol in graph["symbols"]]

    def own_symbols(self):
        """Returns the symbols that sources of the product declare, with their places."""
        for symbol in self.symbols:
            location = symbol.get("location")
            path = relative(location["uri"]) if location else None
            if path:
                yield symbol, f"{path}:{location['position']['line'] + 1}"

    def undocumented(self):
        """Returns a message for each public symbol without a doc comment."""
        for symbol, place in self.own_symbols():
            name = symbol["pathComponents"][-1]
            is_extension = symbol["kind"]["identifier"] == "swift.extension"
            if is_extension or name in REQUIREMENTS or "docComment" in symbol:
                continue
            yield f"{place}: '{'.'.join(symbol['pathComponents'])}' has no doc comment"

    def unlisted(self):
        """Returns a message for each public top-level symbol that no Topics section lists."""
        listed = set()
        for page in self.pages:
            listed |= topics_of(page.read_text(encoding="utf-8"), self.name)
        for symbol, place in self.own_symbols():
            components = symbol["pathComponents"]
            is_extension = symbol["kind"]["identifier"] == "swift.extension"
            if len(components) == 1 and not is_extension and components[0] not in listed:
                page = f"{self.catalog.relative_to(ROOT)}/{self.name}.md"
                yield f"{place}: '{components[0]}' isn't in a Topics section of {page}"

    def blocks(self):
        """Returns the Swift blocks of the catalog and of the doc comments of public symbols."""
        for page in self.pages:
            lines = list(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
            yield from blocks_in(str(page.relative_to(ROOT)), lines)

        setup_file = SETUPS / f"{self.name}.swift"
        seen = set()
        for symbol in self.symbols:
            comment = symbol.get("docComment", {})
            path = relative(comment["uri"]) if "uri" in comment else None
            if not path:
                continue
            lines = [
                (line["range"]["start"]["line"] + 1, line["text"]) for line in comment["lines"]
            ]
            for block in blocks_in(path, lines):
                if (path, block.line) not in seen:
                    seen.add((path, block.line))
                    if (ROOT / setup_file).exists():
                        block.setup_file = setup_file
                    block.setup = imports_of(block.setup_file) + f"\nimport {self.name}"
                    block.setup_line = 1
                    yield block


def topics_of(text, product):
    """Returns the names of the top-level symbols that the Topics section of a page lists."""
    found = set()
    is_inside = False
    for line in text.splitlines():
        if heading := HEADING.match(line):
            if len(heading["level"]) <= 2:
                is_inside = heading["title"].strip() == "Topics"
        elif is_inside and (match := SYMBOL_LINK.match(line)):
            parts = match["link"].split("/")
            if parts[0] == product:
                parts = parts[1:]
            if len(parts) == 1:
                found |= {parts[0], DISAMBIGUATION.sub("", parts[0])}
    return found


def module_maps():
    """Returns the arguments of the debug build for modules in C, such as those of system libraries."""
    if not MANIFEST.exists():
        raise CannotRun(f"the debug build left no {MANIFEST.relative_to(ROOT)}; run swift build")
    maps = sorted(set(MODULE_MAP.findall(MANIFEST.read_text(encoding="utf-8"))))
    return [word for argument in maps for word in ("-Xcc", argument)]


# MARK: - Building the documentation


def warnings_of(product, docc, output):
    """Builds the documentation of a product, and returns the lines of docc if it isn't clean."""
    done = subprocess.run(
        [
            docc, "convert", product.catalog, "--additional-symbol-graph-dir", product.graphs,
            "--fallback-display-name", product.name, "--fallback-bundle-identifier",
            f"parity.{product.name}", "--output-path", output, "--warnings-as-errors",
        ],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    text = done.stdout.replace(f"{ROOT}/", "")
    if done.returncode != 0 or "warning:" in text:
        yield f"{product.catalog.relative_to(ROOT)}: docc exits with {done.returncode}"
        yield text.strip()


# MARK: - Examples


def blocks_in(path, lines):
    """Returns the Swift blocks of a document, which consists of numbered lines."""
    setup, setup_line, is_in_setup = "", 0, False
    fence, start, code = None, 0, []
    for number, text in lines:
        if fence is not None:
            if text.strip() == fence:
                if start:
                    yield Block(path, start, "\n".join(code), setup_line, setup)
                fence, setup = None, ""
            else:
                code.append(text)
        elif is_in_setup:
            is_in_setup = "-->" not in text
            setup += "\n" + text.split("-->")[0]
        elif match := SETUP_START.match(text):
            setup, setup_line = text[match.end() :].split("-->")[0], number
            is_in_setup = "-->" not in text
        elif match := FENCE.match(text):
            fence, code = match["fence"], []
            start = number + 1 if match["language"] == "swift" else 0
        elif text.strip():
            setup = ""


def imports_of(path):
    """Returns the lines of a set-up file with everything but imports blanked, or an empty text."""
    if path is None:
        return ""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return "\n".join(line if IMPORT.match(line) else "" for line in lines)


def is_declaration(text):
    """Returns whether a text begins with a declaration, which can be at the top level of a file."""
    lines = [line.strip() for line in text.splitlines()]
    code = [line for line in lines if line and not line.startswith("//") and not IMPORT.match(line)]
    return not code or bool(DECLARATION.match(code[0]))


def program_of(block):
    """Returns a Swift file with a block, whose lines keep the numbers of the document."""
    imports, outside, inside = [], [], []
    for path, line, text in (
        (block.setup_file or block.path, block.setup_line, block.setup),
        (block.path, block.line, block.text),
    ):
        if not text:
            continue
        rest = text.splitlines()
        for index, code in enumerate(rest):
            if IMPORT.match(code):
                imports += [f'#sourceLocation(file: "{path}", line: {line + index})', code.strip()]
                rest[index] = ""
        place = outside if is_declaration(text) else inside
        place += [f'#sourceLocation(file: "{path}", line: {line})', *rest]

    lines = [*imports, *outside]
    if inside:
        lines += ["@MainActor func example() async throws {", *inside, "#sourceLocation()", "}"]
    return "\n".join(lines) + "\n"


def errors_of(block, compiler, folder):
    """Compiles a block, and returns the lines of the compiler if it fails."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        source = pathlib.Path(place) / "Example.swift"
        source.write_text(program_of(block), encoding="utf-8")
        files = [block.setup_file] if block.setup_file else []
        done = subprocess.run(
            [*compiler, *files, source],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
    if done.returncode == 0:
        return []
    errors = [line for line in done.stdout.splitlines() if COMPILER_ERROR.match(line)]
    text = "\n".join(errors) or done.stdout.strip()
    return [f"{block.path}:{block.line}: the example doesn't compile", text.replace(f"{ROOT}/", "")]


def compiler_command(info, folder):
    """Returns the command that checks Swift files without making anything."""
    plugins = pathlib.Path(info["paths"]["runtimeResourcePath"]) / "host/plugins/testing"
    return [
        "swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-suppress-warnings",
        "-module-name", "Examples", "-I", str(MODULES), *module_maps(),
        "-module-cache-path", str(folder / "cache"),
        *(["-plugin-path", str(plugins)] if plugins.exists() else []),
    ]  # fmt: skip


# MARK: - Main


def check(options, folder):
    """Prints the problems, and returns how many there are."""
    docc = docc_program()
    known = library_products()
    names = options.products or known
    if unknown := set(names) - set(known):
        raise CannotRun(f"not a library product: {', '.join(sorted(unknown))}")
    if not options.no_build:
        run("swift", "build", "--quiet")
    info = json.loads(run("swiftc", "-print-target-info"))

    products = [Product(name, info["target"]["triple"], folder) for name in names]
    archives = folder / "archives"
    archives.mkdir()
    problems = []
    for product in products:
        problems += [*product.undocumented(), *product.unlisted()]
        problems += warnings_of(product, docc, archives / f"{product.name}.doccarchive")

    blocks = [block for product in products for block in product.blocks()]
    compiler = compiler_command(info, folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda block: errors_of(block, compiler, folder), blocks):
            problems += found

    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        symbols = sum(len(list(product.own_symbols())) for product in products)
        print(f"{len(products)} catalogs, {symbols} public symbols, {len(blocks)} examples")
        if options.output:
            write_website(docc, archives, options.output)
    return len(problems)


def write_website(docc, archives, output):
    """Merges the documentation of all products to a website."""
    if output.exists():
        raise CannotRun(f"{output} exists")
    sources = sorted(archives.iterdir())
    run(docc, "merge", *sources, "--output-path", output, "--synthesized-landing-page-name", "Parity")
    print(f"python3 -m http.server --directory {output}")
    print("then open http://localhost:8000/documentation")


def main():
    arguments = parser(__doc__)
    arguments.add_argument("products", nargs="*", metavar="NAME", help="the products to check")
    arguments.add_argument("--no-build", action="store_true", help="use the debug build as it is")
    arguments.add_argument("--output", type=pathlib.Path, metavar="FOLDER", help="write a website")
    options = arguments.parse_args()
    if options.output:
        options.output = options.output.absolute()
    with tempfile.TemporaryDirectory() as folder:
        return 1 if check(options, pathlib.Path(folder)) else 0


if __name__ == "__main__":
    run_script(main)
