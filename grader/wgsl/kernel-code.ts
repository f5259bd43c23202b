import { count } from "#pictures/format.ts";
import {
  accessesOf,
  combines,
  sourceIds,
  volume,
  type Access,
  type Combine,
  type IndexFunction,
  type Kernel,
  type KernelArray,
  type Launch,
  type Pack,
  type Repeat,
  type Step,
} from "#simulator";
import type { FaultCounter, GpuBinding, GpuBuffer, GpuContents, GpuKernel } from "./gpu-kernel.ts";
import { KernelRefused, Program } from "./program.ts";
import { MOST_TURNS } from "./ranges.ts";
import { ExpressionTranslation } from "./translate-expression.ts";
import { NULL, constantNumber, knownNumber, numberOf, type NumberValue, type Value } from "./wgsl-value.ts";

/** Counters of the buffer "faults" before those of the accesses: those of `fault(0u)` and `fault(1u)`. */
const GENERAL_FAULTS: readonly FaultCounter[] = [{ kind: "division" }, { kind: "turns" }];

/** Workgroups along an axis, at most. */
const MOST_WORKGROUPS = 65_535;

/** The widest vector of WGSL, in words. */
const WIDEST = 4;

/** A variable of WGSL that holds an array, or shows it: as vectors of so many words. */
interface View {
  readonly name: string;
  readonly words: number;
}

interface LoopNames {
  readonly iteration: NumberValue;
  readonly outerIteration: NumberValue;
}

const ZERO = constantNumber(0);

/**
 * Writes a kernel in WGSL. Elements hold the same values as in the judge's run, ids of source elements and sums of their hashes, so that
 * results can be compared bit by bit.
 */
export class KernelWriter {
  readonly #kernel: Kernel;
  readonly #launch: Launch;
  readonly #program: Program;
  readonly #accesses: readonly Access[];
  readonly #views = new Map<string, readonly View[]>();
  readonly #declarations: string[] = [];
  readonly #buffers: GpuBuffer[] = [];
  readonly #bindings: GpuBinding[] = [];
  readonly #notes = new Set<string>();
  readonly #registers = new Map<string, readonly string[]>();
  /** Loads of which nothing is stored: their values are added up, since a GPU's compiler leaves out loads that nobody uses. */
  readonly #unused: ReadonlySet<Access>;
  readonly #lines: string[] = [];
  #indent = "  ";
  /** Threads of the block that an invocation runs, one after the other. */
  readonly #threadsEach: number;
  /** The one of them that code is written for. */
  #turn = 0;

  constructor(kernel: Kernel, launch: Launch, program: Program, mostThreads: number) {
    this.#threadsEach = threadsEach(volume(launch.blockDim), mostThreads);
    this.#kernel = kernel;
    this.#launch = launch;
    this.#program = program;
    this.#accesses = accessesOf(kernel.steps);
    const used = usedRegisters(kernel.steps);
    this.#unused = new Set(this.#accesses.filter((access) => access.kind === "load" && !used.has(registerOf(access))));
  }

