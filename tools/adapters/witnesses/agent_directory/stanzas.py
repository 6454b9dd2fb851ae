"""D10: stanzas. Expat parses them, and its handlers refuse what the contract doesn't allow."""

from xml.parsers import expat

from .namespaces import CLIENT
from .refusal import Refused

MOST_BYTES = 1_048_576
MOST_LEVELS = 64
# Expat puts it between a namespace and a name. It isn't an XML character: no namespace has it.
SEPARATOR = "\x01"


class Element:
    """An element. The names of attributes in a namespace start with it and the separator."""

    __slots__ = ("namespace", "name", "attributes", "text", "children")

    def __init__(self, namespace, name, attributes):
        self.namespace, self.name, self.attributes = namespace, name, attributes
        self.text, self.children = "", []

    def is_named(self, namespace, name):
        return self.name == name and self.namespace == namespace

    def get(self, name):
        """The value of an attribute in no namespace, or None."""
        return self.attributes.get(name)

    def all(self, namespace, name):
        """The children with this name."""
        return [child for child in self.children if child.is_named(namespace, name)]

    def first(self, namespace, name):
        """The first child with this name, or None."""
        return next(iter(self.all(namespace, name)), None)


def stanza_of(text):
    """Parses a received text. Raises Refused if it isn't an element within the limits."""
    data = text.encode("utf-8")
    if len(data) > MOST_BYTES:
        raise Refused("stanza_too_large")
    # Expat would skip a byte order mark, and take U+0000 for half of a character in UTF-16.
    if text.startswith("\ufeff") or "\0" in text[:2]:
        raise Refused("malformed_xml")
    return Builder().root_of(data)


class Builder:
    """Builds the tree of elements while expat parses."""

    def __init__(self):
        self.root = None
        self.open = []
        self.default_namespaces = []  # declared in the text, for the current element
        self.pieces = []  # of character data since the last tag

    def root_of(self, data):
        parser = expat.ParserCreate("utf-8", SEPARATOR)
        parser.StartDoctypeDeclHandler = refusing("doctype")
        parser.XmlDeclHandler = refusing("malformed_xml")
        parser.CommentHandler = refusing("malformed_xml")
        parser.ProcessingInstructionHandler = refusing("malformed_xml")
        parser.StartNamespaceDeclHandler = self.begin_namespace
        parser.EndNamespaceDeclHandler = self.end_namespace
        parser.StartElementHandler = self.begin
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.pieces.append
        try:
            parser.Parse(data, True)
        except expat.ExpatError:
            raise Refused("malformed_xml") from None
        return self.root

    def begin_namespace(self, prefix, namespace):
        if prefix is None:
            self.default_namespaces.append(namespace)

    def end_namespace(self, prefix):
        if prefix is None:
            self.default_namespaces.pop()

    def begin(self, name, attributes):
        self.take_text()
        if len(self.open) == MOST_LEVELS:
            raise Refused("nesting_too_deep")
        namespace, _, local_name = name.rpartition(SEPARATOR)
        if not namespace and not self.default_namespaces:
            namespace = CLIENT  # the stream's default namespace isn't in the text
        element = Element(namespace, local_name, attributes)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _):
        self.take_text()
        self.open.pop()

    def take_text(self):
        if self.pieces:
            self.open[-1].text += "".join(self.pieces)
            self.pieces.clear()


def refusing(code):
    """A handler that ends the step with an error."""

    def refuse(*_):
        raise Refused(code)

    return refuse
