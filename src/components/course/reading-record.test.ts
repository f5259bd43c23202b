import { expect, test } from "vitest";
import { parsedRecord, type ReadingRecord } from "./reading-record.ts";

const last = { path: "/lessons/1-coalescing/01-what-one-load-costs/", title: "What one load costs" };

test.each<[string | null, ReadingRecord]>([
  [null, { read: [] }],
  ["", { read: [] }],
  ["not JSON", { read: [] }],
  ["null", { read: [] }],
  ['{"read":"all"}', { read: [] }],
  ['{"last":{"path":3},"read":["a/01-b",7]}', { read: ["a/01-b"] }],
  [JSON.stringify({ last, read: ["a/01-b"] }), { last, read: ["a/01-b"] }],
])("%s is read as %j", (text, record) => expect(parsedRecord(text)).toEqual(record));
