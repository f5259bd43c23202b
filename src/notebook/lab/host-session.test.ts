import { expect, test, vi } from "vitest";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { requestsOfBlock } from "./block-requests.ts";
import { profileHostRun, requestsOfHostBlock } from "./host-run.ts";
import type { LabKernel } from "./lab-kernel.ts";
import type { LabQuestion } from "./lab-messages.ts";
import { LabSession } from "./lab-session.ts";
import { profileRun } from "./profile.ts";
import { signatureOf } from "./signature.ts";

const KERNEL = "template <int N> __global__ void fill(int *out) { out[threadIdx.x * N] = 1; }\n";
const MAIN = `int main() {
  int *out;
  cudaMalloc(&out, 4096);
  fill<1><<<1, 32>>>(out);
  fill<8><<<1, 32>>>(out);
}
`;
const launch = parseLaunch({
  kernel: "fill<2>",
  grid: [1, 1, 1],
  block: [32, 1, 1],
  arguments: [{ array: "out", type: "int", length: 64 }],
});
const kernel: LabKernel = { schema: "coalesce/lab-kernel/v1", title: "Fill", source: KERNEL, launch, device: "h200" };

/** Answers at once what the worker would answer. */
function opened(first: LabKernel): LabSession {
  const ask = (question: LabQuestion): Promise<unknown> => {
    switch (question.kind) {
      case "signature":
        return Promise.resolve(signatureOf(question.source, question.kernel));
      case "run":
        return Promise.resolve(question.run.host === undefined ? profileRun(question.run).outcome : profileHostRun(question.run, () => {}));
      case "requests":
        return Promise.resolve((question.run.host === undefined ? requestsOfBlock : requestsOfHostBlock)(question.run, question.block));
      case "watch":
      case "results":
      case "values":
      case "file":
      case "comparison":
      case "case":
        return Promise.resolve(undefined);
    }
  };
  return new LabSession(first, {
    machine: { ask: ask as never, stop: () => {} },
    read: () => Promise.resolve({ own: [], broken: [] }),
    save: () => Promise.resolve({ kind: "saved" }),
    markDeleted: () => Promise.resolve(),
    kept: (id, sketch) => ({ id, sketch, savedAt: 0, revision: id }),
    newId: () => "1",
  });
}

const sectors = ({ profile }: LabSession): (number | undefined)[] =>
  (profile.value?.accesses ?? []).map(({ counts }) => (counts.space === "global" ? counts.sectors : undefined));

test("a text that gets a main is run as a program, and one that loses it by its form", async () => {
  const session = opened(kernel);
  await session.run();
  expect([session.kernel.value.host, sectors(session)]).toEqual([undefined, [8]]);
  session.editSource(KERNEL + MAIN);
  await session.run();
  expect([session.kernel.value.host, sectors(session)]).toEqual([1, [4]]);
  expect(session.isCurrent.value).toBe(true);
  session.editSource(KERNEL);
  await session.run();
  expect([session.kernel.value.host, sectors(session)]).toEqual([undefined, [8]]);
});

test("the launch that is chosen is shown with its requests, and again after the next run", async () => {
  const session = opened({ ...kernel, source: KERNEL + MAIN, host: 1 });
  await session.run();
  await session.showLaunch(2);
  expect(sectors(session)).toEqual([32]);
  expect(session.walk.requests.value?.requests[0]?.addresses[1]).toBe(32);
  expect(session.isCurrent.value).toBe(true);
  await session.run();
  expect([session.kernel.value.host, sectors(session)]).toEqual([2, [32]]);
});

test("who wants the form keeps it, with the launch that it had", async () => {
  const session = opened({ ...kernel, source: KERNEL + MAIN, host: 2 });
  await session.run();
  session.takeLaunchesFrom("form");
  await vi.waitFor(() => expect(sectors(session)).toEqual([8]));
  session.editSource(`${KERNEL}${MAIN}// More.\n`);
  await session.run();
  expect([session.kernel.value.host, session.kernel.value.launch]).toEqual([undefined, launch]);
});

test("a file that was opened without a launch is run as a program if it is one", async () => {
  const session = opened(kernel);
  await session.run();
  session.show({ ...kernel, source: KERNEL + MAIN, launch: { ...launch, kernel: "", arguments: [] } }, "started");
  await vi.waitFor(() => expect(session.profile.value?.host?.made).toBe(2));
  session.show({ ...kernel, source: KERNEL + MAIN }, "started");
  await vi.waitFor(() => expect(session.profile.value?.host).toBeUndefined());
});