  /** @throws NotTranslatable for an answer that goes beyond integer arithmetic, KernelRefused for a kernel that WGSL cannot have */
  write(): GpuKernel {
    const special = this.#accesses.find(({ instruction }) => instruction !== undefined)?.instruction;
    if (special !== undefined) throw new KernelRefused(`uses ${special}, which only GPUs of NVIDIA have, and WGSL does not`);
    const faults = [...GENERAL_FAULTS, ...this.#accesses.map(({ name }): FaultCounter => ({ kind: "index", access: name }))];
    this.#bind({ name: "faults", bytes: 4 * faults.length, contents: { kind: "zeros" }, isWritten: true, bits: 32, bytesPerElement: 4 }, [
      `faults: array<atomic<u32>, ${faults.length}>`,
    ]);
    this.#declareArrays();
    this.#declareRegisters();
    this.#steps(this.#kernel.steps, { iteration: ZERO, outerIteration: ZERO });
    this.#declareSums();
    this.#declareTables();
    if (this.#threadsEach > 1) {
      const [invocations] = this.#workgroupSize;
      this.#notes.add(
        `This GPU has workgroups of ${invocations} threads at most: each runs ${this.#threadsEach} threads of a block in turn.`,
      );
    }
    const workgroups = this.#workgroups();
    const body = [
      `const ${NULL} = i32(-2147483648);`,
      ...this.#declarations,
      "var<private> threadIdx: vec3<i32>;",
      "var<private> blockIdx: vec3<i32>;",
      "fn fault(counter: u32) { atomicAdd(&faults[counter], 1u); }",
      ...this.#program.functions,
      `@compute @workgroup_size(${this.#workgroupSize.join(", ")})`,
      "fn main(@builtin(local_invocation_id) thread: vec3<u32>, @builtin(workgroup_id) block: vec3<u32>) {",
      ...this.#blockLines(workgroups[0]),
      ...(this.#threadsEach === 1 ? ["  threadIdx = vec3<i32>(thread);"] : []),
      ...this.#lines,
      "}",
    ].join("\n");
    return {
      code: [...Program.helpersFor(body)].reduce((text, helper) => text.replace("fn fault(", `${helper}\nfn fault(`), `${body}\n`),
      buffers: this.#buffers,
      bindings: this.#bindings,
      workgroups,
      workgroupSize: this.#workgroupSize,
      sharedBytes: this.#sharedBytes(),
      faults,
      notes: [...this.#notes],
    };
  }

  // ---- Arrays

  #declareArrays(): void {
    const ids = sourceIds(this.#kernel.arrays);
    const isHashed = combines(this.#kernel.steps);
    for (const [name, array] of Object.entries(this.#kernel.arrays)) {
      const accesses = this.#accesses.filter((access) => access.array === name);
      if (array.space === "shared") this.#declareShared(name, array, accesses);
      else if (accesses.length > 0) {
        const contents: GpuContents =
          array.contents === "source" ? { kind: "source", elements: array.length, firstId: ids[name] ?? 1, isHashed } : { kind: "zeros" };
        this.#declareGlobal(name, array, accesses, contents);
      }
    }
  }

  #declareShared(name: string, array: KernelArray, accesses: readonly Access[]): void {
    for (const access of accesses) this.#checkStore(access, array);
    const words = Math.min(WIDEST, ...accesses.map((access) => wordsOf(access, array)));
    if (accesses.length === 0) return;
    const view = { name: `shared${this.#views.size}`, words };
    this.#noteSplit(name, accesses, array, words);
    const length = Math.ceil((array.length * array.bytesPerElement) / 4 / words);
    this.#declarations.push(`var<workgroup> ${view.name}: array<${vector(words)}, ${length}>;`);
    this.#notes.add("WebGPU fills shared memory with zeros whenever a block begins; CUDA does not.");
    this.#views.set(name, [view]);
  }

  #declareGlobal(name: string, array: KernelArray, accesses: readonly Access[], contents: GpuContents): void {
    for (const access of accesses) this.#checkStore(access, array);
    const isWritten = accesses.some(({ kind }) => kind === "store");
    const widths = [...new Set(accesses.map((access) => Math.min(WIDEST, wordsOf(access, array))))].sort((a, b) => a - b);
    // A buffer that is stored to can be bound once only, and a store to a part of a vector may touch all of it.
    const shown = isWritten ? widths.slice(0, 1) : widths;
    if (isWritten) this.#noteSplit(name, accesses, array, shown[0] ?? 1);
    const views = shown.map((words) => ({ name: `global${this.#views.size}_${words}`, words }));
    const bytes = Math.ceil((array.length * array.bytesPerElement) / 16) * 16;
    const bits = Math.min(8 * array.bytesPerElement, 32, this.#narrowestBits());
    this.#bind(
      { name, bytes, contents, isWritten, bits, bytesPerElement: array.bytesPerElement },
      views.map((view) => `${view.name}: array<${vector(view.words)}>`),
    );
    this.#views.set(name, views);
  }

  /** Values that have been in narrow elements have only their lowest bits left. */
  #narrowestBits(): number {
    return Math.min(32, ...this.#accesses.map((access) => 8 * this.#arrayOf(access).bytesPerElement));
  }

  #checkStore(access: Access, array: KernelArray): void {
    const bytes = array.bytesPerElement * (access.elementsPerLane ?? 1);
    if (access.kind === "store" && bytes < 4) {
      throw new KernelRefused(
        `stores ${bytes === 1 ? "single bytes" : `${bytes} bytes at a time`}, and the smallest store of WGSL has 4 bytes`,
      );
    }
  }

  #noteSplit(name: string, accesses: readonly Access[], array: KernelArray, words: number): void {
    const split = accesses.find((access) => wordsOf(access, array) > words);
    if (split === undefined) return;
    const parts = wordsOf(split, array) / words;
    this.#notes.add(
      `WGSL has \`${name}\` in pieces of ${4 * words} bytes: the vectors of \`${split.name}\` are moved by ${parts} accesses.`,
    );
  }

  #bind(buffer: GpuBuffer, variables: readonly string[]): void {
    for (const variable of variables) {
      const access = buffer.isWritten ? "read_write" : "read";
      this.#declarations.push(`@group(0) @binding(${this.#bindings.length}) var<storage, ${access}> ${variable};`);
      this.#bindings.push({ buffer: this.#buffers.length, access: buffer.isWritten ? "read-write" : "read" });
    }
    this.#buffers.push(buffer);
  }

  #declareSums(): void {
    if (this.#unused.size === 0) return;
    const threads = volume(this.#launch.gridDim) * volume(this.#launch.blockDim);
    const bits = this.#narrowestBits();
    const bytes = Math.ceil(threads / 4) * 16;
    this.#bind({ name: "sums", bytes, contents: { kind: "zeros" }, isWritten: true, bits, bytesPerElement: 4 }, ["sums: array<i32>"]);
    this.#notes.add("Each thread stores the sum of what it has loaded: a GPU's compiler leaves out loads whose values nobody uses.");
    const { gridDim, blockDim } = this.#launch;
    const block = `(blockIdx.z * ${gridDim.y} + blockIdx.y) * ${gridDim.x} + blockIdx.x`;
    const thread = `(threadIdx.z * ${blockDim.y} + threadIdx.y) * ${blockDim.x} + threadIdx.x`;
    this.#forEachThread(() => {
      this.#lines.unshift(`  var ${this.#sum} = 0;`);
      this.#line(`sums[(${block}) * ${volume(blockDim)} + ${thread}] = ${this.#sum};`);
    });
  }

  #declareTables(): void {
    for (const [place, table] of this.#program.tables.entries()) {
      const bytes = Math.ceil(table.length / 4) * 16;
      const contents = { kind: "numbers", numbers: table } as const;
      this.#bind({ name: `table ${place}`, bytes, contents, isWritten: false, bits: 32, bytesPerElement: 4 }, [
        `table${place}: array<i32>`,
      ]);
      this.#declarations.push(
        `fn entry${place}(i: i32) -> i32 { if (i < 0 || i >= ${table.length}) { return ${NULL}; } return table${place}[i]; }`,
      );
    }
  }

  // ---- Launch

  #workgroups(): GpuKernel["workgroups"] {
    const { x, y, z } = this.#launch.gridDim;
    if (y > MOST_WORKGROUPS || z > MOST_WORKGROUPS) throw new KernelRefused(`has more than ${count(MOST_WORKGROUPS)} blocks along y or z`);
    if (x <= MOST_WORKGROUPS) return [x, y, z];
    if (y > 1 || z > 1) throw new KernelRefused(`has more than ${count(MOST_WORKGROUPS)} blocks along x, and some along another axis`);
    const rows = Math.ceil(x / MOST_WORKGROUPS);
    return [Math.ceil(x / rows), rows, 1];
  }

  /** Rows of workgroups stand for one long row of blocks, where WebGPU has no longer ones. */
  #blockLines(columns: number): string[] {
    const { x } = this.#launch.gridDim;
    if (columns === x) return ["  blockIdx = vec3<i32>(block);"];
    return [
      `  blockIdx = vec3<i32>(i32(block.y * ${columns}u + block.x), 0, 0);`,
      `  if (block.y * ${columns}u + block.x >= ${x}u) { return; }`,
    ];
  }

  get #workgroupSize(): GpuKernel["workgroupSize"] {
    const { x, y, z } = this.#launch.blockDim;
    return this.#threadsEach === 1 ? [x, y, z] : [(x * y * z) / this.#threadsEach, 1, 1];
  }

  #sharedBytes(): number {
    const shared = Object.values(this.#kernel.arrays).filter(({ space }) => space === "shared");
    return shared.reduce((sum, { length, bytesPerElement }) => sum + Math.ceil((length * bytesPerElement) / 16) * 16, 0);
  }

  // ---- Registers

  #declareRegisters(): void {
    for (const access of this.#accesses) {
      const name = registerOf(access);
      if (this.#registers.has(name)) continue;
      const elements = Array.from({ length: access.elementsPerLane ?? 1 }, (_, element) => `r${this.#registers.size}_${element}`);
      this.#registers.set(name, elements);
      for (this.#turn = 0; this.#turn < this.#threadsEach; this.#turn++) {
        this.#line(
          this.#register(name)
            .map((element) => `var ${element} = 0;`)
            .join(" "),
        );
      }
    }
  }

  #register(name: string): readonly string[] {
    const register = this.#registers.get(name);
    if (!register) throw new KernelRefused(`uses a register ${name} that no access loads or stores`);
    return this.#threadsEach === 1 ? register : register.map((element) => `${element}_${this.#turn}`);
  }

  /** The variable that the loads are added to of which nothing else is used. */
  get #sum(): string {
    return this.#threadsEach === 1 ? "sum" : `sum_${this.#turn}`;
  }

  #combine({ into, from, times }: Combine): void {
    const sums = this.#register(into);
    const addends = this.#register(from);
    const factors = times === undefined ? undefined : this.#register(times);
    for (const [place, addend] of addends.entries()) {
      const sum = sums.length === 1 ? sums[0]! : sums[place]!;
      this.#line(`${sum} += ${factors ? `${addend} * ${factors[place]!}` : addend};`);
    }
  }

  #pack({ into, from }: Pack): void {
    const parts = from.map((name) => this.#register(name)[0]!);
    this.#register(into).forEach((element, place) => this.#line(`${element} = ${parts[place]!};`));
  }

  // ---- Steps

  #line(text: string): void {
    this.#lines.push(this.#indent + text);
  }

  #indented(write: () => void): void {
    const outer = this.#indent;
    this.#indent = `${outer}  `;
    write();
    this.#indent = outer;
  }

  /** Writes steps for all threads that an invocation runs: each of these goes on to the next barrier before the next one. */
  #steps(steps: readonly Step[], loop: LoopNames): void {
    if (this.#threadsEach === 1) return this.#stepsOfThread(steps, loop);
    const toBarrier: Step[] = [];
    const flush = (): void => {
      const own = toBarrier.splice(0);
      if (own.length > 0) this.#forEachThread(() => this.#stepsOfThread(own, loop));
    };
    for (const step of steps) {
      if (!hasBarrier([step])) toBarrier.push(step);
      else {
        flush();
        if (step.kind === "repeat") this.#repeat(step, loop, (inner, own) => this.#steps(inner, own));
        else this.#stepsOfThread([step], loop);
      }
    }
    flush();
  }

  #forEachThread(write: () => void): void {
    if (this.#threadsEach === 1) return write();
    const { x, y } = this.#launch.blockDim;
    const [invocations] = this.#workgroupSize;
    for (this.#turn = 0; this.#turn < this.#threadsEach; this.#turn++) {
      const linear = plus("i32(thread.x)", this.#turn * invocations);
      this.#line(`threadIdx = vec3<i32>((${linear}) % ${x}, (${linear}) / ${x} % ${y}, (${linear}) / ${x * y});`);
      write();
    }
  }

  #stepsOfThread(steps: readonly Step[], loop: LoopNames): void {
    for (const step of steps) {
      switch (step.kind) {
        case "barrier":
          this.#line("workgroupBarrier();");
          break;
        case "repeat":
          this.#repeat(step, loop, (inner, own) => this.#stepsOfThread(inner, own));
          break;
        case "combine":
          this.#combine(step);
          break;
        case "pack":
          this.#pack(step);
          break;
        case "move": {
          this.#line("{");
          this.#indented(() => {
            const [from, to] = [this.#index(step.load, loop), this.#index(step.store, loop)];
            this.#ifActive([from, to], () => {
              this.#load(step.load, from);
              this.#store(step.store, to);
            });
          });
          this.#line("}");
          break;
        }
        default:
          this.#line("{");
          this.#indented(() => {
            const index = this.#index(step, loop);
            this.#ifActive([index], () => (step.kind === "load" ? this.#load(step, index) : this.#store(step, index)));
          });
          this.#line("}");
      }
    }
  }

  #repeat({ times, steps }: Repeat, { iteration }: LoopNames, write: (steps: readonly Step[], loop: LoopNames) => void): void {
    const turns = typeof times === "number" ? constantNumber(Math.trunc(times)) : this.#value(times, { iteration, outerIteration: ZERO });
    if (hasBarrier(steps) && knownNumber(turns) === undefined) {
      throw new KernelRefused("has a barrier in a loop whose turns a thread calculates: WGSL must know that all threads come to it");
    }
    const name = this.#program.newName();
    const most = knownNumber(turns) ?? Math.min(turns.high, MOST_TURNS);
    if (most <= 0) return;
    let limit = turns.text;
    if (knownNumber(turns) === undefined) {
      limit = this.#program.newName();
      this.#line(`var ${limit} = ${turns.text};`);
      if (turns.high > MOST_TURNS) this.#line(`if (${limit} > ${MOST_TURNS}) { fault(1u); ${limit} = ${MOST_TURNS}; }`);
    }
    this.#line(`for (var ${name} = 0; ${name} < ${limit}; ${name}++) {`);
    this.#indented(() => write(steps, { iteration: numberOf(name, { low: 0, high: most - 1 }), outerIteration: iteration }));
    this.#line("}");
  }

  #ifActive(indexes: readonly NumberValue[], write: () => void): void {
    const tests = indexes.filter(({ mayBeNull }) => mayBeNull).map(({ text }) => `${text} != ${NULL}`);
    if (tests.length === 0) return write();
    this.#line(`if (${tests.join(" && ")}) {`);
    this.#indented(write);
    this.#line("}");
  }

  /** The result of an index function for the thread, in a variable. */
  #index(access: Access, loop: LoopNames): NumberValue {
    const value = this.#value(access.index, loop);
    const name = this.#program.newName();
    this.#line(`let ${name}: i32 = ${value.text};`);
    return { ...value, text: name };
  }

  #value(index: IndexFunction, { iteration, outerIteration }: LoopNames): NumberValue {
    const fn = this.#program.valueOf(index);
    const size = this.#program.valueOf(this.#kernel.size) ?? { kind: "fields" as const, fields: new Map<string, Value>() };
    if (fn?.kind !== "function") throw new KernelRefused("has an index that is no function");
    const translation = new ExpressionTranslation(this.#program, () => undefined, false);
    const value = translation.call(fn.callable, [{ kind: "thread" }, size, iteration, outerIteration], fn.callable.node);
    for (const line of translation.lines) this.#line(line.trimStart());
    if (value.kind === "null") return { kind: "number", text: NULL, low: 0, high: 0, mayBeNull: true, hasEffects: false };
    if (value.kind !== "number") throw new KernelRefused("has an index function that gives something other than a number");
    return value;
  }

  // ---- Accesses

  #arrayOf({ array }: Access): KernelArray {
    const found = this.#kernel.arrays[array];
    if (!found) throw new KernelRefused(`has no array ${array}`);
    return found;
  }

  /** Code for an access whose index is one of an element, and in bounds for all elements of the vector; a fault is counted otherwise. */
  #checked(access: Access, { text }: NumberValue, write: () => void): void {
    const { elementsPerLane = 1 } = access;
    const last = this.#arrayOf(access).length - elementsPerLane;
    const isAligned = elementsPerLane === 1 ? "" : ` && (${text} & ${elementsPerLane - 1}) == 0`;
    this.#line(last < 0 ? "if (false) {" : `if (u32(${text}) <= ${last}u${isAligned}) {`);
    this.#indented(write);
    this.#line(`} else { fault(${GENERAL_FAULTS.length + this.#accesses.indexOf(access)}u); }`);
  }

  #load(access: Access, index: NumberValue): void {
    const register = this.#register(registerOf(access));
    this.#checked(access, index, () => {
      this.#unpack(access, index.text, register);
      if (this.#unused.has(access)) this.#line(`${this.#sum} += ${register.join(" + ")};`);
    });
  }

  #store(access: Access, index: NumberValue): void {
    this.#checked(access, index, () => {
      const array = this.#arrayOf(access);
      const words = this.#packedWords(access, this.#register(registerOf(access)));
      const { name, words: inView } = this.#viewFor(access, array);
      const first = this.#firstOf(array, index.text, inView);
      for (let place = 0; place < words.length; place += inView) {
        const parts = words.slice(place, place + inView);
        const value = inView === 1 ? parts[0]! : `${vector(inView)}(${parts.join(", ")})`;
        this.#line(`${name}[${plus(first, place / inView)}] = ${value};`);
      }
    });
  }

  /** The words that elements of a register are stored as. */
  #packedWords(access: Access, register: readonly string[]): string[] {
    const { bytesPerElement } = this.#arrayOf(access);
    if (bytesPerElement >= 4)
      return register.flatMap((element) => [element, ...Array.from({ length: bytesPerElement / 4 - 1 }, () => "0")]);
    const each = 4 / bytesPerElement;
    const mask = 2 ** (8 * bytesPerElement) - 1;
    return Array.from({ length: register.length / each }, (_, word) => {
      const parts = register.slice(word * each, (word + 1) * each).map((element, place) => {
        return place === each - 1
          ? `(${element} << ${8 * bytesPerElement * place}u)`
          : `((${element} & ${mask}) << ${8 * bytesPerElement * place}u)`;
      });
      return parts.join(" | ");
    });
  }

  #unpack(access: Access, index: string, register: readonly string[]): void {
    const array = this.#arrayOf(access);
    const { bytesPerElement } = array;
    const { name, words: inView } = this.#viewFor(access, array);
    const first = this.#firstOf(array, index, inView);
    const words: string[] = [];
    for (let place = 0; place < wordsOf(access, array); place += inView) {
      const loaded = this.#program.newName();
      this.#line(`let ${loaded} = ${name}[${plus(first, place / inView)}];`);
      words.push(...(inView === 1 ? [loaded] : ["x", "y", "z", "w"].slice(0, inView).map((component) => `${loaded}.${component}`)));
    }
    if (bytesPerElement >= 4) {
      const each = bytesPerElement / 4;
      register.forEach((element, place) => this.#line(`${element} = ${words.slice(place * each, (place + 1) * each).join(" | ")};`));
      return;
    }
    const each = 4 / bytesPerElement;
    const bits = 8 * bytesPerElement;
    if (register.length < each) {
      // A narrow element of a word: which one depends on the index.
      const up = `u32(${32 - bits} - ${bits} * (${index} & ${each - 1}))`;
      register.forEach((element, place) => {
        const shift = place === 0 ? up : `(${up} - ${bits * place}u)`;
        this.#line(`${element} = (${words[0]!} << ${shift}) >> ${32 - bits}u;`);
      });
      return;
    }
    register.forEach((element, place) => {
      const word = words[Math.floor(place / each)]!;
      const up = 32 - bits - bits * (place % each);
      this.#line(`${element} = (${word} << ${up}u) >> ${32 - bits}u;`);
    });
  }

  #viewFor(access: Access, array: KernelArray): View {
    const views = this.#views.get(access.array) ?? [];
    const words = wordsOf(access, array);
    const view = views.findLast((one) => one.words <= words) ?? views[0];
    if (!view) throw new KernelRefused(`has no array ${access.array}`);
    return view;
  }

  /** The element of a view that an access begins at. */
  #firstOf({ bytesPerElement }: KernelArray, index: string, wordsInView: number): string {
    const bytesInView = 4 * wordsInView;
    if (bytesInView === bytesPerElement) return index;
    return bytesInView > bytesPerElement ? `${index} / ${bytesInView / bytesPerElement}` : `${index} * ${bytesPerElement / bytesInView}`;
  }
}

