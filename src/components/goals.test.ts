import { expect, test } from "vitest";
import type { RunTraits } from "#notebook/goals/goal.ts";
import { goalHtml, goalOf, goalsIn, reaches, type GoalCell, type GoalProps } from "./goals.ts";

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
  expect(await reaches(await goalOf(goal, cell), code, cell)).toBe(expected);
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

/** The cell, whose code leaves the sum of its addresses. */
const summing: GoalCell = {
  ...cell,
  async compareResults(code, expected) {
    const sum = (text: string): number => text.split(" ").reduce((total, address) => total + Number(address), 0);
    const [own, wanted] = [sum(code), sum(expected)];
    if (own === wanted) return undefined;
    return { kind: "element", array: "sum", element: 0, path: "", found: `${own}`, expected: `${wanted}`, differing: 1, elements: 1 };
  },
};

test.each<[string, GoalProps, string, boolean]>([
  ["the sum of the cell's own code, which the change leaves", { by: { "4 6": "5 5" }, like: "sectors" }, "1 1 4 6", true],
  ["another sum, and the sectors that are asked for", { by: { "4 6": "5 5" }, like: "sectors" }, "0 2 4 5", false],
  ["the sum of the change", { by: { "4 6": "5 4" }, like: "sectors" }, "0 3 4 4", true],
  ["the sum of the cell's own code, where the change leaves another", { by: { "4 6": "5 4" }, like: "sectors" }, "1 1 4 6", false],
  ["the sum of another change", { by: { "4 6": "5 4" }, or: [{ "4 6": "5 5" }], like: "sectors" }, "1 1 4 6", true],
  ["any sum, where any will do", { by: { "4 6": "5 4" }, like: "sectors", results: "any" }, "0 0 2 4", true],
])("results: %s", async (_, goal, code, expected) => {
  expect(await reaches(await goalOf(goal, summing), code, summing)).toBe(expected);
});

test("a goal carries edits only where its change leaves other results", async () => {
  const results = async (by: Record<string, string>): Promise<unknown> => (await goalOf({ by, like: "sectors" }, summing)).results;
  expect(await results({ "4 6": "5 5" })).toEqual([{}]);
  expect(await results({ "4 6": "5 4" })).toEqual([{ "4 6": "5 4" }]);
});
