import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { browserArguments, findBrowser } from "#browser/find-browser.ts";
import { bindKernel } from "#judge/bind-kernel.ts";
import { firstCase, naiveAnswer, type Case, type Exercise } from "#judge/exercise.ts";
import { answerSource, exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { loadAnswer } from "#sandbox/answer/load-answer.ts";
import { IndexRefused, combines, h100, hashId, runKernel, sourceIds, volume, type Kernel } from "#simulator";
import { MOST_TIMED_BYTES, expectedWords, gpuKernel, hasWgsl, timingCase, type GpuLimits } from "#wgsl/exercise-kernel.ts";
import { differingElements, elementsIn, type GpuKernel } from "#wgsl/gpu-kernel.ts";

const root = path.resolve(import.meta.dirname, "../..");
const ANSWERS = /^(solution|(wrong|also)\/[^/]+)\.ts$/;

/** The limits that every device of WebGPU has: SwiftShader has no others. */
const DEFAULT_LIMITS: GpuLimits = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxStorageBufferBindingSize: 128 * 2 ** 20,
  maxBufferSize: 256 * 2 ** 20,
};

/** Exercises that WGSL cannot have, whatever the answer. */
const WITHOUT_WGSL: Readonly<Record<string, string>> = {
  "blocks-of-48": "stores single bytes, and the smallest store of WGSL has 4 bytes",
};

/** Answers that go beyond what is translated. */
const UNTRANSLATED: Readonly<Record<string, string>> = {
  "stride-to-degree/also/searches-with-gcd.ts": "4: needs gcd inside of gcd itself, and WGSL has no recursion",
  "transpose-halves/also/a-pair-every-second-row.ts": "53: exports a constant as first, not a function",
};

/** The words of WGSL that kernels are made of, and the names of what each of them has. */
const VOCABULARY = new Set(
  (
    "NOTHING a array atomic atomicAdd b binding block blockIdx bool break builtin compute const continuing counter else " +
    "exact_quotient exists false fault faults floor_quotient fn for group i i32 if let local_invocation_id loop main max min " +
    "private read read_write return select storage struct sum sums thread threadIdx true u u32 var vec2 vec3 vec4 w workgroup " +
    "workgroupBarrier workgroup_id workgroup_size x y z"
  ).split(" "),
);

/** Threads of a case that is not too large for a test. */
const MOST_THREADS = 4_096;

/** An answer in one case. */
interface Run {
  /** "row-walk/solution.ts, ragged" */
  readonly name: string;
  readonly exercise: Exercise;
  readonly testCase: Case;
  readonly source: string;
  readonly kernel: GpuKernel;
}

const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));

/** The cases that an answer runs in: the last small one, which is ragged in most exercises; a solution also in the first one. */
function casesOf(exercise: Exercise, file: string): Case[] {
  const isSmall = ({ launch, fullSize }: Case): boolean => !fullSize && volume(launch.gridDim) * volume(launch.blockDim) <= MOST_THREADS;
  const last = exercise.cases.findLast(isSmall) ?? firstCase(exercise);
  return file === "solution.ts" ? [...new Set([firstCase(exercise), last])] : [last];
}

/** The translation and the exercises as the page has them: the exercises' own functions are read from what minifying leaves of their texts. */
const built = await builtForPage();

const runs: Run[] = [];
const refusedExercises: Record<string, string> = {};
const refusedAnswers: Record<string, string> = {};
for (const { exercise, files } of folders) {
  for (const file of [...files.keys()].filter((name) => ANSWERS.test(name))) {
    const source = answerSource(files, file);
    for (const testCase of casesOf(exercise, file)) {
      const translation = built.translate(built.exercises.get(exercise.id)!, testCase, source, DEFAULT_LIMITS);
      const name = `${exercise.id}/${file}`;
      if (translation.status === "translated") {
        runs.push({ name: `${name}, ${testCase.id}`, exercise, testCase, source, kernel: translation.kernel });
      } else if (translation.isAboutAnswer) refusedAnswers[name] = `${translation.line}: ${translation.reason}`;
      else refusedExercises[exercise.id] = translation.reason;
    }
  }
}

