import { expect, test, vi } from "vitest";
import { resultDifference } from "#cuda/launch/compare-results.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { judge, type Goal } from "../goals/goal.ts";
import { requestsOfBlock } from "../lab/block-requests.ts";
import { galleryKernel } from "../lab/gallery-texts.ts";
import type { LabQuestion } from "../lab/lab-messages.ts";
import { resultsAfter } from "../lab/launch-results.ts";
import { profileRun } from "../lab/profile.ts";
import { signatureOf } from "../lab/signature.ts";
import type { Draft } from "../storage/draft.ts";
import { LabCellSession } from "./lab-cell-session.ts";
import { launchTraits } from "./launch-traits.ts";

const kernel = galleryKernel("transpose-tiled", "Transpose through a tile");
const padded = kernel.source.replace("[TILE][TILE]", "[TILE][TILE + 1]");

const answer = (question: LabQuestion): unknown => {
  switch (question.kind) {
    case "signature":
      return signatureOf(question.source, question.kernel);
    case "run":
      return profileRun(question.run).outcome;
    case "results":
      return resultDifference(resultsAfter(question.run), resultsAfter(question.expected));
    case "requests":
      return requestsOfBlock(question.run, question.block);
    default:
      return [];
  }
};

const draftOf = (text: string): Draft => ({ text, savedAt: 0, exerciseVersion: "", revision: text });

/** A cell whose editor is open, with what was saved on an earlier visit. */
async function opened(saved?: string) {
  let stored = saved === undefined ? undefined : draftOf(saved);
  let aside: Draft[] = [];
  const session = new LabCellSession(kernel, {
    machine: { ask: ((question: LabQuestion) => Promise.resolve(answer(question))) as never, stop: () => undefined },
    runMark: { isLeft: () => Promise.resolve(false), begin: () => undefined, end: () => undefined, leave: () => undefined },
    openDrafts: () => ({
      left: undefined,
      show: () => undefined,
      get aside() {
        return aside;
      },
      load: () => Promise.resolve(stored),
      save: (text) => Promise.resolve((stored = draftOf(text))).then(() => ({ kind: "saved", at: 0 })),
      replace: (text, own) => {
        aside = [draftOf(own), ...aside];
        stored = draftOf(text);
        return Promise.resolve({ kind: "saved", at: 0 });
      },
      leave: () => undefined,
    }),
  });
  await session.restore();
  let text = session.text.value;
  const editor: CodeEditor = {
    kind: "light",
    get text() {
      return text;
    },
    set text(value) {
      text = value;
      session.edit(value);
    },
    focus: () => undefined,
    select: () => undefined,
    mark: () => undefined,
    markAll: () => undefined,
    releaseTab: () => undefined,
    dispose: () => undefined,
  };
  session.attach(editor);
  return { session, editor, stored: () => stored?.text };
}

/** The degree of the worst bank conflict in the last run. */
const worstDegree = ({ lab }: LabCellSession): number =>
  Math.max(...(lab.profile.value?.accesses ?? []).map(({ counts }) => (counts.space === "shared" ? counts.conflictDegree : 0)));

test("a cell runs the lesson's kernel when it is opened, and the learner's text when they ask for it", async () => {
  const { session, editor, stored } = await opened();
  await vi.waitFor(() => expect(worstDegree(session)).toBe(32));
  editor.text = padded;
  expect(session.lab.isCurrent.value).toBe(false);
  await session.lab.run();
  expect(worstDegree(session)).toBe(1);
  await vi.waitFor(() => expect(stored()).toBe(padded));
});

test("a text from an earlier visit runs at once", async () => {
  const { session } = await opened(padded);
  await vi.waitFor(() => expect(worstDegree(session)).toBe(1));
});

test("a reset brings the lesson's text and launch back, and the learner's text can be brought back", async () => {
  const { session, editor } = await opened(padded.replace("int side", "int side, float factor"));
  await vi.waitFor(() => expect(session.lab.kernel.value.launch.arguments).toHaveLength(4));
  await session.reset();
  expect(editor.text).toBe(kernel.source.trimEnd());
  await vi.waitFor(() => expect(session.lab.isCurrent.value && worstDegree(session)).toBe(32));
  expect(session.lab.kernel.value.launch).toEqual(kernel.launch);
  await session.bringBack();
  await vi.waitFor(() => expect(session.lab.isCurrent.value && worstDegree(session)).toBe(1));
});

test("a run with the counts that a goal asks for and wrong results doesn't reach it, and says why", async () => {
  const { outcome } = profileRun({ ...kernel, source: padded });
  if (outcome.kind === "error") throw new Error(outcome.error.message);
  const { traits } = launchTraits(outcome);
  const goal: Goal = { like: [traits], isClean: true, results: [{}] };
  const kinds: string[] = [];
  const goals: Parameters<LabCellSession["judge"]>[1] = {
    async judge(run, compare) {
      const verdict = await judge(goal, run, compare!);
      kinds.push(verdict.kind);
      return verdict.kind === "wrong" ? { goal: "a spare word", difference: verdict.difference } : undefined;
    },
  };
  const { session, editor } = await opened();
  const ran = async (text: string): Promise<void> => {
    editor.text = text;
    await session.lab.run();
    await session.judge(session.lab.profile.value, goals);
  };
  await ran(kernel.source);
  expect([kinds.at(-1), session.wrongResults.value]).toEqual(["missed", undefined]);
  await ran(padded.replace("in[y * side + x]", "in[y * side + (x ^ 1)]"));
  expect(kinds.at(-1)).toBe("wrong");
  expect(session.wrongResults.value?.difference).toMatchObject({ array: "out", element: 0, found: "1", expected: "0", elements: 262_144 });
  await ran(padded);
  expect([kinds.at(-1), session.wrongResults.value]).toEqual(["reached", undefined]);
});
