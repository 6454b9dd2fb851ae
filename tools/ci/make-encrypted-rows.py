#!/usr/bin/env python3
"""Makes the keys, nonces and ciphertexts of Fixtures/session-detail/encryption.json.

Usage:
  tools/ci/make-encrypted-rows.py           replaces the encrypted fields of the case file
  tools/ci/make-encrypted-rows.py --check   writes nothing; prints the fields that are stale

They are TEST VECTORS: the keys are fixed and published here, nonces are derived from the plaintexts,
and nothing that they encrypt is secret. CASES has a recipe for the encrypted fields of each case. All
other parts of the case file are written by hand.

Exit code 0: the fields are written or fresh, 1: one is stale, 2: the script can't run.
"""

import base64
import hashlib
import itertools
import json
import pathlib
import re
import struct

from shared.script import ROOT, cannot_run, parser, run_script

CASE_FILE = pathlib.Path("Fixtures/session-detail/encryption.json")
FIELDS = ("session_key", "content_encrypted", "content_nonce")
KEY = bytes(range(224, 256))  # its base64 has both '+' and '/'
OTHER_KEY = bytes(range(32))
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


# MARK: RFC 8439


def chacha20_block(key, counter, nonce):
    initial = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    state = list(initial)

    def add_and_rotate(a, b, d, bits):
        state[a] = (state[a] + state[b]) & 0xFFFFFFFF
        mixed = state[d] ^ state[a]
        state[d] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF

    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for a, b, c, d in (columns + diagonals) * 10:
        add_and_rotate(a, b, d, 16)
        add_and_rotate(c, d, b, 12)
        add_and_rotate(a, b, d, 8)
        add_and_rotate(c, d, b, 7)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(state, initial)))


