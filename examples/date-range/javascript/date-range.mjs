/**
 * Reads the date ranges that somebody wrote. The rules, D1 to D11, stand in ../README.md.
 *
 * A day is its distance from 1970-01-01. The bound of a range that has none is infinite.
 */

const MILLISECONDS = 86_400_000;
const OPEN = { first: -Infinity, last: Infinity };

/** Takes parts that are too small or large for their place, as the constructor of Date does, but no year for 19xx. */
const dayNumber = (year, month, day) => new Date(0).setUTCFullYear(year, month - 1, day) / MILLISECONDS;
const dateOf = (day) => new Date(day * MILLISECONDS);
const isoDay = (day) => dateOf(day).toISOString().slice(0, 10);

const EARLIEST = dayNumber(1, 1, 1);
const LATEST = dayNumber(9999, 12, 31);
const isInCalendar = (day) => EARLIEST <= day && day <= LATEST;

/** D10. The index counts UTF-16 code units of the text. */
class Refusal extends Error {
  constructor(code, { index }) {
    super(code);
    this.code = code;
    this.index = index;
  }
}

/** What is read well and yet nowhere in calendar or on the clock. */
const IMPOSSIBLE = Symbol("impossible");

/** Takes the zone in minutes east of UTC and the holidays as days. */
export function parse(text, zone, holidays) {
  try {
    const ranges = merged(itemsOf(text).map((item) => rangeOf(item, zone)));
    return { ranges: ranges.flatMap(without([...holidays].sort((a, b) => a - b))).map(written) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: { code: error.code, at: [...text.slice(0, error.index)].length } };
  }
}

/** The day, or undefined where the text is none. */
export function readDay(text) {
  const span = /^\d{4}-\d{2}-\d{2}$/.test(text) ? readDate(text) : undefined;
  return span === IMPOSSIBLE ? undefined : span?.first;
}

/** Minutes east of UTC, or undefined where the text is no offset. */
export function readOffset(text) {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

// D1: parts of the text, which know where they are in it

function itemsOf(text) {
  let index = 0;
  return text.split(/[,;]/).map((item) => {
    const part = { text: item, index };
    index += item.length + 1;
    return part;
  });
}

function trimmed({ text, index }) {
  const isSpace = (character) => " \t\n\r".includes(character);
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  const part = { text: text.slice(start, end), index: index + start };
  if (start === end) throw new Refusal("empty", part);
  return part;
}

// D4 to D7: an item as a range

function rangeOf(item, zone) {
  const divided = item.text.search(/[/\u2013]/);
  if (divided === -1) return termAlone(trimmed(item), zone);

  const startPart = trimmed({ text: item.text.slice(0, divided), index: item.index });
  const start = startPart.text === ".." ? OPEN : readTerm(startPart, { zone });
  const endPart = trimmed({ text: item.text.slice(divided + 1), index: item.index + divided + 1 });
  const whole = { ...endPart, text: prefixFor(endPart.text, startPart.text) + endPart.text };
  const end = endPart.text === ".." ? OPEN : readTerm(whole, { zone, isEnd: true });

  const first = start.isDuration ? countedFrom(end.last + 1, start, -1, startPart) : start.first;
  const last = end.isDuration ? countedFrom(start.first, end, 1, endPart) - 1 : end.last;
  if (!isInCalendar(first) && first !== -Infinity) throw new Refusal("out_of_range", startPart);
  if (!isInCalendar(last) && last !== Infinity) throw new Refusal("out_of_range", endPart);
  if (first > last) throw new Refusal("reversed", startPart);
  return { first, last };
}

function termAlone(part, zone) {
  const term = readTerm(part, { zone });
  if (term.isDuration) throw new Refusal("duration_alone", part);
  return term;
}

/** D5: what the end leaves out of the start. */
function prefixFor(end, start) {
  const [, year, month, day] = /^(\d{4}-)(\d\d)(-\d\d)?$/.exec(start) ?? [];
  if (/^\d\d$/.test(end) && year) return day ? `${year}${month}-` : year;
  return /^\d\d-\d\d$/.test(end) && day ? year : "";
}

/** D7. What there is to count from is no number beside a second duration, and infinite beside an open end. */
function countedFrom(day, { months, days }, sign, part) {
  if (!Number.isFinite(day)) throw new Refusal("duration_alone", part);
  const date = dateOf(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + sign * months];
  return Math.min(dayNumber(year, month, date.getUTCDate()), dayNumber(year, month + 1, 0)) + sign * days;
}

function readTerm(part, context) {
  const term = readDuration(part.text) ?? readDate(part.text) ?? readTime(part.text, context);
  if (term === undefined) throw new Refusal("unreadable", part);
  if (term === IMPOSSIBLE) throw new Refusal("impossible", part);
  if (term.isDuration || (isInCalendar(term.first) && isInCalendar(term.last))) return term;
  throw new Refusal("out_of_range", part);
}

function readDuration(text) {
  const weeks = /^P(\d{1,4})W$/.exec(text);
  if (weeks) return { isDuration: true, months: 0, days: 7 * Number(weeks[1]) };
  const parts = /^P(?:(\d{1,4})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})D)?$/.exec(text);
  if (!parts || text === "P") return undefined;
  const [years, months, days] = parts.slice(1).map((number) => Number(number ?? 0));
  return { isDuration: true, months: 12 * years + months, days };
}