/** The fewest threads of a block that an invocation must run, so that the block has no more than so many invocations. */
function threadsEach(threads: number, most: number): number {
  for (let each = 1; each <= threads; each++) if (threads % each === 0 && threads / each <= most) return each;
  return 1;
}

const plus = (text: string, more: number): string => (more === 0 ? text : `${text} + ${more}`);
const vector = (words: number): string => (words === 1 ? "i32" : `vec${words}<i32>`);
const registerOf = ({ register }: Access): string => register ?? "value";

/** Words that a lane moves: one for what is narrower. */
function wordsOf({ elementsPerLane = 1 }: Access, { bytesPerElement }: KernelArray): number {
  return Math.max(1, (bytesPerElement * elementsPerLane) / 4);
}

function hasBarrier(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === "barrier" || (step.kind === "repeat" && hasBarrier(step.steps)));
}

/** The registers whose values go somewhere: into another register, or an array. */
function usedRegisters(steps: readonly Step[]): Set<string> {
  return new Set(
    steps.flatMap((step): string[] => {
      switch (step.kind) {
        case "barrier":
          return [];
        case "repeat":
          return [...usedRegisters(step.steps)];
        case "combine":
          return [step.from, ...(step.times === undefined ? [] : [step.times])];
        case "pack":
          return [...step.from];
        case "move":
          return [registerOf(step.store)];
        default:
          return step.kind === "store" ? [registerOf(step)] : [];
      }
    }),
  );
}
