import { expect, test, vi } from "vitest";
import type { Kept } from "../storage/kept-store.ts";
import { galleryKernel } from "./gallery-texts.ts";
import type { LabKernel } from "./lab-kernel.ts";
import { Stopped } from "./lab-machine.ts";
import type { LabQuestion } from "./lab-messages.ts";
import { LabSession } from "./lab-session.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { profileRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

const kernel = galleryKernel("transpose-tiled", "Transpose through a tile");

/** Answers at once what the worker would answer, unless it is to hang. */
function opened({ hangs = false } = {}) {
  const stored = new Map<string, Kept<LabKernel>>();
  let rejectRun: ((error: Error) => void) | undefined;
  const ask = (question: LabQuestion): Promise<unknown> => {
    switch (question.kind) {
      case "signature":
        return Promise.resolve(signatureOf(question.source, question.kernel));
      case "run":
        return hangs ? new Promise((_, reject) => (rejectRun = reject)) : Promise.resolve(profileRun(question.run).outcome);
      case "requests":
        return Promise.resolve(requestsOfBlock(question.run, question.block));
      case "values":
      case "file":
      case "comparison":
        return Promise.resolve(undefined);
    }
  };
  const session = new LabSession(kernel, {
    machine: { ask: ask as never, stop: (reason) => rejectRun?.(new Stopped(reason)) },
    otherMachine: { ask: ask as never, stop: () => undefined },
    read: () => Promise.resolve({ own: [...stored.values()], broken: [] }),
    save: (kept) => Promise.resolve(stored.set(kept.id, kept)).then(() => ({ kind: "saved" })),
    markDeleted: () => Promise.resolve(),
    kept: (id, sketch) => ({ id, sketch, savedAt: 0, revision: `${id}/${stored.size}` }),
    newId: () => "1",
  });
  return { session, stored };
}

test("a run shows the access that is furthest above its ideal, with the requests of the first block", async () => {
  const { session } = opened();
  await session.run();
  expect(session.profile.value?.accesses[session.chosen.value]?.text).toBe("tile[threadIdx.x][threadIdx.y]");
  expect(session.requests.value?.block).toBe(0);
  expect(session.isCurrent.value).toBe(true);
  session.changeLaunch({ grid: [8, 8, 1] });
  expect(session.isCurrent.value).toBe(false);
});

test("what is changed is kept, and its launch follows the text", async () => {
  vi.useFakeTimers();
  const { session, stored } = opened();
  session.editSource(kernel.source.replace("int side", "int side, float factor"));
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(session.keeping.origin.value).toEqual({ kind: "own", id: "1" });
  expect(session.kernel.value.launch.arguments).toHaveLength(4);
  expect(stored.get("1")?.sketch).toEqual(session.kernel.value);
});

test("a launch that is stopped leaves what was shown, and says so", async () => {
  const { session } = opened({ hangs: true });
  const running = session.run();
  await vi.waitFor(() => expect(session.progress.value).toBeDefined());
  session.stop();
  await running;
  expect(session.progress.value).toBeUndefined();
  expect(session.stopped.value).toContain("Stopped");
});

test("a kernel that is opened while another one runs is shown without a word of that one", async () => {
  const { session } = opened();
  const first = session.run();
  const other = galleryKernel("copy-strided", "Strided copy");
  session.show(other, "started");
  await first;
  await vi.waitFor(() => expect(session.profile.value?.run.source).toBe(other.source));
  await vi.waitFor(() => expect(session.progress.value).toBeUndefined());
  expect(session.stopped.value).toBeUndefined();
  expect(session.history.runs.value.map(({ run }) => run.source)).toEqual([other.source]);
});

test("an earlier run is brought back, and the text that it replaces is kept", async () => {
  const { session } = opened();
  await session.run();
  const changed = kernel.source.replaceAll("TILE", "SIDE");
  session.editSource(changed);
  const [former] = session.history.runs.value;
  session.restore(former!.run);
  await vi.waitFor(() => expect(session.isCurrent.value).toBe(true));
  expect(session.kernel.value).toMatchObject({ title: kernel.title, source: kernel.source, launch: kernel.launch });
  expect(session.history.runs.value.map(({ run, sums }) => [run.source === changed, sums === undefined]).sort()).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("a version is run for a comparison beside what is shown", async () => {
  const { session } = opened();
  await session.run();
  await session.comparison.run("Padded", galleryKernel("transpose-padded", "Padded"));
  expect(session.comparison.other.value).toMatchObject({ label: "Padded", sums: { totals: { shared: { load: { bankConflicts: 0 } } } } });
  expect(session.profile.value?.run.source).toBe(kernel.source);
  await session.comparison.run("Broken", { ...kernel, source: "int x;" });
  expect(session.comparison.problem.value).toContain("“Broken” does not run");
  session.openOwn("none");
  session.show(kernel, "started");
  expect(session.comparison.problem.value).toBeUndefined();
});
