import { expect, test } from "vitest";
import { TextPack } from "./text-pack.ts";

const TEXTS = [
  "",
  "export const read = 1;\r\n",
  "// Zoë",
  "// 線形 🙂",
  "// \ud800 alone, \udc00",
  "\ufeff\0",
  "x".repeat(20_000),
  "ünïcödé ".repeat(3_000),
];

test("texts come back as they were, in whatever order they are read", () => {
  const pack = new TextPack();
  const texts = Array.from({ length: 40 }, (_, i) => TEXTS[i % TEXTS.length]! + i);
  const packed = texts.map((text) => pack.add(text));
  const order = texts.map((_, i) => (i * 17) % texts.length);
  for (const i of [...order, ...order.toReversed()]) expect(packed[i]!.toString() === texts[i]).toBe(true);
});

test("texts that are alike take a small part of their size", () => {
  const pack = new TextPack();
  const size = 600;
  for (let i = 0; i < 10_000; i++)
    pack.add(`// By s${i}.\nexport const read = (thread) => thread.threadIdx.x * ${i};\n`.padEnd(size, "// the same words "));
  expect(pack.packedBytes).toBeLessThan((10_000 * size) / 8);
});
