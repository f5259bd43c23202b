import { expect, test, vi } from "vitest";
import { KernelSet, type ComputeKernel } from "./compute-kernel.ts";
import { OwnGpu } from "./open-gpu.ts";
import { canTell } from "./spread.ts";
import { LONGEST_SUBMISSION, ratioOf, timeSet } from "./time-runs.ts";

/** How a device behaves that takes as long as it is told, by a clock of its own. */
interface Behaviour {
  /** Microseconds of one dispatch, by the kernel's name; a function is asked each time. */
  readonly kernels: Readonly<Record<string, number | (() => number)>>;
  /** Milliseconds to which times are rounded; undefined where there are no timestamps, and the page's clock ticks once a millisecond. */
  readonly tick?: number;
  /** Milliseconds that a submission takes besides. */
  readonly overhead?: number;
}

/** A device without a GPU, and how long each of its submissions kept it busy, in milliseconds. */
function deviceOf({ kernels, tick, overhead = 0 }: Behaviour): { readonly set: Promise<KernelSet>; readonly submissions: number[] } {
  const submissions: number[] = [];
  let now = 0;
  let timestamps = [0n, 0n];
  const rounded = (milliseconds: number): number => (tick === undefined ? milliseconds : Math.round(milliseconds / tick) * tick);
  const buffer = () => ({
    size: 16,
    destroy: () => undefined,
    mapAsync: async () => undefined,
    unmap: () => undefined,
    getMappedRange: () => BigInt64Array.from(timestamps).buffer,
  });
  const device = {
    limits: new Proxy({}, { get: () => 2 ** 30 }),
    features: new Set(tick === undefined ? [] : ["timestamp-query"]),
    lost: new Promise(() => undefined),
    pushErrorScope: () => undefined,
    popErrorScope: async () => null,
    createBuffer: buffer,
    createQuerySet: () => ({ destroy: () => undefined }),
    createShaderModule: ({ label }: { label: string }) => label,
    createBindGroupLayout: () => ({}),
    createPipelineLayout: () => ({}),
    createBindGroup: () => ({}),
    createComputePipelineAsync: async ({ label }: { label: string }) => label,
    createCommandEncoder: () => {
      let busy = 0;
      return {
        beginComputePass: () => {
          let kernel = "";
          return {
            setPipeline: (name: string) => (kernel = name),
            setBindGroup: () => undefined,
            dispatchWorkgroups: () => {
              const time = kernels[kernel]!;
              busy += (typeof time === "number" ? time : time()) / 1000;
            },
            end: () => undefined,
          };
        },
        resolveQuerySet: () => undefined,
        copyBufferToBuffer: () => undefined,
        finish: () => busy,
      };
    },
    queue: {
      submit: ([busy]: [number]) => {
        submissions.push(busy);
        const begin = now;
        now += busy;
        timestamps = [begin, now].map((time) => BigInt(Math.round(1e6 * rounded(time))));
      },
      onSubmittedWorkDone: async () => void (now += overhead),
    },
  };
  vi.spyOn(performance, "now").mockImplementation(() => Math.floor(now));
  const adapter = { info: { vendor: "a", architecture: "b", device: "", description: "" } };
  const gpu = new OwnGpu(device as unknown as GPUDevice, adapter as unknown as GPUAdapter);
  const set = KernelSet.prepare(
    gpu,
    Object.keys(kernels).map((name): ComputeKernel => ({ name, wgsl: "", bindings: [], workgroups: [1, 1, 1], workgroupSize: [32, 1, 1] })),
  );
  return { set, submissions };
}

const CLOCKS = [
  ["exact timestamps", { tick: 1e-6 }],
  ["timestamps rounded to 100 µs", { tick: 0.1 }],
  ["no timestamps, and 5 ms for each wait", { overhead: 5 }],
] as const;

test.each(CLOCKS)("by %s, each kernel's time is found, and no submission is too long", async (_, clock) => {
  const kernels = { tiny: 1.5, short: 40, long: 900, longer: 24_000 };
  const { set, submissions } = deviceOf({ kernels, ...clock });
  const timing = await timeSet(await set);
  if (timing.status !== "timed") throw new Error(timing.status);
  for (const { name, microseconds } of timing.times) {
    const known = kernels[name as keyof typeof kernels];
    expect(canTell(microseconds), name).toBe(true);
    expect(microseconds.median / known, name).toBeGreaterThan(0.97);
    expect(microseconds.median / known, name).toBeLessThan(1.03);
  }
  expect(Math.max(...submissions)).toBeLessThanOrEqual(LONGEST_SUBMISSION);
  expect(timing.longestSubmission).toBeLessThanOrEqual(LONGEST_SUBMISSION);
});

test.each(CLOCKS)("by %s, a kernel that is too long for one submission is dispatched twice and no more", async (_, clock) => {
  const { set, submissions } = deviceOf({ kernels: { short: 10, endless: 180_000 }, ...clock });
  expect(await timeSet(await set)).toMatchObject({ status: "too-long", name: "endless" });
  expect(submissions.filter((busy) => busy >= 180)).toHaveLength(2);
});

test("a machine that does other work at times is told from one that cannot tell", async () => {
  const sometimes = (often: number, microseconds: number) => {
    let run = 0;
    return () => (++run % often === 0 ? 4 * microseconds : microseconds);
  };
  const few = deviceOf({ kernels: { naive: sometimes(7, 6000), yours: 2000 }, tick: 0.1 });
  const timing = await timeSet(await few.set);
  if (timing.status !== "timed") throw new Error(timing.status);
  const [naive, yours] = timing.times;
  expect(ratioOf(naive!, yours!).runs).toBe(15);
  let state = 1;
  const wild = () => 100 * ((state = (state * 48_271) % 2_147_483_647) % 150);
  const unsteady = deviceOf({ kernels: { naive: wild, yours: 20_000 }, tick: 0.1 });
  const told = await timeSet(await unsteady.set);
  if (told.status !== "timed") throw new Error(told.status);
  expect(canTell(ratioOf(told.times[0]!, told.times[1]!))).toBe(false);
});

test("a GPU that slows down gets fewer dispatches at a time", async () => {
  let run = 0;
  const slower = () => (++run > 100 ? 8000 : 1000);
  const { set, submissions } = deviceOf({ kernels: { slower }, tick: 0.1 });
  const timing = await timeSet(await set);
  expect(timing.status).toBe("timed");
  expect(submissions.slice(-3).every((busy) => busy <= LONGEST_SUBMISSION)).toBe(true);
});
