import { expect, test } from "vitest";
import { TypingRun } from "./typing-run.ts";

/** A text whose run ends when the test says so; it is wrong while it ends in "?". */
function typed() {
  let text = "";
  const runs: { readonly text: string; readonly end: () => void }[] = [];
  const shown: string[] = [];
  const run = new TypingRun<string, string>({
    input: () => text,
    work: (ran) => new Promise((resolve) => runs.push({ text: ran, end: () => resolve(ran) })),
    isError: (outcome) => outcome.endsWith("?"),
    show: (outcome) => shown.push(outcome),
  });
  const end = async (): Promise<void> => {
    runs.at(-1)?.end();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { run, runs, shown, end, write: (next: string) => ((text = next), run.type()) };
}

test("a text is run at every key, and what it does is shown at once", async () => {
  const { write, shown, end, runs } = typed();
  write("a");
  await end();
  write("ab");
  await end();
  expect([shown, runs.length]).toEqual([["a", "ab"], 2]);
});

test("what is wrong is shown when the typing pauses, without another run", async () => {
  const { write, shown, end, runs, run } = typed();
  write("a?");
  await end();
  expect(shown).toEqual([]);
  run.pause();
  run.pause();
  expect([shown, runs.length]).toEqual([["a?"], 1]);
});

test("what is wrong with half a word is never shown once the word is whole", async () => {
  const { write, shown, end, run } = typed();
  write("a?");
  await end();
  write("ab");
  await end();
  run.pause();
  expect(shown).toEqual(["ab"]);
});

test("a pause that comes before the run has ended shows what is wrong when it has", async () => {
  const { write, shown, end, run, runs } = typed();
  write("a?");
  run.pause();
  await end();
  await end();
  expect([shown, runs.length]).toEqual([["a?"], 1]);
});

test("keys that come during a run are run together, after it", async () => {
  const { write, shown, end, runs } = typed();
  for (const text of ["a", "ab", "abc"]) write(text);
  await end();
  await end();
  expect([runs.map(({ text }) => text), shown]).toEqual([["a", "abc"], ["abc"]]);
});
