/**
 * Parses date ranges. The rules, D1 to D11, are in ../README.md.
 *
 * A day is the number of days since 1970-01-01. An open end is infinite.
 */

const MILLISECONDS = 86_400_000;
const OPEN = { first: -Infinity, last: Infinity };

/** Returns a day. Months and days can overflow, as in `Date.UTC`, but year 50 isn't 1950. */
const dayNumber = (year, month, day) => new Date(0).setUTCFullYear(year, month - 1, day) / MILLISECONDS;
const dateOf = (day) => new Date(day * MILLISECONDS);
const isoDay = (day) => dateOf(day).toISOString().slice(0, 10);

const EARLIEST = dayNumber(1, 1, 1);
const LATEST = dayNumber(9999, 12, 31);
const isInCalendar = (day) => EARLIEST <= day && day <= LATEST;

/** The first error of a text (D10). The index counts UTF-16 code units. */
class Refusal extends Error {
  constructor(code, { index }) {
    super(code);
    this.code = code;
    this.index = index;
  }
}

/** The result for a date, time or offset that has a valid form but doesn't exist. */
const IMPOSSIBLE = Symbol("impossible");

/** Returns the ranges or the error. The zone is in minutes east of UTC; holidays are days. */
export function parse(text, zone, holidays) {
  try {
    const ranges = merged(itemsOf(text).map((item) => rangeOf(item, zone)));
    return { ranges: ranges.flatMap(without([...holidays].sort((a, b) => a - b))).map(written) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: { code: error.code, at: [...text.slice(0, error.index)].length } };
  }
}

/** Returns the day, or `undefined` if the text isn't a day. */
export function readDay(text) {
  const span = /^\d{4}-\d{2}-\d{2}$/.test(text) ? readDate(text) : undefined;
  return span === IMPOSSIBLE ? undefined : span?.first;
}

/** Returns the minutes east of UTC, or `undefined` if the text isn't an offset. */
export function readOffset(text) {
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -size : size;
}

// D1: items and terms, with their positions in the text

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

// D4 to D7: the range of an item

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

/** Returns the part of the start that a short end leaves out (D5), or an empty string. */
function prefixFor(end, start) {
  const [, year, month, day] = /^(\d{4}-)(\d\d)(-\d\d)?$/.exec(start) ?? [];
  if (/^\d\d$/.test(end) && year) return day ? `${year}${month}-` : year;
  return /^\d\d-\d\d$/.test(end) && day ? year : "";
}

/** Returns the target (D7). The day isn't finite if the other term is a duration or `..`. */
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

// D2: dates

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

/** Returns the days of a week. Week 1 always contains January 4. */
function daysOfWeek(year, week) {
  const fourth = dayNumber(year, 1, 4);
  const daysSinceMonday = (dateOf(fourth).getUTCDay() + 6) % 7;
  const first = fourth - daysSinceMonday + 7 * (week - 1);
  return dateOf(first + 3).getUTCFullYear() === year ? { first, last: first + 6 } : IMPOSSIBLE;
}

// D3: times

const TIME = /^(?<date>\d{4}-\d\d-\d\d)T(?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<offset>Z|[+-]\d\d:\d\d)?$/;
const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?|24:00(?::00(?:\.0+)?)?)$/;

/** Reads a time (D3). A fraction stays text, because a number could round it to zero. */
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

// D8, D9, and the output

function merged(ranges) {
  const done = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = done.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else done.push({ first, last });
  }
  return done;
}

/** Returns a function that splits a range at its holidays (D9). The holidays must be sorted. */
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
