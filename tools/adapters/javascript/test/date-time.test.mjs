import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDateTime } from "../session-detail/date-time.mjs";

test("instants are microseconds since 1970, further digits cut off", () => {
  const instants = {
    "1970-01-01T00:00:00Z": 0n,
    "1970-01-01T00:00:00.0000019Z": 1n,
    "1969-12-31T23:59:59.9999999Z": -1n,
    "1970-01-01T01:30:00.5+01:30": 500_000n,
    "1969-12-31T00:01:00-23:59": 0n,
    "0000-01-01T00:00:00Z": -62_167_219_200_000_000n,
    "9999-12-31T23:59:59.999999Z": 253_402_300_799_999_999n,
    "0000-01-01T00:00:00+00:01": -62_167_219_260_000_000n,
  };
  for (const [text, instant] of Object.entries(instants)) assert.equal(parseDateTime(text), instant, text);
});

test("days that the calendar has are dates, others are not", () => {
  const exist = ["0000-02-29", "0004-02-29", "2000-02-29", "2024-02-29", "0099-12-31"];
  const missing = ["1900-02-29", "2023-02-29", "2024-02-30", "2024-04-31", "2024-00-01", "2024-13-01", "2024-01-00"];
  for (const day of exist) assert.notEqual(parseDateTime(`${day}T00:00:00Z`), undefined, day);
  for (const day of missing) assert.equal(parseDateTime(`${day}T00:00:00Z`), undefined, day);
});

test("other forms of dates and times are none", () => {
  const forms = [
    ...["2026-01-01", "2026-01-01T00:00:00", "2026-01-01t00:00:00Z", "2026-01-01T00:00:00z", "2026-01-01 00:00:00Z"],
    ...["2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T23:59:60Z", "2026-01-01T00:00Z"],
    ...["20260101T000000Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00+0000"],
    ...["2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60", " 2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z\n"],
    ...["", "+2026-01-01T00:00:00Z", "２026-01-01T00:00:00Z", "12026-01-01T00:00:00Z"],
  ];
  for (const text of forms) assert.equal(parseDateTime(text), undefined, text);
});
