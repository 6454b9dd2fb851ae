"""D10: stanzas, read by expat, which knows what is well-formed and hands over what has to be refused."""

from xml.parsers import expat

from .namespaces import CLIENT
from .refusal import Refused

MOST_BYTES = 1_048_576
MOST_LEVELS = 64
# Between a namespace and a name, as expat gives them: no character of XML, so that no namespace has it.
SEPARATOR = "\x01"


class Element:
    __slots__ = ("namespace", "name", "attributes", "text", "children")

    def __init__(self, namespace, name, attributes):
        self.namespace, self.name, self.attributes = namespace, name, attributes
        self.text, self.children = "", []

    def get(self, name):
        return self.attributes.get(name)

    def all(self, namespace, name):
        return [child for child in self.children if child.name == name and child.namespace == namespace]

    def first(self, namespace, name):
        return next(iter(self.all(namespace, name)), None)


def stanza_of(text):
    data = text.encode("utf-8")
    if len(data) > MOST_BYTES:
        raise Refused("stanza_too_large")
    if text.startswith("\ufeff"):
        raise Refused("malformed_xml")  # expat would skip it
    return Builder().root_of(data)


class Builder:
    def __init__(self):
        self.root = None
        self.open = []
        self.default_namespaces = []  # that the text declares around the position
        self.pieces = []  # of the character data since the last tag: expat cuts it as it likes

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
            namespace = CLIENT  # the default of the stream, which is not in the text
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
    def refuse(*_):
        raise Refused(code)

    return refuse
