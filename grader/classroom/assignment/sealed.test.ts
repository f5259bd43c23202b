import { expect, it } from "vitest";
import { KEY_PATTERN, looksDrawn, newSecret, seal, sealingKey, unseal } from "./sealed.ts";

const week1 = { id: "week-1", secret: "a secret of some length" };
const key = await sealingKey(week1);

it("the key is that of an assignment and its secret, and does not hold the secret", async () => {
  expect(key).toMatch(KEY_PATTERN);
  expect(await sealingKey({ ...week1 })).toBe(key);
  for (const other of [
    { ...week1, id: "week-2" },
    { ...week1, secret: "another secret of some length" },
  ])
    expect(await sealingKey(other)).not.toBe(key);
});

it("an assignment without a secret has no key", async () => {
  await expect(sealingKey({ id: "week-1" })).rejects.toThrow("has no secret");
});

it("a sealed text shows nothing of the text, is the same every time, and is opened by its key", async () => {
  const text = "export const read = ({ threadIdx }) => threadIdx.x; // µ";
  const sealed = await seal(text, "week-1", key);
  expect(Buffer.from(sealed.text, "base64url").toString("latin1")).not.toContain("threadIdx");
  expect(await seal(text, "week-1", key)).toEqual(sealed);
  expect(await unseal(sealed, key)).toBe(text);
});

it("two texts have different vectors", async () => {
  const one = await seal("one", "week-1", key);
  const other = await seal("two", "week-1", key);
  expect(one.text.slice(0, 16)).not.toBe(other.text.slice(0, 16));
});

it("neither another key opens it, nor is an altered text opened", async () => {
  const sealed = await seal("text", "week-1", key);
  const altered = { ...sealed, text: sealed.text.slice(0, -4) + "AAAA" };
  await expect(unseal(sealed, `A${key.slice(1)}`)).rejects.toThrow("does not open");
  await expect(unseal(altered, key)).rejects.toThrow("does not open");
});

it.each([
  ["mWq3T0cZ5yB8vLr1NfKd2hXa", true],
  ["correct horse battery", false],
  ["CorrectHorse-2026 staple", false],
  ["week-1-of-the-course", false],
  ["aB3aB3aB3", false],
])("the secret %s looks drawn: %s", (secret, expected) => expect(looksDrawn(secret)).toBe(expected));

it("what `coalesce new assignment` draws looks so, whatever it is", () => {
  const drawn = Array.from({ length: 2000 }, () => newSecret());
  expect(drawn.filter((secret) => !looksDrawn(secret))).toEqual([]);
});