describe("the course's kernels in WGSL", () => {
  const isEarlier = (id: string): boolean => folders.some(({ exercise }) => exercise.id === id && exercise.part < 6);

  it("are all but one of its exercises, with all but a few answers", () => {
    expect(Object.fromEntries(Object.entries(refusedExercises).filter(([id]) => isEarlier(id)))).toEqual(WITHOUT_WGSL);
    expect(refusedAnswers).toEqual(UNTRANSLATED);
  });

  it("are not those exercises of part 6 whose instructions WGSL doesn't have", () => {
    const reasons = Object.entries(refusedExercises).filter(([id]) => !isEarlier(id));
    expect(reasons.length).toBeGreaterThan(0);
    for (const [, reason] of reasons) expect(reason).toMatch(/^uses (ldmatrix|stmatrix|cp\.async|TMA)/);
    const withoutButton = folders.filter(({ exercise, files }) => !hasWgsl(exercise, answerSource(files, "solution.ts")));
    expect(withoutButton.map(({ exercise }) => exercise.id).toSorted()).toEqual(Object.keys(refusedExercises).toSorted());
  });

  it("have nothing of an answer in their text: names that are generated, and words of WGSL", () => {
    const words = new Set(runs.flatMap(({ kernel }) => kernel.code.match(/[A-Za-z_]\w*/g) ?? []));
    const isGenerated = (word: string): boolean => /^([vfpr]|Sf|sum|shared|table|entry|global)\d+(_\d+)*$|^sum_\d+$/.test(word);
    expect([...words].filter((word) => !isGenerated(word) && !VOCABULARY.has(word))).toEqual([]);
  });

  const translated = folders.filter(({ exercise }) => !(exercise.id in refusedExercises));

  it.each(translated.map((folder) => [folder.exercise.id, folder] as const))("%s: fits a GPU at the size that is timed", (_, folder) => {
    const { exercise, files } = folder;
    const naive = naiveAnswer(exercise);
    const sources = ["solution.ts", ...(naive === undefined ? [] : [`wrong/${naive}.ts`])].map((file) => answerSource(files, file));
    const launched = timingCase(exercise, sources, DEFAULT_LIMITS);
    for (const source of sources) {
      const translation = gpuKernel(exercise, launched, source, DEFAULT_LIMITS);
      if (translation.status !== "translated") throw new Error(translation.reason);
      const { buffers, bindings, workgroups, workgroupSize, sharedBytes } = translation.kernel;
      expect(Math.max(...buffers.map(({ bytes }) => bytes))).toBeLessThanOrEqual(MOST_TIMED_BYTES);
      expect(bindings.length).toBeLessThanOrEqual(8);
      expect(Math.max(...workgroups)).toBeLessThan(2 ** 16);
      expect(workgroupSize[0] * workgroupSize[1] * workgroupSize[2]).toBeLessThanOrEqual(256);
      expect(sharedBytes).toBeLessThanOrEqual(16_384);
    }
  });
});