def chacha20(key, nonce, text):
    """Encrypts a text as in section 2.4, with the first counter 1 of section 2.8."""
    blocks = (chacha20_block(key, 1 + index // 64, nonce) for index in range(0, len(text), 64))
    return bytes(x ^ y for x, y in zip(text, b"".join(blocks)))


def poly1305(key, message):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for index in range(0, len(message), 16):
        total = (total + int.from_bytes(message[index : index + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def seal(plaintext, nonce, key=KEY, associated=b""):
    """Section 2.8: the ciphertext with the tag behind it."""
    ciphertext = chacha20(key, nonce, plaintext)
    padded = [part + bytes(-len(part) % 16) for part in (associated, ciphertext)]
    lengths = struct.pack("<QQ", len(associated), len(ciphertext))
    return ciphertext + poly1305(chacha20_block(key, 0, nonce)[:32], b"".join(padded) + lengths)


def check_cipher():
    """The example of section 2.8.2."""
    plaintext = (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would "
        b"be it."
    )
    associated = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    sealed = seal(plaintext, bytes.fromhex("070000004041424344454647"), bytes(range(0x80, 0xA0)), associated)
    if sealed[:4].hex() != "d31a8d34" or sealed[-16:].hex() != "1ae10b594f09e26a7e902ecbd0600691":
        cannot_run("the cipher does not give what RFC 8439, section 2.8.2, has")


# MARK: Ways of writing bytes


def b64(data):
    return base64.b64encode(data).decode("ascii")


def padded(data, least=1):
    """Base64 of bytes that are chosen so that it has so much padding."""
    written = b64(data)
    if not written.endswith("=" * least):
        cannot_run(f"{len(data)} bytes have less padding than their recipe takes for granted")
    return written


def whole(data):
    """Base64 of bytes that are chosen so that it has no padding."""
    written = b64(data)
    if written.endswith("="):
        cannot_run(f"{len(data)} bytes have padding, which their recipe takes for absent")
    return written


def url(data):
    written = base64.urlsafe_b64encode(data).decode("ascii")
    if written == b64(data):
        cannot_run("a recipe's bytes look alike in both alphabets")
    return written


def hexed(data):
    return "\\x" + data.hex()


def zero_x(data):
    return "0x" + data.hex()


def unpadded(data):
    return padded(data).rstrip("=")


def around(before, after, write=b64):
    return lambda data: before + write(data) + after


def inside(insertion, place, write=b64):
    return lambda data: write(data)[:place] + insertion + write(data)[place:]


def wrapped(write):
    """The base64 of a text, whatever the text is."""
    return lambda data: b64(write(data).encode("utf-8"))


def around_base64(write):
    """The base64, written like any other bytes."""
    return lambda data: write(b64(data).encode("ascii"))


twice = around_base64(b64)


def trailing_bits(data):
    """Base64 whose bits behind the last byte are ones."""
    digits = padded(data).rstrip("=")
    padding = -len(digits) % 4
    last = ALPHABET[ALPHABET.index(digits[-1]) | 4**padding - 1]
    return digits[:-1] + last + "=" * padding


def is_(value):
    """This value, whatever the bytes are."""
    return lambda data: value


ABSENT = object()
absent = is_(ABSENT)


def changed(change, write=b64):
    """The bytes, changed, then written."""
    return lambda data: write(change(data))


def flipped(place):
    return changed(lambda data: bytes(byte ^ (index == place % len(data)) for index, byte in enumerate(data)))


# MARK: Rows


def sealed(plaintext, ciphertext=b64, nonce=b64, *, by=None, key=KEY, associated=b""):
    """An encrypted row: its plaintext, how its fields are written, and, where it matters, the bytes of the nonce."""
    if isinstance(plaintext, dict):
        plaintext = json.dumps(plaintext, ensure_ascii=False, separators=(",", ":"))
    if isinstance(plaintext, str):
        plaintext = plaintext.encode("utf-8")
    if by is None:
        by = hashlib.sha256(plaintext).digest()[:12]
    return {"content_encrypted": ciphertext(seal(plaintext, by, key, associated)), "content_nonce": nonce(by)}


def sealed_with_base64_led_by(lead, plaintext):
    """A row whose base64 of the ciphertext begins like this, by the first nonce that does so."""
    nonces = (number.to_bytes(12, "big") for number in itertools.count())
    return sealed(plaintext, by=next(by for by in nonces if b64(seal(plaintext.encode(), by)).startswith(lead)))


def named_by(text):
    """The nonce whose base64 is this text."""
    return {"by": base64.b64decode(text, validate=True), "nonce": is_(text)}


def assistant(*blocks):
    return {"type": "assistant", "message": {"content": list(blocks)}}


def text(text):
    return {"type": "text", "text": text}


WITHOUT_KEY = ABSENT
HELLO = sealed("Hello")
SHORT_NONCE = bytes.fromhex("0102030405060708")
PLUS_NONCE = bytes.fromhex("fbefbe") * 4  # in base64 nothing but '+'
SLASH_NONCE = b"\xff" * 12  # and nothing but '/'

# For each case its session key as written, then its encrypted rows in order of arrival.
CASES = {
    "encrypted_load_and_updates": [
        b64(KEY),
        sealed(assistant(text("Looking"), {"type": "tool_use", "id": "t1", "name": "Read", "status": "running"})),
        sealed("Go on"),
        sealed({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a"}]}}),
    ],
    "encrypted_mixed_with_plain": [
        b64(KEY),
        sealed(assistant(text("two"))),
        sealed({"type": "system", "text": "hidden"}),
        sealed("five"),
    ],
    "encrypted_updates_alone": [b64(KEY), sealed("first"), sealed("second")],
    "encrypted_plaintext_kept": [
        b64(KEY),
        sealed("\ufeff{}"),
        sealed("\u00e9 e\u0301 😀"),
        sealed(" \n"),
        sealed(HELLO["content_encrypted"]),
    ],
    "encrypted_empty_plaintext": [
        b64(KEY),
        sealed("", by=bytes(12)),
        sealed("", hexed, by=bytes(11) + b"\1"),
        sealed("", twice, by=bytes(11) + b"\2"),
    ],
    "encrypted_row_ids_by_write": [b64(KEY), sealed("old"), sealed("new"), sealed("newest")],
    "encrypted_stale_update": [b64(KEY), sealed("loaded"), sealed("stale"), sealed("stale beside plain")],
    "content_beside_encrypted_fields": [
        WITHOUT_KEY,
        sealed("not read"),
        sealed("not read", absent, is_(None)),
        sealed("not read", is_(7), is_("?")),
    ],
    "empty_content_beside_encrypted_fields": [b64(KEY), sealed("not read")],
    # Form of the fields
    "encrypted_hex_fields": [
        b64(KEY),
        sealed("backslash", hexed, hexed),
        sealed("zero", zero_x, zero_x),
        sealed("backslash, upper case", lambda data: "\\x" + data.hex().upper(), zero_x),
        sealed("zero, upper case", hexed, lambda data: "0x" + data.hex().upper()),
        sealed("ciphertext alone", zero_x, b64),
        sealed("nonce alone", b64, hexed),
        sealed("both cases", lambda data: "0x" + data.hex()[:20].upper() + data.hex()[20:], b64),
    ],
    "encrypted_not_hex": [
        b64(KEY),
        sealed("upper-case X", lambda data: "0X" + data.hex()),
        sealed("upper-case X of the nonce", b64, lambda data: "\\X" + data.hex()),
        sealed("no prefix", lambda data: data.hex()),
        sealed("no prefix of the nonce", b64, lambda data: data.hex()),
        sealed("half a prefix", b64, lambda data: "x" + data.hex()),
        sealed("two prefixes", lambda data: "0x\\x" + data.hex()),
        sealed("two backslashes", lambda data: "\\\\x" + data.hex()),
        sealed("odd", b64, lambda data: "0x" + data.hex()[1:], by=b"\0" + bytes(range(11))),
        sealed("odd too", lambda data: "\\x0" + data.hex()),
        sealed("no digit", b64, is_("0x")),
        sealed("white space inside", b64, inside(" ", 4, hexed)),
        sealed("white space behind the prefix", inside(" ", 2, zero_x)),
        sealed("colons", b64, lambda data: "0x" + data.hex(":")),
        sealed("signs", b64, lambda data: "\\x" + "+1" * 12, by=b"\1" * 12),
        sealed("full width", b64, lambda data: "0x" + "".join(chr(ord(c) + 0xFEE0) for c in data.hex())),
        sealed("no hex letter", b64, lambda data: hexed(data)[:-1] + "g"),
    ],
    "encrypted_odd_hex": [b64(KEY), sealed("Hello", b64, lambda data: "0x" + data.hex()[1:], by=b"\0" + bytes(range(11)))],
    "encrypted_half_byte_behind_hex": [
        b64(KEY),
        sealed("half a byte", around("", "0", hexed), zero_x),
        sealed("half a byte of the nonce", b64, around("", "0", zero_x)),
    ],
    "encrypted_base64_led_by_0x": [
        b64(KEY),
        sealed("no hex letter", **named_by("0xabcdefghijklmn")),
        sealed("the last is none", **named_by("0x0123456789abcg")),
        sealed("no hex sign", **named_by("0x+f+f+f+f+f+f+f")),
        sealed_with_base64_led_by("0x", "ciphertext"),
    ],
    "encrypted_base64_before_hex": [
        b64(KEY),
        sealed("digits", **named_by("0x0123456789abcd")),
        sealed("capitals", **named_by("0xFEDCBA98765432")),
    ],
    "encrypted_base64_before_hex_in_update": [b64(KEY), sealed("update", **named_by("0x0123456789abcd"))],
    "encrypted_hex_that_is_base64": [b64(KEY), sealed("Hello", zero_x)],
    "encrypted_trailing_bits": [
        b64(KEY),
        sealed("four bits", trailing_bits),
        sealed("the 2 bits", trailing_bits),
        sealed("inside a wrap", wrapped(trailing_bits)),
        sealed("around a wrap", around_base64(trailing_bits), around_base64(trailing_bits)),
    ],
    "encrypted_base64_strict": [
        b64(KEY),
        sealed("space", inside(" ", 8)),
        sealed("space in the nonce", b64, inside(" ", 8)),
        sealed("line end", inside("\n", 8)),
        sealed("line ends in the nonce", b64, inside("\r\n", 4)),
        sealed("space in front of padding", inside(" ", -1, padded)),
        sealed("none of 2 paddings", unpadded),
        sealed("not padded", unpadded),
        sealed("half padded!", lambda data: padded(data, 2)[:-1]),
        sealed("1 padding more", around("", "=", whole)),
        sealed("4 paddings for it", around("", "====", whole)),
        sealed("1 padding in the nonce", b64, around("", "=")),
        sealed("4 paddings in the nonce", b64, around("", "====")),
        sealed("3 paddings", around("", "=", padded)),
        sealed("text after it", around("", "AAAA", padded)),
        sealed("inside it", lambda data: padded(data, 2)[:-1] + "A"),
        sealed("URL of the nonce", b64, url, by=PLUS_NONCE),
        sealed("URL of another", b64, url, by=SLASH_NONCE),
        sealed("URL alphabet", url, by=bytes(12)),
        sealed("other signs", inside("!", 8)),
        sealed("full width", lambda data: chr(ord(b64(data)[0]) + 0xFEE0) + b64(data)[1:]),
        sealed("data URL", around("base64,", "")),
    ],
    "encrypted_base64_inner_white_space": [b64(KEY), sealed("Hello", inside("\n", 16))],
    "encrypted_base64_missing_padding": [b64(KEY), sealed("Hello, world", unpadded)],
    "encrypted_base64_url_alphabet": [b64(KEY), sealed("Hello", b64, url, by=PLUS_NONCE)],
    "encrypted_base64_url_alphabet_in_front": [b64(KEY), sealed("Hello", b64, url, by=b"\xf8" + bytes(11))],
    "encrypted_wrapped_twice": [
        b64(KEY),
        sealed("both", twice, twice),
        sealed("ciphertext", twice, b64),
        sealed("nonce", b64, twice),
        sealed("hex of base64", around_base64(hexed), around_base64(zero_x)),
        sealed("no wrap", by=b"abcdefghijkl"),
    ],
    "encrypted_wrapped_no_further": [
        b64(KEY),
        sealed("three times", wrapped(twice)),
        sealed("three times, nonce", b64, wrapped(twice)),
        sealed("hex inside", wrapped(hexed)),
        sealed("hex inside, nonce", b64, wrapped(zero_x)),
        sealed("URL inside, nonce", b64, wrapped(url), by=SLASH_NONCE),
        sealed("unpadded inside", wrapped(unpadded)),
        sealed("too much padding inside", b64, wrapped(around("", "===="))),
    ],
    "encrypted_wrapped_three_times": [b64(KEY), sealed("Hello", wrapped(twice), wrapped(twice))],
    # The cipher
    "encrypted_wrong_key": [b64(OTHER_KEY), sealed("Hello")],
    "encrypted_wrong_tag": [b64(KEY), sealed("Hello", flipped(-1))],
    "encrypted_tampered": [b64(KEY), sealed("Hello", flipped(0))],
    "encrypted_wrong_nonce": [b64(KEY), sealed("Hello", b64, flipped(11))],
    "encrypted_associated_data": [b64(KEY), sealed("Hello", associated=b"row-1")],
    "encrypted_tag_first": [b64(KEY), sealed("Hello", changed(lambda data: data[-16:] + data[:-16]))],
    "encrypted_without_tag": [b64(KEY), sealed("Sixteen letters and more", changed(lambda data: data[:-16]))],
    "encrypted_shorter_than_tag": [b64(KEY), sealed("", changed(lambda data: data[:15]), by=bytes(12))],
    "encrypted_short_nonce": [b64(KEY), sealed("Hello", b64, changed(lambda by: by[4:]), by=bytes(4) + SHORT_NONCE)],
    "encrypted_long_nonce": [b64(KEY), sealed("Hello", b64, changed(lambda by: by + b"\0"))],
    "encrypted_plaintext_not_utf8": [b64(KEY), sealed(b"Hell\xf6")],
    "encrypted_plaintext_not_utf8_in_update": [
        b64(KEY),
        sealed(b"Hell\xf6"),
        sealed(b"overlong \xc0\xaf"),
        sealed(b"surrogate \xed\xa0\x80\xed\xb0\x80"),
        sealed(b"beyond \xf4\x90\x80\x80"),
        sealed(b"cut \xe2\x82"),
        sealed(b'{"type":"assistant","text":"\xff"}'),
    ],
    # What fails first
    "encrypted_field_missing": [b64(KEY), sealed("Hello", absent)],
    "encrypted_nonce_missing": [b64(KEY), sealed("Hello", b64, absent)],
    "encrypted_field_null": [b64(KEY), sealed("Hello", is_(None))],
    "encrypted_nonce_null": [b64(KEY), sealed("Hello", b64, is_(None))],
    "encrypted_field_number": [b64(KEY), sealed("Hello", is_(12345678))],
    "encrypted_nonce_object": [b64(KEY), sealed("Hello", b64, is_({}))],
    "encrypted_field_empty": [b64(KEY), sealed("Hello", is_(""))],
    "encrypted_nonce_blank": [b64(KEY), sealed("Hello", b64, is_(" \u00a0\n"))],
    "encrypted_field_not_blank": [b64(KEY), sealed("Hello", is_("\ufeff"))],
    "encrypted_field_undecodable": [b64(KEY), sealed("Hello", is_("not base64!"))],
    "encrypted_malformed_and_undecodable": [b64(KEY), sealed("Hello", is_("not base64!"), is_(""))],
    "encrypted_load_fails_whole": [b64(KEY), sealed("good"), sealed("bad", flipped(0)), sealed("update")],
    "encrypted_malformed_over_undecryptable": [b64(KEY), sealed("b", flipped(0)), sealed("a", is_(None)), sealed("c")],
    "encrypted_malformed_over_missing_key": [WITHOUT_KEY, sealed("b", flipped(0)), sealed("a", is_(None)), sealed("c")],
    "encrypted_malformed_over_bad_key": ["not base64!", sealed("a", b64, absent)],
    "encrypted_missing_key_over_undecryptable": [WITHOUT_KEY, sealed("Hello", is_("not base64!"))],
    "encrypted_superseded_row_not_read": [
        b64(KEY),
        sealed("old", flipped(0)),
        sealed("new"),
        sealed("newest"),
        sealed("older", is_(None)),
    ],
    "encrypted_superseded_by_plain_without_key": [WITHOUT_KEY, sealed("old"), sealed("a", is_(None))],
    "encrypted_winning_row_fails": [b64(KEY), sealed("new", flipped(0)), sealed("old")],
    "encrypted_winning_row_malformed": [b64(KEY), sealed("old"), sealed("new", b64, is_(""))],
    "encrypted_row_superseded_by_update_fails": [b64(KEY), sealed("old", b64, is_("")), sealed("new")],
    # The key
    "session_key_missing": [WITHOUT_KEY, HELLO],
    "session_key_empty": ["", HELLO],
    "session_key_31_bytes": [b64(KEY[:31]), sealed("Hello", key=KEY[:31] + b"\0")],
    "session_key_33_bytes": [b64(KEY + b"\0"), HELLO],
    "session_key_not_base64": ["not base64!", HELLO],
    "session_key_of_both_alphabets": [b64(KEY).replace("/", "_"), HELLO],
    "session_key_base64url": [url(KEY), HELLO],
    "session_key_without_padding": [unpadded(KEY), HELLO],
    "session_key_base64url_without_padding": [url(KEY).rstrip("="), HELLO],
    "session_key_untrimmed": [b64(KEY) + "\n", HELLO],
    "session_key_hex": [hexed(KEY), HELLO],
    "session_key_hex_0x": [zero_x(KEY), HELLO],
    "session_key_wrapped_twice": [twice(KEY), HELLO],
    "session_key_trailing_bits": [trailing_bits(KEY), HELLO],
    "session_key_not_needed": ["not base64!"],
    "session_key_bad_for_updates": [b64(KEY[:31]), sealed("a"), sealed("b", is_(None))],
    "session_key_missing_for_updates": [WITHOUT_KEY, sealed("a")],
    # Updates
    "encrypted_updates_ignored": [
        b64(KEY),
        sealed("loaded"),
        sealed("no ciphertext", absent),
        sealed("null", b64, is_(None)),
        sealed("number", is_(7)),
        sealed("blank", b64, is_("\u3000")),
        sealed("undecodable", is_("?")),
        sealed("tampered", flipped(0)),
        sealed("wrong key", key=OTHER_KEY),
        sealed("wrong tag", flipped(-1)),
        sealed("associated data", associated=b"u-9"),
        sealed("good"),
    ],
    "encrypted_bad_update_leaves_row": [b64(KEY), sealed("loaded"), sealed("newer", flipped(0)), sealed("stale")],
    "encrypted_bad_update_then_good": [b64(KEY), sealed("bad", flipped(0)), sealed("good")],
}


# MARK: The case file


def due_fields(case):
    """Yields each encrypted field with its current and its fresh value, in the order of the case."""
    recipe = CASES.get(case["id"])
    if recipe is None:
        cannot_run(f"there is no recipe for the case {case['id']}")
    key, *rows = recipe
    rows = iter(rows)
    for name, value in case["input"].items():
        if name == "session_key":
            yield name, value, key
        elif name in ("rows", "updates"):
            for row in value:
                if any(field in row for field in FIELDS):
                    due = next(rows, None)
                    if due is None:
                        cannot_run(f"the case {case['id']} has more encrypted rows than its recipe")
                    for field in (*(field for field in row if field in FIELDS), *(set(FIELDS[1:]) - set(row))):
                        yield field, row.get(field, ABSENT), due[field]
    if next(rows, None) is not None:
        cannot_run(f"the case {case['id']} has fewer encrypted rows than its recipe")
    if ("session_key" in case["input"]) == (key is ABSENT):
        cannot_run(f"the case {case['id']} has a session key and its recipe has none, or the other way round")


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a field is stale")
    options = arguments.parse_args()
    check_cipher()

    path = ROOT / CASE_FILE
    try:
        document = path.read_text(encoding="utf-8")
        cases = json.loads(document)["cases"]
    except (OSError, ValueError) as error:
        cannot_run(f"{CASE_FILE}: {error}")
    missing = CASES.keys() - {case["id"] for case in cases}
    if missing:
        cannot_run(f"{CASE_FILE} has no case for the recipes of {', '.join(sorted(missing))}")

    # The members' places in the text, in the order in which the parsed cases have them.
    places = iter(list(re.finditer(rf'"({"|".join(FIELDS)})": ("(?:[^"\\]|\\.)*"|\{{\}}|[^\s,}}]+)', document)))
    parts = []
    end = 0
    findings = 0
    for case in cases:
        for field, written, due in due_fields(case):
            if (written is ABSENT) != (due is ABSENT):
                cannot_run(f"the case {case['id']} and its recipe disagree on whether a row has '{field}'")
            if written is ABSENT:
                continue
            place = next(places)
            if place[1] != field:
                cannot_run(f"{CASE_FILE} has '{place[1]}' in the place of '{field}'")
            if written != due:
                findings += 1
                if options.check:
                    line = document.count("\n", 0, place.start()) + 1
                    print(f"{CASE_FILE}:{line}: {case['id']}: '{field}' should be {json.dumps(due)}")
            literal = place[2] if written == due else json.dumps(due)
            parts += [document[end : place.start(2)], literal]
            end = place.end(2)
    if findings and not options.check:
        path.write_bytes(("".join(parts) + document[end:]).encode("utf-8"))
        print(f"wrote {findings} field{'' if findings == 1 else 's'}")
        return 0
    if findings:
        print("\nrenew them with\n  tools/renew encrypted")
        return 1
    print(f"every encrypted field of {len(cases)} cases is fresh")
    return 0


if __name__ == "__main__":
    run_script(main)
