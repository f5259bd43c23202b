import { expect, test, vi } from "vitest";
import type { Kept } from "../storage/kept-store.ts";
import { galleryKernel } from "./gallery-texts.ts";
import type { LabKernel } from "./lab-kernel.ts";
import { Stopped } from "./lab-machine.ts";
import type { LabQuestion } from "./lab-messages.ts";
import { LabSession } from "./lab-session.ts";
import { valueOfLane } from "./block-recorder.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { profileRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";
import { watchedValues } from "./watched-expression.ts";

const kernel = galleryKernel("transpose-tiled", "Transpose through a tile");

/** Answers at once what the worker would answer, unless it is to hang. */
function opened({ hangs = false } = {}) {
  const stored = new Map<string, Kept<LabKernel>>();
  let rejectRun: ((error: Error) => void) | undefined;
  /** The texts that the machine ran. */
  const ran: string[] = [];
  const ask = (question: LabQuestion): Promise<unknown> => {
    switch (question.kind) {
      case "signature":
        return Promise.resolve(signatureOf(question.source, question.kernel));
      case "run":
        ran.push(question.run.source);
        return hangs ? new Promise((_, reject) => (rejectRun = reject)) : Promise.resolve(profileRun(question.run).outcome);
      case "requests":
        return Promise.resolve(requestsOfBlock(question.run, question.block));
      case "watch": {
        const { run, block, watch } = question;
        const { requests } = requestsOfBlock(run, block);
        return Promise.resolve(watchedValues(run, watch, requests, (own, print) => requestsOfBlock(own, block, undefined, false, print)));
      }
      case "results":
      case "values":
      case "file":
      case "comparison":
      case "case":
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
  return { session, stored, ran };
}

test("a run shows the access that is furthest above its ideal, with the requests of the first block", async () => {
  const { session } = opened();
  await session.run();
  expect(session.profile.value?.accesses[session.walk.chosen.value]?.text).toBe("tile[threadIdx.x][threadIdx.y]");
  expect(session.walk.requests.value?.block).toBe(0);
  expect(session.isCurrent.value).toBe(true);
  session.changeLaunch({ grid: [8, 8, 1] });
  expect(session.isCurrent.value).toBe(false);
});

test("an expression is watched in the warp that is shown, step by step", async () => {
  const { session } = opened();
  await session.run();
  const found = () => {
    const shown = session.laneWatch.shown.value?.found;
    return typeof shown === "object" ? [0, 5].map((lane) => Number(valueOfLane(shown.values, lane))) : shown;
  };
  expect(session.laneWatch.variables.value).toContain("x");
  session.laneWatch.watch(" threadIdx.y * 100 + threadIdx.x ");
  await vi.waitFor(() => expect(found()).toEqual([0, 5]));
  session.walk.goTo(session.walk.passes.value.get(3)![0]!);
  expect(found()).toEqual([300, 305]);
  session.laneWatch.watch("threadIdx.w");
  await vi.waitFor(() => expect(found()).toContain("`w`"));
  await session.showBlock(2);
  session.laneWatch.watch("blockIdx.x");
  await vi.waitFor(() => expect(found()).toEqual([2, 2]));
  session.laneWatch.watch("");
  expect(session.laneWatch.shown.value).toBeUndefined();
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

test("a run that goes on is the one asked for if it is the same, and otherwise gives way", async () => {
  const { session, ran } = opened();
  await Promise.all([session.run("changed"), session.run()]);
  expect([ran, session.ended.value]).toEqual([[kernel.source], 1]);
  expect(session.history.runs.value.map(({ run }) => run.source)).toEqual([kernel.source]);
  const former = session.run("changed");
  session.changeLaunch({ grid: [4, 4, 1] });
  await Promise.all([former, session.run()]);
  expect(session.isCurrent.value).toBe(true);
  expect([ran, session.ended.value]).toEqual([[kernel.source, kernel.source], 2]);
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

/** What is shown: the access, and of it the warp and the pass. */
function shown({ profile, walk: { chosen, steps, step, block } }: LabSession) {
  const at = step.value === undefined ? undefined : steps.value[step.value];
  return {
    text: profile.value?.accesses[chosen.value]?.text,
    block: block.value,
    ...(at?.kind === "request" ? { warp: at.request.warp, array: at.request.array } : { barrier: at?.barrier.line }),
  };
}

test("a step shows the access that it makes; an access shows its request of the same warp", async () => {
  const { session } = opened();
  await session.run();
  expect(shown(session)).toEqual({ text: "tile[threadIdx.x][threadIdx.y]", block: 0, warp: 0, array: "shared memory" });
  session.walk.goTo(6);
  expect(shown(session)).toEqual({ text: "in[y * side + x]", block: 0, warp: 3, array: "in" });
  expect(session.walk.shownLine.value).toBe(7);
  session.walk.choose(2);
  expect(shown(session)).toEqual({ text: "out[y * side + x]", block: 0, warp: 3, array: "out" });
  session.walk.goTo(64);
  expect(shown(session)).toEqual({ text: "out[y * side + x]", block: 0, barrier: 8 });
  expect(session.walk.shownLine.value).toBe(8);
  session.walk.goTo(1_000_000);
  expect(session.walk.step.value).toBe(64);
});

test("block, warp and access stay chosen when the kernel is run again", async () => {
  const { session } = opened();
  await session.run();
  session.walk.goTo(6);
  await session.showBlock(17);
  const before = shown(session);
  expect(before).toEqual({ text: "in[y * side + x]", block: 17, warp: 3, array: "in" });
  await session.run();
  expect(shown(session)).toEqual(before);
  session.changeLaunch({ grid: [4, 4, 1] });
  await session.run();
  expect(shown(session)).toEqual({ ...before, block: 0 });
});

test("the editor shows the line of the step, while what is shown is of its text", async () => {
  const { session } = opened();
  const lines: (number | undefined)[] = [];
  session.attach({ kind: "light", text: kernel.source, showLine: (line: number | undefined) => void lines.push(line) } as never);
  await session.run();
  session.walk.goTo(0);
  session.editSource(`${kernel.source}\n`);
  expect([lines.includes(11), ...lines.slice(-2)]).toEqual([true, 7, undefined]);
});
