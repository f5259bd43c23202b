import { readFile } from "node:fs/promises";
import { dim3, h200 } from "#simulator";
import type { AccessSite, SiteOp } from "#cuda/ir/access-site.ts";
import { Memory } from "#cuda/machine/memory.ts";
import { RequestStream, type Sanitizers } from "#cuda/machine/request-stream.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import { reportLaunch } from "#cuda/profile/launch-report.ts";
import { compileProgram, kernelsOf } from "#cuda/compile.ts";
import { parse } from "#cuda/syntax/parse.ts";

const RUNS = 3;
/** Work that took this long is not repeated. */
const ENOUGH_MS = 4000;
const NONE: Sanitizers = { memcheck: false, initcheck: false, racecheck: false };
const ALL: Sanitizers = { memcheck: true, initcheck: true, racecheck: true };

/** Processor time without the sanitizers and with them, and their ratio: at most 2 for a kernel without faults. */
interface Sanitized {
  readonly plain: number;
  readonly sanitized: number;
  readonly ratio: number;
}

/** Processor time for counts alone and with the model of caches and time, and their ratio. */
export interface Modelled {
  readonly counts: number;
  readonly model: number;
  readonly ratio: number;
}

interface LabSpeed {
  /** Nanoseconds per request, by pattern. */
  readonly requestNs: Readonly<Record<string, Sanitized>>;
  /** Milliseconds per launch. */
  readonly kernelMs: Readonly<Record<string, Sanitized>>;
  /** Milliseconds per launch of a 4096² transpose, counted only, and with caches and time. */
  readonly modelMs: Readonly<Record<string, Modelled>>;
  /** For the padded transpose. */
  readonly millionThreadsPerSecond: { readonly plain: number; readonly sanitized: number };
}

const SIDE = 4096;
const TRANSPOSE = `padded transpose, ${SIDE}²`;

interface BenchLaunch {
  readonly name: string;
  /** The folder in content/kernels/. */
  readonly folder: string;
  readonly templateArguments: readonly number[];
  readonly launch: object;
}

function matrix(array: string, side: number): object {
  return { array, type: "float", length: side * side, fill: { indexModulo: 97 } };
}

function product(
  name: string,
  folder: string,
  side: number,
  block: readonly [number, number],
  templateArguments: readonly number[],
): BenchLaunch {
  return {
    name,
    folder,
    templateArguments,
    launch: {
      kernel: "multiply",
      grid: [side / block[0], side / block[1], 1],
      block: [...block, 1],
      arguments: [matrix("C", side), matrix("A", side), matrix("B", side), { value: side, type: "int" }],
    },
  };
}

const LAUNCHES: readonly BenchLaunch[] = [
  {
    name: TRANSPOSE,
    folder: "transpose-padded",
    templateArguments: [],
    launch: {
      kernel: "transpose",
      grid: [SIDE / 32, SIDE / 32, 1],
      block: [32, 32, 1],
      arguments: [matrix("out", SIDE), matrix("in", SIDE), { value: SIDE, type: "int" }],
    },
  },
  product("naive matrix product, 256³", "matmul-naive", 256, [32, 8], []),
  product("naive matrix product, 512³", "matmul-naive", 512, [32, 8], []),
  product("tiled matrix product, 1024³, tiles of 16 × 16", "matmul-tiled", 1024, [16, 16], [16]),
];

const TRANSPOSES = ["transpose-padded", "transpose-strided-read", "transpose-strided-write"];

/** How fast the lab counts requests and runs kernels. */
export async function labSpeed(): Promise<LabSpeed> {
  const requestNs = Object.fromEntries(PATTERNS.map(({ name, make }) => [name, timePerRequest(make)]));
  const kernelMs: Record<string, Sanitized> = {};
  for (const { name, folder, templateArguments, launch } of LAUNCHES)
    kernelMs[name] = await timePerLaunch(folder, templateArguments, launch);
  const modelMs: Record<string, Modelled> = {};
  for (const folder of TRANSPOSES) modelMs[`${folder}, ${SIDE}²`] = await timeOfModel(folder);
  const perSecond = (ms: number): number => rounded((SIDE * SIDE) / 1000 / ms);
  const { plain, sanitized } = kernelMs[TRANSPOSE]!;
  return { requestNs, kernelMs, modelMs, millionThreadsPerSecond: { plain: perSecond(plain), sanitized: perSecond(sanitized) } };
}

const NOWHERE = { from: 0, to: 0 };

async function timePerLaunch(folder: string, templateArguments: readonly number[], json: object): Promise<Sanitized> {
  const text = await readFile(new URL(`../../content/kernels/${folder}/kernel.cu`, import.meta.url), "utf8");
  const launch = parseLaunch(json);
  const given = templateArguments.map(
    (value) => ({ kind: "value", value: { kind: "number", text: String(value), span: NOWHERE } }) as const,
  );
  return compared((sanitizers) => () => {
    const { findings } = runLaunch(compileProgram(parse(text), launch.kernel, given), launch, { device: h200, sanitizers });
    if (findings.length > 0) throw new Error(`${folder} has findings: there is nothing to compare`);
    return 1e6;
  });
}

