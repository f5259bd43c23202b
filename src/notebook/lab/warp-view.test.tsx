import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { requestsOfBlock } from "./block-requests.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabMachine } from "./lab-machine.ts";
import { LabSession } from "./lab-session.ts";
import { profileRun, type LabAccess } from "./profile.ts";
import { WarpView, whyNoRequest } from "./warp-view.tsx";

const counted = (space: string) => ({ counts: { space } }) as unknown as Pick<LabAccess, "counts">;

test.each([
  ["a load that no warp of the block makes", "global", 0, "No warp of this block makes this access."],
  ["one that may come later", "shared", 3, "No warp of this block makes this access, or only after the requests that are kept."],
  // Its thread makes it, but not as a warp's request: block-requests.ts keeps none.
  ["a bulk copy", "bulk", 0, "A bulk copy is started by one thread, so there is no request of a warp to draw."],
  ["a bulk copy of a long block", "bulk", 3, "A bulk copy is started by one thread, so there is no request of a warp to draw."],
])("why %s has no request to draw", (_, space, further, said) => expect(whyNoRequest(counted(space), { further })).toBe(said));

test("while the requests of a new run are still to come, those of the last one are drawn as they were", async () => {
  const copying = (element: string): LabKernel => ({
    schema: "coalesce/lab-kernel/v1",
    title: "A copy",
    source: `__global__ void copy(float* to, float* from) { ((${element}*)to)[threadIdx.x] = ((${element}*)from)[threadIdx.x]; }`,
    launch: parseLaunch({
      kernel: "copy",
      grid: [1, 1, 1],
      block: [32, 1, 1],
      arguments: ["to", "from"].map((array) => ({ array, type: "float", length: 128, fill: "index" })),
    }),
    device: "h200",
  });
  const [words, vectors] = [copying("float"), copying("float4")];
  const ask: LabMachine["ask"] = (question) => {
    if (question.kind !== "requests") throw new Error(`nobody answers ${question.kind}`);
    return Promise.resolve(requestsOfBlock(question.run, question.block)) as never;
  };
  const machine = { ask, stop: () => undefined };
  const session = new LabSession(words, {
    machine,
    otherMachine: machine,
    read: () => Promise.resolve({ own: [], broken: [] }),
    save: () => Promise.resolve({ kind: "saved" }),
    markDeleted: () => Promise.resolve(),
    kept: (id, sketch) => ({ id, sketch, savedAt: 0, revision: id }),
    newId: () => "1",
  });
  const show = (kernel: LabKernel): void => {
    const { outcome } = profileRun(kernel);
    if (outcome.kind !== "profile") throw new Error(outcome.error.message);
    session.profile.value = outcome;
  };
  const sentence = (): string => /The warp stores [^.]*/.exec(renderToString(<WarpView session={session} />))?.[0] ?? "";
  show(words);
  await session.walk.read();
  expect(sentence()).toContain("128\u00a0B");
  show(vectors);
  expect(sentence()).toContain("128\u00a0B");
  await session.walk.read();
  expect(sentence()).toContain("512\u00a0B");
});