describe("on a GPU", () => {
  let browser: Browser;
  let page: Page;

  /** Serves the modules of the page as they stand, without their types: nothing is built. */
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/") {
      const imports = { "#simulator": "/grader/simulator/index.ts" };
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`);
      return;
    }
    response.setHeader("content-type", "text/javascript");
    readFile(path.join(root, pathname), "utf8").then(
      (text) => response.end(stripTypeScriptTypes(text)),
      () => response.writeHead(404).end(),
    );
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const executablePath = await findBrowser();
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [
        ...browserArguments.filter((argument) => argument !== "--disable-gpu"),
        "--enable-unsafe-webgpu",
        "--use-webgpu-adapter=swiftshader",
        // SwiftShader takes a second to compile the zeros that shared memory begins with.
        "--enable-dawn-features=disable_workgroup_init",
      ],
    });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** What kernels leave in the buffers that they write, by their names, as base64; a sentence for one that is refused. */
  async function leftOnGpu(kernels: readonly GpuKernel[]): Promise<(Record<string, string> | string)[]> {
    return page.evaluate(async (all) => {
      const [{ openGpu }, { KernelSet }, { initialWords }] = await Promise.all([
        import("/src/webgpu/open-gpu.ts" as string) as Promise<typeof import("./open-gpu.ts")>,
        import("/src/webgpu/compute-kernel.ts" as string) as Promise<typeof import("./compute-kernel.ts")>,
        import("/grader/wgsl/gpu-kernel.ts" as string) as Promise<typeof import("#wgsl/gpu-kernel.ts")>,
      ]);
      const opened = await openGpu({ gpu: navigator.gpu, isSecure: isSecureContext });
      if (opened.status !== "open") throw new Error(opened.says);
      const { gpu } = opened;
      const inBase64 = (bytes: ArrayBuffer): string =>
        btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
      const run = async (kernel: GpuKernel): Promise<Record<string, string> | string> => {
        const { code, buffers, workgroups, workgroupSize, sharedBytes } = kernel;
        const arrays = buffers.map((buffer) => ({ name: buffer.name, byteLength: buffer.bytes, contents: initialWords(buffer) }));
        const bindings = kernel.bindings.map(({ buffer, access }, binding) => ({ binding, array: arrays[buffer]!, kind: access }));
        try {
          const set = await KernelSet.prepare(gpu, [{ name: "yours", wgsl: code, bindings, workgroups, workgroupSize, sharedBytes }]);
          const encoder = gpu.device.createCommandEncoder();
          const pass = encoder.beginComputePass();
          set.kernels[0]?.dispatch(pass, 1);
          pass.end();
          gpu.device.queue.submit([encoder.finish()]);
          const written = arrays.filter((_, place) => buffers[place]!.isWritten);
          const contents = await Promise.all(written.map((array) => set.read(array)));
          set.release();
          return Object.fromEntries(written.map(({ name }, place) => [name, inBase64(contents[place]!)]));
        } catch (error) {
          return String(error);
        }
      };
      const left: (Record<string, string> | string)[] = [];
      for (let place = 0; place < all.length; place += 16) left.push(...(await Promise.all(all.slice(place, place + 16).map(run))));
      gpu.close();
      return left;
    }, kernels);
  }

  test("each answer leaves what it leaves in the simulator: every element, and every access that is out of bounds", async () => {
    const left = await leftOnGpu(runs.map(({ kernel }) => kernel));
    const differences: string[] = [];
    const compared: string[] = [];
    for (const [place, run] of runs.entries()) {
      const onGpu = left[place]!;
      const simulated = leftInSimulator(run);
      if (typeof onGpu === "string") differences.push(`${run.name}: ${onGpu}`);
      else if (simulated !== undefined) {
        const words = (name: string): Uint32Array<ArrayBuffer> =>
          new Uint32Array(new Uint8Array(Buffer.from(onGpu[name] ?? "", "base64")).buffer);
        const faults = words("faults");
        for (const [counter, { kind, access }] of run.kernel.faults.entries()) {
          const expected = simulated.faults.get(access ?? "") ?? 0;
          if (faults[counter] !== expected)
            differences.push(`${run.name}: ${faults[counter]} faults of ${access ?? kind}, not ${expected}`);
        }
        if (simulated.isOrdered) {
          compared.push(run.name);
          for (const [buffer, expected] of simulated.words) {
            const differing = differingElements(
              run.kernel.buffers.find(({ name }) => name === buffer)!,
              words(buffer),
              expected,
            );
            const first = differing.find((element) => !simulated.contested.get(buffer)?.has(element));
            if (first !== undefined)
              differences.push(`${run.name}: ${buffer}[${first}] is ${words(buffer)[first]}, not ${expected[first]}`);
          }
        }
      }
    }
    expect(differences).toEqual([]);
    // Only wrong answers race, or give what is no index.
    const isRight = (name: string): boolean => !name.includes("/wrong/");
    expect(compared.filter(isRight)).toEqual(runs.map(({ name }) => name).filter(isRight));
    expect(compared.length).toBeGreaterThan(0.9 * runs.length);
  });

  test("a right answer leaves what the exercise expects", async () => {
    const differing: string[] = [];
    for (const run of runs.filter(({ name }) => name.includes("/solution.ts"))) {
      const simulated = leftInSimulator(run)?.words;
      for (const [name, words] of Object.entries(await expectedWords(run.exercise, run.testCase, run.source, run.kernel))) {
        const buffer = run.kernel.buffers.find((one) => one.name === name)!;
        if (differingElements(buffer, simulated?.get(name) ?? new Uint32Array(), words).length > 0) differing.push(`${run.name}: ${name}`);
      }
    }
    expect(differing).toEqual([]);
  });
});

/** The translation, and all exercises by their ids, built as for the page. */
async function builtForPage(): Promise<{ readonly translate: typeof gpuKernel; readonly exercises: ReadonlyMap<string, Exercise> }> {
  const translation = "exercise-kernel";
  const ids = folders.map(({ exercise: { id } }) => id);
  const entry = Object.fromEntries(ids.map((id) => [id, path.join(root, "exercises", id, "exercise.ts")]));
  const folder = await mkdtemp(path.join(root, ".cache", "built-exercises-"));
  try {
    await build({
      configFile: false,
      logLevel: "error",
      root,
      build: {
        outDir: folder,
        minify: true,
        lib: { entry: { ...entry, [translation]: path.join(root, "grader/wgsl/exercise-kernel.ts") }, formats: ["es"] },
        rolldownOptions: { output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs", minify: true } },
      },
    });
    const built = <T>(name: string): Promise<T> => import(path.join(folder, `${name}.mjs`)) as Promise<T>;
    const { gpuKernel: translate } = await built<{ readonly gpuKernel: typeof gpuKernel }>(translation);
    const exercises = ids.map(async (id) => [id, (await built<{ readonly default: Exercise }>(id)).default] as const);
    return { translate, exercises: new Map(await Promise.all(exercises)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the simulator leaves in the buffers that a kernel writes. */
interface Simulated {
  readonly words: ReadonlyMap<string, Uint32Array<ArrayBuffer>>;
  /** Elements in global memory that several threads store different values to: which one is left depends on their order. */
  readonly contested: ReadonlyMap<string, ReadonlySet<number>>;
  /** Accesses of threads that were out of bounds or misaligned, by the name of the access. */
  readonly faults: ReadonlyMap<string, number>;
  /** Whether loads depend on no order of threads, and on nothing that was never stored. */
  readonly isOrdered: boolean;
}

/** @returns undefined for an answer that gives something other than an index in this case, or that the judge doesn't even load */
function leftInSimulator({ exercise, testCase, source, kernel: { buffers } }: Run): Simulated | undefined {
  const { blockDim, gridDim } = testCase.launch;
  const stored = new Map<string, { readonly values: Int32Array; readonly writers: Int32Array }>();
  const contested = new Map<string, Set<number>>();
  const faults = new Map<string, number>();
  const sums = new Int32Array(volume(gridDim) * volume(blockDim));
  let block = 0;
  try {
    const kernel = bindKernel(exercise, testCase, loadAnswer(source, exercise.exports));
    const initial = initialValues(kernel);
    for (const [name, { space, length }] of Object.entries(kernel.arrays)) {
      if (space === "shared") continue;
      const values = Int32Array.from({ length }, (_, element) => initial(name, element));
      stored.set(name, { values, writers: new Int32Array(length).fill(-1) });
      contested.set(name, new Set());
    }
    const { violations } = runKernel(kernel, testCase.launch, exercise.device ?? h100, {
      follow: ({ access, asked, indexes, register }) => {
        const { elementsPerLane = 1, name, kind } = access;
        const array = stored.get(access.array);
        for (const [thread, index] of indexes.entries()) {
          if (index < 0) {
            if (asked[thread] !== index) faults.set(name, (faults.get(name) ?? 0) + 1);
            continue;
          }
          const writer = block * volume(blockDim) + thread;
          for (let i = 0; i < elementsPerLane; i++) {
            const value = register[thread * elementsPerLane + i]!;
            if (kind === "load") sums[writer]! += value;
            else if (array) {
              const { values, writers } = array;
              const before = writers[index + i]!;
              if (before >= 0 && before !== writer && values[index + i] !== value) contested.get(access.array)?.add(index + i);
              writers[index + i] = writer;
              values[index + i] = value;
            }
          }
        }
      },
      progress: () => void block++,
    });
    const words = new Map<string, Uint32Array<ArrayBuffer>>();
    for (const buffer of buffers) {
      const values = buffer.name === "sums" ? sums : stored.get(buffer.name)?.values;
      if (!buffer.isWritten || values === undefined) continue;
      const left = new Uint32Array(buffer.bytes / 4);
      const [view, step] = elementsIn(left, buffer.bytesPerElement);
      for (const [element, value] of values.entries()) view[element * step] = value;
      words.set(buffer.name, left);
    }
    const isOrdered = !violations.some(({ kind }) => kind === "race" || kind === "read-before-write");
    return { words, contested, faults, isOrdered };
  } catch (error) {
    if (error instanceof IndexRefused || error instanceof AnswerRefused) return undefined;
    throw error;
  }
}

/** What an element of an array in global memory holds when a kernel starts. */
function initialValues({ arrays, steps }: Kernel): (array: string, element: number) => number {
  const ids = sourceIds(arrays);
  const isHashed = combines(steps);
  return (array, element) => {
    const firstId = ids[array];
    if (firstId === undefined) return 0;
    return isHashed ? hashId(firstId + element) : firstId + element;
  };
}
