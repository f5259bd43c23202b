import { expect, test, vi } from "vitest";
import type { CodeEditor } from "../editor/code-editor.ts";
import { requestsOfBlock } from "../lab/block-requests.ts";
import { galleryKernel } from "../lab/gallery-texts.ts";
import type { LabQuestion } from "../lab/lab-messages.ts";
import { profileRun } from "../lab/profile.ts";
import { signatureOf } from "../lab/signature.ts";
import type { Draft } from "../storage/draft.ts";
import { LabCellSession } from "./lab-cell-session.ts";

const kernel = galleryKernel("transpose-tiled", "Transpose through a tile");
const padded = kernel.source.replace("[TILE][TILE]", "[TILE][TILE + 1]");

const answer = (question: LabQuestion): unknown => {
  switch (question.kind) {
    case "signature":
      return signatureOf(question.source, question.kernel);
    case "run":
      return profileRun(question.run).outcome;
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
