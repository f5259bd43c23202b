// Runs the probe of the page "My GPU" without a browser, through Dawn in Node: what runs on the GPU is the same text.
//
//   npm pack webgpu@0.6.2 && tar xzf webgpu-0.6.2.tgz          (137 MB unpacked, which is why it is no dependency)
//   node src/scripts/measure-gpu.ts --dawn package --out my-gpu.json [--name "NVIDIA H200"] [--runs 20]
//
// It needs Vulkan (libvulkan.so.1 and the driver), Metal or Direct3D 12. With --runs, what the curves tell is found again so many times,
// and the last line says how often each figure was found.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";
import { probeText, type CurveId, type GpuProbe } from "#hardware/gpu-probe.ts";
import { openGpu } from "#webgpu/open-gpu.ts";
import { findingsOf, sentencesOf } from "#webgpu/probes/findings.ts";
import { probeGpu, type ProbeOptions } from "#webgpu/probes/probe-gpu.ts";
import { reportOf } from "#webgpu/probes/probe-report.ts";

interface Dawn {
  create(options: readonly string[]): GPU;
  readonly globals: object;
}

/** What the runs after the first find again: all that the acceptance asks for, and not the long charts. */
const REPEATED: readonly CurveId[] = [
  "reads-by-size",
  "chunks-in-cache",
  "chunks-in-memory",
  "pairs-in-cache",
  "transposes",
  "shared-distances",
  "lane-pairs-4",
  "lane-pairs-8",
  "lane-pairs-16",
];
/** Milliseconds that a submission aims at: the clock here is finer than a browser's. */
const AIM = 4;

const { dawn, out, name, runs } = parseArgs({
  options: {
    dawn: { type: "string" },
    out: { type: "string" },
    name: { type: "string" },
    runs: { type: "string", default: "1" },
  },
}).values;
if (dawn === undefined || out === undefined)
  throw new RangeError("say where Dawn is and where the results go: --dawn <folder> --out <file>");

const { create, globals } = (await import(createRequire(import.meta.url).resolve(path.resolve(dawn, "index.js")))) as Dawn;
const source = create([]);
// Dawn's own classes, and what must outlive all devices: collected, it takes their threads with it.
Object.assign(globalThis, globals, { source });
const opened = await openGpu({ gpu: source, isSecure: true });
if (opened.status === "absent") throw new Error(opened.says);
const { gpu } = opened;
const date = new Date().toISOString().slice(0, 10);
const measure = async (options: ProbeOptions): Promise<GpuProbe> => {
  const report = reportOf(gpu, await probeGpu(gpu, { aim: AIM, ...options }), date, `Dawn in Node ${process.versions.node}`);
  return { ...report, ...(name !== undefined && { gpu: name }) };
};

const first = await measure({});
writeFileSync(out, probeText(first));
for (const { says } of sentencesOf(first, first.gpu)) console.log(says);

const found = [linesOf(first)];
while (found.length < Number(runs)) found.push(linesOf(await measure({ curves: REPEATED, rounds: 5 })));
const counts = new Map<string, number>();
for (const one of found.flat()) counts.set(one, (counts.get(one) ?? 0) + 1);
for (const [figure, count] of counts) console.log(`${count} of ${found.length}: ${figure}`);
process.exit(0);

/** Each figure of a probe, as a line. */
function linesOf(probe: GpuProbe): string[] {
  const { transposes, groups, copyGBps: _, stride32: __, ...figures } = findingsOf(probe);
  const lines = Object.entries({
    ...figures,
    ...Object.fromEntries(Object.entries(groups).map(([width, group]) => [`group${width}`, group])),
  });
  const told = lines.map(([figure, value]) => `${figure} ${value.status === "told" ? JSON.stringify(plain(value.value)) : value.status}`);
  const order = transposes.status === "told" ? ordered(transposes.value) : transposes.status;
  return [...told, `transposes ${order}`];
}

/** Of a cache its size alone: its speeds differ from run to run. */
function plain(value: unknown): unknown {
  return typeof value === "object" && value !== null && "within" in value ? (value as { readonly bytes?: unknown }).bytes : value;
}

function ordered(ratios: Readonly<Record<string, number>>): string {
  const { naive = NaN, copy = NaN } = ratios;
  const [tile, padded] = [ratios["tile 32"] ?? NaN, ratios["tile 32, pitch 33"] ?? NaN];
  return naive > tile && tile > padded && padded >= copy ? "naive > tile 32 > padded >= copy" : "in another order";
}
