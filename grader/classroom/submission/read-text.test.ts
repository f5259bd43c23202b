import { expect, test } from "vitest";
import { decode } from "./read-text.ts";

const TEXT = "// Zoë\r\nexport const pitch = 33;\n";
const utf16 = (text: string, isBig: boolean): Buffer => (isBig ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, "utf16le"));

test.each<[string, Uint8Array, string | undefined]>([
  ["UTF-8", Buffer.from(TEXT), undefined],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`), undefined],
  ["Latin-1", Buffer.from(TEXT, "latin1"), "Windows-1252"],
  ["UTF-16, little end first, with a mark", utf16(`\uFEFF${TEXT}`, false), "UTF-16LE"],
  ["UTF-16, big end first, with a mark", utf16(`\uFEFF${TEXT}`, true), "UTF-16BE"],
  ["UTF-16 without a mark", utf16(TEXT, false), "UTF-16LE"],
  ["UTF-16, big end first, without a mark", utf16(TEXT, true), "UTF-16BE"],
])("%s is read", (_, bytes, encoding) => {
  expect(decode(bytes)).toEqual({ text: TEXT, ...(encoding !== undefined && { encoding }) });
});

test.each<[string, Uint8Array]>([
  ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13)],
  ["UTF-16 that is cut off", utf16(`\uFEFF${TEXT}`, false).subarray(0, 9)],
])("%s is no text", (_, bytes) => {
  expect(decode(bytes)).toBeUndefined();
});
