import { expect, test } from "vitest";
import { isReached, type RunTraits } from "#notebook/goals/goal.ts";
import { edited, goalHtml, goalOf, goalsIn, type GoalCell, type GoalProps } from "./goals.ts";

test.each([
  ["a piece", "return i;", { "return ": "return 2 * " }, "return 2 * i;"],
  ["two that are exchanged", "x + y", { x: "y", y: "x" }, "y + x"],
  ["everywhere", "a(1); a(2);", { "a(": "b(" }, "b(1); b(2);"],
  ["the longer of two that begin alike", "i; i + 1;", { i: "j", "i + 1": "k" }, "j; k;"],
  ["nothing of it is a pattern", "a.b", { "a.b": "$&" }, "$&"],
])("edits: %s", (_, text, edits, expected) => expect(edited(text, edits as Record<string, string>)).toBe(expected));

test("what is to be replaced is there", () => {
  expect(() => edited("return i;", { "return j": "return k" })).toThrow("“return j”, which isn't in the cell's code");
});

/** A cell whose code is a list of addresses, as text. */
const cell: GoalCell = {
  code: "0 2 4 6",
  defaultTrait: "addresses",
  run: async (code): Promise<RunTraits> => {
    const addresses = code.split(" ").map(Number);
    return {
      traits: { addresses, sectors: [new Set(addresses.map((address) => Math.floor(address / 2))).size] },
      isClean: !code.includes("-"),
    };
  },
};

test.each<[string, GoalProps, string, boolean]>([
  ["the change that is asked for", { by: { "2 4 6": "1 2 3" } }, "0 1 2 3", true],
  ["another one", { by: { "2 4 6": "1 2 3" } }, "0 3 6 9", false],
  ["another one that is named, too", { by: { "2 4 6": "1 2 3" }, or: [{ "2 4 6": "3 6 9" }] }, "0 3 6 9", true],
  ["as many sectors by other addresses", { by: { "2 4 6": "1 2 3" }, like: "sectors" }, "5 5 4 8", true],
  ["as many sectors, but outside of the array", { by: { "2 4 6": "1 2 3" }, like: "sectors" }, "-4 -4 -8 -8", false],
  ["fewer sectors than at most", { by: { "2 4 6": "1 2 3" }, atMost: "sectors" }, "0 0 0 0", true],
  ["more sectors than at most", { by: { "2 4 6": "1 2 3" }, atMost: "sectors" }, "0 2 4 5", false],
])("reached or not: %s", async (_, goal, code, expected) => {
  expect(isReached(await goalOf(goal, cell), await cell.run(code))).toBe(expected);
});

test.each<[string, GoalProps, string]>([
  ["that the starting code reaches", { by: { "0 2": "2 0" }, like: "sectors" }, "reached before anything is changed"],
  ["of a trait that the cell's runs don't have", { by: { "0 2": "2 0" }, like: "wavefronts" }, "no run of the cell has wavefronts"],
])("no lesson has a goal %s", async (_, goal, message) => {
  await expect(goalOf(goal, cell)).rejects.toThrow(message);
});

test("a prompt's goals are numbered, and its words stay", async () => {
  const goal = goalHtml({ by: { "0 2": "2 0" } }, " <code>2 0</code>");
  const { html, goals } = await goalsIn(`<p>Try ${goal}, then ${goalHtml({ by: { "6": "9" } }, "9")}.</p>`, cell);
  expect(goals).toHaveLength(2);
  expect([...html.matchAll(/data-goal="(\d+)"/g)].map(([, number]) => number)).toEqual(["0", "1"]);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe("Try \u20602 0, then \u20609.");
});

test("code with quotes and ampersands comes through the page", async () => {
  const quoting: GoalCell = { ...cell, code: 'a && "b"', run: async (code) => ({ traits: { addresses: [code] }, isClean: true }) };
  const { goals } = await goalsIn(goalHtml({ by: { '&& "b"': '&amp; "c"' } }, "c"), quoting);
  expect(goals).toEqual([{ like: [{ addresses: ['a &amp; "c"'] }], isClean: false }]);
});
