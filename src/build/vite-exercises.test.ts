import type { Plugin } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { sealingKey, unseal, type Sealed } from "#classroom/assignment/sealed.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import { exercisesPlugin, listOfExercises } from "./vite-exercises.ts";

test("the list of exercises has what is there, whatever name is looked up", async () => {
  const list = listOfExercises(["row-walk", "straight-copy"]).replace("export const exercises =", "return");
  const exercises = new Function(list)() as Record<string, unknown>;
  expect(Object.keys(exercises)).toEqual(["row-walk", "straight-copy"]);
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) expect(exercises[name]).toBeUndefined();
});

describe("an exercise whose solution is sealed for an assignment", async () => {
  const key = await sealingKey({ id: "week-1", secret: "a secret of some length" });
  const sealing = [{ id: "week-1", title: "Week 1", exercises: ["row-walk"], key }];
  const folder = await readExerciseFolder("row-walk");
  const [solution, starter] = ["solution.ts", "starter.ts"].map((name) => folder.files.get(name) ?? "");
  /** What only the solution says. */
  const lines = solution!
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 8 && !line.startsWith("/") && !starter!.includes(line));

  /** The text of one of the modules that the plugin serves. */
  async function moduleText(plugin: Plugin, part: string): Promise<string> {
    const load = plugin.load as (this: unknown, id: string) => Promise<string>;
    return load.call({ addWatchFile: () => undefined }, `\0virtual:exercises/row-walk/${part}`);
  }
  const parts = ["data", "kernel-in-cuda", "solution", "wrong-sources", "misconceptions", "starter-preview", "first-case"];

  test("says nothing in clear that only its solution says", async () => {
    const sealed = exercisesPlugin(sealing);
    const packaged = exercisesPlugin([], { isForPackage: true });
    const open = exercisesPlugin();
    onTestFinished(() =>
      Promise.all([sealed, packaged, open].map((plugin) => (plugin.closeBundle as () => Promise<void>)())).then(() => undefined),
    );
    expect(lines.length).toBeGreaterThan(0);
    const said = async (plugin: Plugin) => {
      const texts = await Promise.all(parts.map((part) => moduleText(plugin, part)));
      return lines.filter((line) => texts.some((text) => text.includes(JSON.stringify(line).slice(1, -1))));
    };
    expect(await said(open)).toEqual(lines);
    expect(await said(sealed)).toEqual([]);
    expect(await said(packaged)).toEqual([]);
  });

  test("has its solution inside, for the assignment's key", async () => {
    const text = (await moduleText(exercisesPlugin(sealing), "solution")).replace(/^export default (.*);$/s, "$1");
    const [sealed] = (JSON.parse(text) as { readonly sealed: readonly Sealed[] }).sealed;
    expect(JSON.parse(await unseal(sealed!, key))).toMatchObject({ text: solution });
  });
});