async function timeOfModel(folder: string): Promise<Modelled> {
  const text = await readFile(new URL(`../../content/kernels/${folder}/kernel.cu`, import.meta.url), "utf8");
  const { launch: padded } = LAUNCHES.find(({ name }) => name === TRANSPOSE)!;
  const given = parseLaunch(padded);
  const launch = { ...given, kernel: kernelsOf(parse(text))[0]!.name };
  const kernel = compileProgram(parse(text), launch.kernel, []);
  const counts = bestMs(() => void runLaunch(kernel, launch, { device: h200, sanitizers: NONE }));
  const model = bestMs(() => void reportLaunch(text, launch, h200, { sanitizers: NONE }, kernel));
  return { counts: rounded(counts), model: rounded(model), ratio: rounded(model / counts) };
}

/** Makes requests of a stream, as warps of several blocks do; returns how many. */
type MakeRequests = (stream: RequestStream, memory: Memory) => number;

const BLOCKS = 512;
const WARPS = 8;
const REQUESTS_PER_WARP = 4;
const ARRAY_BYTES = 2 ** 26;
const LOAD = 0;
const STORE = 1;
const SITES = (["load", "store"] as const satisfies readonly SiteOp[]).map((op, number): AccessSite => ({
  number,
  op,
  bytesPerLane: 4,
  span: { from: number, to: number + 1 },
}));

/** The padded tile: rows are stored, and columns loaded. */
function byRowsAndColumns(stream: RequestStream, sharedBase: number): number {
  for (let block = 0; block < BLOCKS; block++) {
    stream.startBlock(block);
    for (let phase = 0; phase < 2; phase++) {
      for (let warp = 0; warp < WARPS; warp++) {
        stream.startWarp(warp);
        for (let place = warp; place < 32; place += WARPS) {
          if (phase === 0) stream.run(STORE, -1, sharedBase + 132 * place, 4);
          else stream.run(LOAD, -1, sharedBase + 4 * place, 132);
        }
      }
      stream.blockBarrier();
    }
  }
  return BLOCKS * 2 * 32;
}

function byEachWarp(stream: RequestStream, request: (block: number, warp: number, turn: number) => unknown): number {
  for (let block = 0; block < BLOCKS; block++) {
    stream.startBlock(block);
    for (let warp = 0; warp < WARPS; warp++) {
      stream.startWarp(warp);
      for (let turn = 0; turn < REQUESTS_PER_WARP; turn++) request(block, warp, turn);
    }
  }
  return BLOCKS * WARPS * REQUESTS_PER_WARP;
}

const PATTERNS: readonly { readonly name: string; readonly make: MakeRequests }[] = [
  {
    name: "unit stride",
    make: (stream, { allocations: [array] }) =>
      byEachWarp(stream, (block, warp, turn) => stream.run(LOAD, -1, array!.base + 4096 * block + 512 * warp + 128 * turn, 4)),
  },
  {
    name: "walking down columns",
    make: (stream, { allocations: [array] }) =>
      byEachWarp(stream, (block, warp, turn) =>
        stream.run(STORE, -1, array!.base + 2 ** 17 * (block >>> 5) + 128 * (block & 31) + 16 * warp + 4 * turn, 2 ** 12),
      ),
  },
  {
    name: "a padded tile, in rows and columns",
    make: (stream, { sharedBase }) => byRowsAndColumns(stream, sharedBase),
  },
  {
    name: "anywhere in 4 MiB",
    make: (stream, { allocations: [array] }) => {
      const addresses = new Float64Array(32);
      let random = 1;
      return byEachWarp(stream, () => {
        for (let lane = 0; lane < 32; lane++) {
          random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
          addresses[lane] = array!.base + 4 * (random >>> 12);
        }
        stream.access(LOAD, -1, addresses);
      });
    },
  },
];

function timePerRequest(make: MakeRequests): Sanitized {
  return compared((sanitizers) => {
    const memory = new Memory();
    memory.allocate("array", ARRAY_BYTES, "given");
    memory.startLaunch({ sharedBytes: 33 * 32 * 4, localBytesPerThread: 0, threadsPerBlock: 32 * WARPS });
    const launch = { gridDim: dim3(BLOCKS), blockDim: dim3(32 * WARPS) };
    const stream = new RequestStream(memory, SITES, { device: h200, launch, sanitizers });
    return () => {
      const requests = make(stream, memory);
      if (stream.findings.list.length > 0) throw new Error("the requests have findings: there is nothing to compare");
      return requests;
    };
  });
}

/** The best of several runs, in milliseconds of processor time. */
function bestMs(work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/**
 * The best of several runs each, in nanoseconds per unit of work, of which the work returns the number. Neither preparation nor other
 * processes count.
 */
function compared(ready: (sanitizers: Sanitizers) => () => number): Sanitized {
  const [plain, sanitized] = [NONE, ALL].map((sanitizers) => {
    let best = Infinity;
    let spentMs = 0;
    for (let run = 0; run < RUNS && spentMs < ENOUGH_MS; run++) {
      const work = ready(sanitizers);
      const started = process.cpuUsage();
      const done = work();
      const { user, system } = process.cpuUsage(started);
      const ms = (user + system) / 1000;
      spentMs += ms;
      best = Math.min(best, (ms * 1e6) / done);
    }
    return best;
  }) as [number, number];
  return { plain: rounded(plain), sanitized: rounded(sanitized), ratio: rounded(sanitized / plain) };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
