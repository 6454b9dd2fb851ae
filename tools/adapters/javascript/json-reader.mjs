/** A number as it was written: whatever is carried from an input to an output keeps its digits. */
export class JSONNumber {
  constructor(literal) {
    this.literal = literal;
  }

  get value() {
    return Number(this.literal);
  }
}

/**
 * Parses JSON (RFC 8259) strictly and throws a SyntaxError for anything else, by the rules of P15.
 *
 * Objects become Maps, so that no name is special; numbers become JSONNumbers; an unpaired surrogate becomes U+FFFD.
 * What is open is kept in a list and not on the call stack, which a few thousand brackets would overflow.
 */
export function parseJSON(text, maximumDepth = Infinity) {
  return new Reader(text, maximumDepth).read();
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

class Reader {
  #text;
  #maximumDepth;
  #position = 0;
  /** The arrays and objects around the position, innermost last; `name` is that of the member being read. */
  #open = [];

  constructor(text, maximumDepth) {
    this.#text = text;
    this.#maximumDepth = maximumDepth;
  }

  read() {
    for (;;) {
      let value = this.#readUntilValueIsWhole();
      while (this.#open.length > 0) {
        this.#add(value);
        if (this.#hasNextItem()) break;
        value = this.#open.pop().container;
      }
      if (this.#open.length === 0) {
        if (!Number.isNaN(this.#peek())) throw this.#unexpected();
        return value;
      }
    }
  }

  /** Enters arrays and objects until there is a value that needs no more reading: a scalar or an empty container. */
  #readUntilValueIsWhole() {
    for (;;) {
      const unit = this.#peek();
      if (unit === OPENING_BRACE) {
        this.#enter(new Map());
        if (this.#skip(CLOSING_BRACE)) return this.#open.pop().container;
        this.#readName();
      } else if (unit === OPENING_BRACKET) {
        this.#enter([]);
        if (this.#skip(CLOSING_BRACKET)) return this.#open.pop().container;
      } else {
        return this.#readScalar(unit);
      }
    }
  }

  #enter(container) {
    if (this.#open.length === this.#maximumDepth) {
      throw new SyntaxError(`nested more than ${this.#maximumDepth} deep at ${this.#position}`);
    }
    this.#position += 1;
    this.#open.push({ container, name: undefined });
  }

  #add(value) {
    const { container, name } = this.#open.at(-1);
    if (container instanceof Map) {
      container.set(name, value);
    } else {
      container.push(value);
    }
  }

  /** Moves to the next item of the innermost container, or behind its end. */
  #hasNextItem() {
    const isObject = this.#open.at(-1).container instanceof Map;
    if (this.#skip(COMMA)) {
      if (isObject) this.#readName();
      return true;
    }
    if (this.#skip(isObject ? CLOSING_BRACE : CLOSING_BRACKET)) return false;
    throw this.#unexpected();
  }

  #readName() {
    if (this.#peek() !== QUOTE) throw this.#unexpected();
    this.#open.at(-1).name = this.#readString();
    if (!this.#skip(COLON)) throw this.#unexpected();
  }

  #readScalar(unit) {
    if (unit === QUOTE) return this.#readString();
    if (unit === MINUS || isDigit(unit)) return this.#readNumber();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#position)) {
        this.#position += word.length;
        return value;
      }
    }
    throw this.#unexpected();
  }

  #readString() {
    const text = this.#text;
    const start = this.#position;
    let end = start + 1;
    let isVerbatim = true;
    for (let unit; (unit = text.charCodeAt(end)) !== QUOTE; end += 1) {
      if (unit === BACKSLASH) {
        isVerbatim = false;
        end += 1;
      } else if (!(unit >= 0x20)) {
        this.#position = Math.min(end, text.length);
        throw this.#unexpected();
      }
    }
    this.#position = end + 1;
    // The platform's own parser decodes escapes as RFC 8259 has them, but leaves surrogates unpaired.
    return isVerbatim ? text.slice(start + 1, end) : JSON.parse(text.slice(start, end + 1)).toWellFormed();
  }

  #readNumber() {
    const start = this.#position;
    if (this.#unit() === MINUS) this.#position += 1;
    if (this.#unit() === ZERO) {
      this.#position += 1;
    } else {
      this.#readDigits();
    }
    if (this.#unit() === DOT) {
      this.#position += 1;
      this.#readDigits();
    }
    if ((this.#unit() | 0x20) === 0x65) {
      this.#position += 1;
      if (this.#unit() === PLUS || this.#unit() === MINUS) this.#position += 1;
      this.#readDigits();
    }
    const number = new JSONNumber(this.#text.slice(start, this.#position));
    if (!Number.isFinite(number.value)) throw new SyntaxError(`number beyond the range of doubles at ${start}`);
    return number;
  }

  #readDigits() {
    if (!isDigit(this.#unit())) throw this.#unexpected();
    while (isDigit(this.#unit())) this.#position += 1;
  }

  /** The UTF-16 code unit at the position, NaN at the end. */
  #unit() {
    return this.#text.charCodeAt(this.#position);
  }

  /** The next code unit that is no white space. */
  #peek() {
    for (;;) {
      const unit = this.#unit();
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.#position += 1;
    }
  }

  #skip(unit) {
    if (this.#peek() !== unit) return false;
    this.#position += 1;
    return true;
  }

  #unexpected() {
    const place = this.#position;
    if (place >= this.#text.length) return new SyntaxError(`unexpected end at ${place}`);
    const character = String.fromCodePoint(this.#text.codePointAt(place));
    return new SyntaxError(`unexpected ${JSON.stringify(character)} at ${place}`);
  }
}

const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
];

function isDigit(unit) {
  return unit >= ZERO && unit <= NINE;
}