// D2

const DATE = /^(?<year>\d{4})(?:-(?:Q(?<quarter>\d)|W(?<week>\d\d)|(?<month>\d\d)(?:-(?<day>\d\d))?))?$/;

function readDate(text) {
  const groups = DATE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const number = (name) => Number(groups[name]);
  const year = number("year");
  if (year === 0) return IMPOSSIBLE;
  if (groups.day) return day(year, number("month"), number("day"));
  if (groups.month) return months(year, number("month"), number("month"));
  if (groups.quarter) return months(year, 3 * number("quarter") - 2, 3 * number("quarter"));
  return groups.week ? daysOfWeek(year, number("week")) : months(year, 1, 12);
}

function day(year, month, dayOfMonth) {
  const first = dayNumber(year, month, dayOfMonth);
  const date = dateOf(first);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth ? { first, last: first } : IMPOSSIBLE;
}

function months(year, start, end) {
  if (start < 1 || end > 12) return IMPOSSIBLE;
  return { first: dayNumber(year, start, 1), last: dayNumber(year, end + 1, 0) };
}

/** A week belongs to the year of its Thursday, and 4 January always to week 1. */
function daysOfWeek(year, week) {
  const fourth = dayNumber(year, 1, 4);
  const daysSinceMonday = (dateOf(fourth).getUTCDay() + 6) % 7;
  const first = fourth - daysSinceMonday + 7 * (week - 1);
  return dateOf(first + 3).getUTCFullYear() === year ? { first, last: first + 6 } : IMPOSSIBLE;
}

// D3

const TIME = /^(?<date>\d{4}-\d\d-\d\d)T(?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<offset>Z|[+-]\d\d:\d\d)?$/;
const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?|24:00(?::00(?:\.0+)?)?)$/;

/** A fraction tells nothing but whether it is midnight, and may be too fine for a number. */
function readTime(text, { zone, isEnd = false }) {
  const { date, clock, offset } = TIME.exec(text)?.groups ?? {};
  if (date === undefined) return undefined;
  const span = readDate(date);
  const east = offset === undefined ? zone : readOffset(offset);
  if (span === IMPOSSIBLE || east === undefined || !CLOCK.test(clock)) return IMPOSSIBLE;

  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) + zone - east;
  const isMidnight = minutes % 1440 === 0 && !/[1-9]/.test(clock.slice(5));
  const found = span.first + Math.floor(minutes / 1440) - (isEnd && isMidnight ? 1 : 0);
  return { first: found, last: found };
}

// D8, D9, and how a range is written

function merged(ranges) {
  const done = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = done.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else done.push({ first, last });
  }
  return done;
}

/** The pieces of a range that lie between holidays, which are in order. */
function without(holidays) {
  return ({ first, last }) => {
    const inside = holidays.filter((holiday) => first <= holiday && holiday <= last);
    const starts = [first, ...inside.map((holiday) => holiday + 1)];
    const ends = [...inside.map((holiday) => holiday - 1), last];
    return starts
      .map((start, index) => ({ first: start, last: ends[index] }))
      .filter((piece) => piece.first <= piece.last && piece.first <= LATEST && piece.last >= EARLIEST);
  };
}

function written({ first, last }) {
  const from = first === -Infinity ? {} : { from: isoDay(first) };
  const to = last === Infinity ? {} : { to: isoDay(last) };
  if (from.from && to.to) return { kind: "closed", ...from, ...to, days: last - first + 1 };
  return { kind: from.from ? "from" : to.to ? "until" : "always", ...from, ...to };
}
