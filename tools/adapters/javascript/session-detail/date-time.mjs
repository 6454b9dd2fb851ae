const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/;

/**
 * The instant of a strict RFC 3339 date and time, in microseconds since 1970, further digits cut off (R5); undefined
 * for any other text.
 *
 * A BigInt, because a double doesn't hold the microseconds of ten thousand years.
 */
export function parseDateTime(text) {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const [, , , , , , , fraction = "", sign, ...offset] = match;
  const [offsetHour, offsetMinute] = sign === undefined ? [0, 0] : offset.map(Number);
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;

  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isInCalendar = date.getUTCMonth() === month - 1; // a day of two digits that a month lacks is one of another
  if (!isInCalendar) return undefined;

  const offsetMinutes = (offsetHour * 60 + offsetMinute) * (sign === "-" ? -1 : 1);
  const seconds = date.getTime() / 1000 + (hour * 60 + minute - offsetMinutes) * 60 + second;
  const microseconds = fraction.slice(0, 6).padEnd(6, "0");
  return BigInt(seconds) * 1_000_000n + BigInt(microseconds);
}
