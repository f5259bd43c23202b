import { SCALAR_BYTES, type ArithmeticOperator, type AtomicOperator, type Label, type Program, type Register, type RegisterArray, type ScalarType, type Special, type Step, type Value } from "../program/program.ts"; // prettier-ignore
import { partsOf } from "../program/walk.ts";
import type { AccessSite } from "./access-site.ts";
import {
  arithmeticText,
  bitsText,
  comparisonText,
  complementText,
  constantText,
  convertedText,
  negatedText,
  readText,
  storageOf,
  wrapped,
  writeText,
  type NumberOperation,
} from "./emit-scalar.ts";
import {
  anyShape,
  constantOf,
  conversionNeedsCheck,
  is32,
  is64,
  isFloating,
  isOneDimensional,
  isSafe,
  isUnsigned,
  powerOfTwo,
  rowsAreWarps,
  threadsOf,
  type Shape,
} from "./shapes.ts";
import type { Analysis } from "./shapes-of-program.ts";

/** A program as JavaScript: the text of a function that, given an environment, returns the function that runs one warp of one block. */
export interface Emitted {
  readonly source: string;
  /** Whether warps stop at barriers: the function is a generator. */
  readonly isGenerator: boolean;
  /** Names in the table of functions, in the order in which the code numbers them. */
  readonly functions: readonly string[];
  /** Stretches of steps that always run together, in the order of their counters. */
  readonly stretches: readonly Stretch[];
  /** Steps that the code names by number when it reports something. */
  readonly steps: readonly Step[];
  /** Places where the code checks an index into an array of registers, by number. */
  readonly indexed: readonly { readonly step: Step; readonly array: RegisterArray }[];
  /** Values that the code checks for wrapping around, by number. */
  readonly checks: readonly Value[];
  /** What each warp of a block keeps from barrier to barrier. */
  readonly storage: readonly StoredLanes[];
}

export interface Stretch {
  readonly steps: readonly Step[];
  /** All 32 lanes take part whenever it runs, so lanes are not counted. */
  readonly isFull: boolean;
}

export interface StoredLanes {
  readonly array: ReturnType<typeof storageOf>;
  readonly length: number;
}

/** Lane steps that run one after the other for one lane, then for the next. */
interface Group {
  readonly fast: string[];
  readonly slow: string[];
  /** Names of masks of the lanes whose accesses were granted. */
  readonly granted: string[];
  /** Names of masks that the group collects. */
  readonly collected: string[];
  readonly set: Map<Register, { reads: number }>;
  /** Registers, one value for the warp, that the group reads when it runs. */
  readonly reads: Set<Register>;
  hasLoads: boolean;
  hasStores: boolean;
}

interface Affine {
  readonly base: string;
  readonly step: string;
}

/** Where lanes go that have nothing left to do in a list: a label, or the end of the kernel. */
interface Target {
  readonly label: string | undefined;
  isUsed: boolean;
}

interface LabelNames {
  readonly jump: string;
  readonly left: string;
  readonly pass: Target;
  readonly passed: string;
}

const VIEWS = ["i8", "u8", "i16", "u16", "i32", "u32", "f32", "f64"] as const;
/** Above this many characters a group is written once, not for full and other masks. */
const LONGEST_TWICE = 6000;
/** Above this many characters, engines would not optimize the code in one function: each group gets one of its own. */
const LONGEST_IN_ONE = 30_000;
/** Names in the text of a group that are variables of the kernel's function. */
const VARIABLES = /\b(?:[ugz]_\d+|r\d+[bs]?|a\d+|[mw]|[tb][xyz]|T[XYZ])\b/g;
const LAST_LANE = 31;

export function emit(program: Program, analysis: Analysis): Emitted {
  const emitted = new Emitter(program, analysis, false).emit();
  return emitted.source.length <= LONGEST_IN_ONE ? emitted : new Emitter(program, analysis, true).emit();
}

class Emitter {
  readonly #program: Program;
  readonly #analysis: Analysis;
  readonly #operations = new Set<NumberOperation>();
  readonly #functions = new Map<string, number>();
  readonly #stretches: Stretch[] = [];
  readonly #steps: Step[] = [];
  readonly #indexed: Emitted["indexed"][number][] = [];
  readonly #checks: Value[] = [];
  readonly #storage: StoredLanes[] = [];
  readonly #scratch = new Set<string>();
  readonly #labels = new Map<Label, LabelNames>();
  readonly #isFullLaunch: boolean;
  readonly #areGroupsFunctions: boolean;
  readonly #groupFunctions: string[] = [];
  /** Names of arrays that all warps use. */
  readonly #sharedNames = new Set<string>();
  #lines: string[] = [];
  #group = emptyGroup();
  #fresh = 0;
  #addressArray = 0;
  #step!: Step;

  constructor(program: Program, analysis: Analysis, areGroupsFunctions: boolean) {
    this.#areGroupsFunctions = areGroupsFunctions;
    this.#program = program;
    this.#analysis = analysis;
    this.#isFullLaunch = threadsOf(analysis.kind) % 32 === 0;
  }

  emit(): Emitted {
    const { hasBarrier } = this.#analysis;
    const cost = this.#cost(this.#program.body);
    const shared: string[] = [];
    const own: string[] = [];
    this.#declare(shared, own);
    this.#list(this.#program.body, { label: undefined, isUsed: false });
    const body = this.#lines;
    const operations = [...this.#operations].map((name) => `const ${name} = E.operations.${name};`);
    const functions = [...this.#functions.values()].map((number) => `const f${number} = E.functions[${number}];`);
    const source = [
      '"use strict";',
      ...VIEWS.map((view) => `const ${view.toUpperCase()} = E.memory.${view};`),
      "const Q = E.stream, P = E.parameters, C = E.executions, N = E.lanes, W = E.work, B = E.barrier, Y = E.symbols;",
      "const SB = E.sharedBase, DB = E.dynamicSharedBase, DN = E.dynamicSharedBytes, LB = E.localBase, LS = E.localBytesPerThread;",
      "const { lanesLess, lanesEqual, sourceLane, element, inside, lanesOn, whole, wrappedAround, sync, syncEach, poll, print, failed, vote, differ } = E.helpers;",
      ...operations,
      ...functions,
      ...shared,
      ...this.#scratch,
      ...this.#groupFunctions,
      `return function${hasBarrier ? "*" : ""} kernel(bx, by, bz, w, s) {`,
      ...this.#threadPlace(),
      this.#isFullLaunch ? "let m = -1, live = -1;" : "let m = E.startMasks[w], live = m;",
      ...own,
      `if ((W[0] -= ${cost}) < 0) poll(-1);`,
      ...body,
      "};",
    ].join("\n");
    return {
      source,
      isGenerator: hasBarrier,
      functions: [...this.#functions.keys()],
      stretches: this.#stretches,
      steps: this.#steps,
      indexed: this.#indexed,
      checks: this.#checks,
      storage: this.#storage,
    };
  }

  // Declarations

  #declare(shared: string[], own: string[]): void {
    const { parameters, registers, arrays } = this.#program;
    const place = new Map(parameters.map((parameter, index) => [parameter, index]));
    for (const register of new Set([...parameters, ...registers])) {
      const shape = this.#analysis.register(register);
      const index = place.get(register);
      const first = index === undefined ? "0" : `P[${index}]`;
      const name = nameOf(register);
      if (shape.form === "uniform") own.push(`let ${name} = ${first};`);
      else if (shape.form === "affine")
        own.push(
          `let ${name}b = ${is64(register.type) && !isSafe(shape) && index !== undefined ? `whole(${first}, -1)` : first};`,
          ...(shape.step === undefined ? [`let ${name}s = 0;`] : []),
        );
      else if (register.type === "bool") own.push(`let ${name} = ${index === undefined ? "0" : `${first} !== 0 ? -1 : 0`};`);
      else {
        const isShared = !this.#analysis.hasBarrier || (this.#analysis.isShortLived(register) && index === undefined);
        this.#declareLanes(name, storageOf(register.type, shape), 32, isShared, shared, own);
        if (index !== undefined) own.push(`${name}.fill(${first});`);
        else if (this.#analysis.isReadUnset(register)) own.push(`${name}.fill(0);`);
      }
    }
    for (const array of arrays) {
      const name = `a${array.number}`;
      this.#declareLanes(name, arrayStorageOf(array), 32 * array.length, !this.#analysis.hasBarrier, shared, own);
      own.push(`${name}.fill(0);`);
    }
  }

  #declareLanes(name: string, array: StoredLanes["array"], length: number, isShared: boolean, shared: string[], own: string[]): void {
    if (isShared) this.#sharedNames.add(name);
    if (isShared) shared.push(`const ${name} = new ${array}(${length})${array === "Array" ? ".fill(0)" : ""};`);
    else own.push(`const ${name} = s[${this.#storage.push({ array, length }) - 1}];`);
  }

  #threadPlace(): string[] {
    const { kind } = this.#analysis;
    const [x, y] = kind.block;
    const lines: string[] = [];
    if (isOneDimensional(kind)) lines.push("const tx = w << 5;");
    else if (rowsAreWarps(kind)) lines.push(`const tx = (w << 5) % ${x}, ty = ((w << 5) / ${x} | 0) % ${y}, tz = (w << 5) / ${x * y} | 0;`);
    else lines.push(`const TX = E.threads[w][0], TY = E.threads[w][1], TZ = E.threads[w][2], tz = (w << 5) / ${x * y} | 0;`);
    return lines;
  }

  // Small things

  #name(letter: string): string {
    return `${letter}_${this.#fresh++}`;
  }

  #out(line: string): void {
    this.#lines.push(line);
  }

  readonly #call = (name: NumberOperation): string => {
    this.#operations.add(name);
    return name;
  };

  #stepNumber(step: Step = this.#step): number {
    const known = this.#steps.indexOf(step);
    return known >= 0 ? known : this.#steps.push(step) - 1;
  }

  #indexedNumber(array: RegisterArray): number {
    return this.#indexed.push({ step: this.#step, array }) - 1;
  }

  #checkNumber(value: Value): number {
    return this.#checks.push(value) - 1;
  }

  /** A name for a value that is the same for the whole warp, computed now. */
  #hoisted(text: string): string {
    if (/^(\w+|\(-\d+\))$/.test(text) && !/^[rm]\d*[bs]?$/.test(text)) return text;
    const name = this.#name("u");
    this.#out(`const ${name} = ${text};`);
    return name;
  }

  // Values that are the same for all lanes

  #uniform(value: Value): string {
    const { shape } = this.#analysis;
    const constant = constantOf(shape(value));
    if (constant !== undefined && !isFloating(value.type)) return constantText(constant);
    switch (value.kind) {
      case "constant":
        return constantText(value.value);
      case "register":
        return nameOf(value.register);
      case "special":
        return this.#uniformSpecial(value.special);
      case "symbol":
        return `Y[${this.#program.symbols.findIndex(({ name }) => name === value.name)}]`;
      case "arithmetic":
        return this.#uniformArithmetic(value);
      case "offset": {
        const pointer = shape(value.pointer);
        const index = shape(value.index);
        // The steps of two affine values can cancel out.
        if (pointer.form === "affine" || index.form === "affine") return this.#affineOffset(value).base;
        return this.#offset(this.#uniform(value.pointer), this.#uniform(value.index), value.index.type, index, value.bytes);
      }
      case "convert":
      case "bits":
        if (shape(value.operand).form === "affine") return this.#affineConverted(value).base;
        return this.#scalar(value, (operand) => this.#uniform(operand));
      case "negate":
      case "complement":
        return this.#scalar(value, (operand) => this.#uniform(operand));
      default:
        return this.#scalar(value, (operand) => this.#uniform(operand));
    }
  }

  #uniformArithmetic(value: Value & { kind: "arithmetic" }): string {
    const { shape } = this.#analysis;
    if (shape(value.left).form === "uniform" && shape(value.right).form === "uniform")
      return this.#scalar(value, (operand) => this.#uniform(operand));
    return this.#affineArithmetic(value).base;
  }

  #uniformSpecial(special: Special): string {
    switch (special) {
      case "threadIdx.x":
        return "0";
      case "threadIdx.y":
        return "ty";
      case "threadIdx.z":
        return "tz";
      case "blockIdx.x":
        return "bx";
      case "blockIdx.y":
        return "by";
      case "blockIdx.z":
        return "bz";
      case "sharedBase":
        return "SB";
      case "dynamicSharedBase":
        return "DB";
      case "dynamicSharedBytes":
        return "DN";
      case "activeMask":
        return "(m >>> 0)";
      default:
        throw new Error(`${special} is not the same for all lanes`);
    }
  }

  // Values base + step × lane

  #affine(value: Value): Affine {
    const { shape } = this.#analysis;
    const known = shape(value);
    if (known.form === "uniform") {
      const text = this.#uniform(value);
      return { base: is64(value.type) && !isSafe(known) ? this.#whole(text, value) : text, step: "0" };
    }
    switch (value.kind) {
      case "register":
        return {
          base: `${nameOf(value.register)}b`,
          step: known.step === undefined ? `${nameOf(value.register)}s` : constantText(known.step),
        };
      case "special":
        if (value.special === "lane") return { base: "0", step: "1" };
        if (value.special === "localBase") return { base: "(LB + (w << 5) * LS)", step: "LS" };
        return { base: "tx", step: "1" };
      case "arithmetic":
        return this.#affineArithmetic(value);
      case "negate":
        return this.#affineDifference(value, { base: "0", step: "0" }, this.#affine(value.operand));
      case "complement":
        return this.#affineDifference(value, { base: "(-1)", step: "0" }, this.#affine(value.operand));
      case "offset":
        return this.#affineOffset(value);
      case "convert":
      case "bits":
        return this.#affineConverted(value);
      case "select": {
        const test = this.#hoisted(this.#uniformTest(value.test));
        const then = this.#affine(value.then);
        const otherwise = this.#affine(value.otherwise);
        const step = known.step === undefined ? `(${test} ? ${then.step} : ${otherwise.step})` : constantText(known.step);
        return { base: `(${test} ? ${then.base} : ${otherwise.base})`, step };
      }
      default:
        throw new Error(`a value of kind ${value.kind} cannot be affine`);
    }
  }

  /** Of a 64-bit value: a plain number, or the run starts again without taking `value` for affine. */
  #whole(text: string, value: Value): string {
    return `whole(${text}, ${this.#checkNumber(value)})`;
  }

  #affineArithmetic(value: Value & { kind: "arithmetic" }): Affine {
    const { shape } = this.#analysis;
    const [left, right] = [shape(value.left), shape(value.right)];
    const constant = constantOf(right);
    switch (value.operator) {
      case "+":
        return this.#affineSum(value, this.#affine(value.left), this.#affine(value.right));
      case "-":
        return this.#affineDifference(value, this.#affine(value.left), this.#affine(value.right));
      case "*": {
        const [stepping, factor] = left.form === "uniform" ? [value.right, value.left] : [value.left, value.right];
        const by = this.#hoisted(this.#affine(factor).base);
        return this.#affineProduct(value, this.#affine(stepping), by);
      }
      case "<<":
        return this.#affineProduct(value, this.#affine(value.left), constantText(2 ** constant!));
      case ">>":
        return this.#affineShifted(value, constant!);
      case "/":
        return this.#affineShifted(value, powerOfTwo(constant!)!);
      case "%":
        return this.#affineMasked(value, this.#affine(value.left), constant! - 1);
      case "&": {
        const [stepping, mask] = left.form === "uniform" ? [value.right, left] : [value.left, right];
        return this.#affineMasked(value, this.#affine(stepping), constantOf(mask)!);
      }
      case "|":
        return this.#affineSum(value, this.#affine(value.left), this.#affine(value.right));
      case "^":
        throw new Error("a value of ^ cannot be affine");
    }
  }

  #stepText(value: Value, text: string): string {
    const { step } = this.#analysis.shape(value);
    return step === undefined ? wrapStep(value.type, text) : constantText(step);
  }

  #affineSum(value: Value, a: Affine, b: Affine): Affine {
    const step = a.step === "0" ? b.step : b.step === "0" ? a.step : this.#stepText(value, `(${a.step} + ${b.step})`);
    return this.#checked(value, { base: wrapped(value.type, `(${a.base} + ${b.base})`), step: this.#stepText(value, step) });
  }

  #affineDifference(value: Value, a: Affine, b: Affine): Affine {
    const step = this.#stepText(value, `(${a.step} - ${b.step})`);
    return this.#checked(value, { base: wrapped(value.type, `(${a.base} - ${b.base})`), step });
  }

  #affineProduct(value: Value, a: Affine, by: string): Affine {
    const times = (text: string): string => (is32(value.type) ? wrapped(value.type, `Math.imul(${text}, ${by})`) : `(${text} * ${by} + 0)`);
    return this.#checked(value, { base: times(a.base), step: this.#stepText(value, times(a.step)) });
  }

  #affineShifted(value: Value & { kind: "arithmetic" }, bits: number): Affine {
    const { base } = this.#affine(value.left);
    const unsigned = isUnsigned(value.type);
    const text = is32(value.type) ? `(${base} ${unsigned ? ">>>" : ">>"} ${bits})` : `Math.floor(${base} / ${2 ** bits})`;
    return { base: text, step: this.#stepText(value, "0") };
  }

  #affineMasked(value: Value, { base, step }: Affine, mask: number): Affine {
    if (is32(value.type)) return { base: wrapped(value.type, `(${base} & ${mask})`), step };
    const name = this.#hoisted(base);
    return { base: `(${name} - Math.floor(${name} / ${mask + 1}) * ${mask + 1})`, step };
  }

  /** A 64-bit value is affine only if no lane leaves the safe integers or the type. */
  #checked(value: Value, { base, step }: Affine): Affine {
    const shape = this.#analysis.shape(value);
    if (!is64(value.type) || isSafe(shape)) return { base, step };
    const [first, by] = [this.#hoisted(base), this.#hoisted(step)];
    const [low, high] = [value.type === "u64" ? 0 : -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    this.#checkEnds(value, first, by, low, high);
    return { base: first, step: by };
  }

  #checkEnds(value: Value, base: string, step: string, low: number, high: number): void {
    const last = this.#hoisted(`${base} + ${LAST_LANE} * ${step}`);
    const number = this.#checkNumber(value);
    this.#out(`if (!(${base} >= ${low} && ${base} <= ${high} && ${last} >= ${low} && ${last} <= ${high})) wrappedAround(${number});`);
  }

  #affineConverted(value: Value & { kind: "convert" | "bits" }): Affine {
    const from = value.operand.type;
    const to = value.type;
    const shape = this.#analysis.shape(value.operand);
    const { base, step } = this.#affine(value.operand);
    if (is32(to)) return { base: wrapped(to, base), step: this.#stepText(value, step) };
    if (!conversionNeedsCheck(to, shape)) return { base, step };
    const [first, by] = [this.#hoisted(base), this.#hoisted(step)];
    if (is32(from))
      this.#checkEnds(value, first, by, from === "u32" || to === "u64" ? 0 : -0x8000_0000, from === "u32" ? 0xffff_ffff : 0x7fff_ffff);
    else this.#checkEnds(value, first, by, to === "u64" ? 0 : -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    return { base: first, step: by };
  }

  #affineOffset(value: Value & { kind: "offset" }): Affine {
    const index = this.#analysis.shape(value.index);
    const pointer = this.#affine(value.pointer);
    if (index.form === "uniform") {
      const moved = this.#offset(pointer.base, this.#uniform(value.index), value.index.type, index, value.bytes);
      return { base: moved, step: pointer.step };
    }
    let moving = this.#affine(value.index);
    if (!index.exact) {
      moving = { base: this.#hoisted(moving.base), step: this.#hoisted(moving.step) };
      const [low, high] = value.index.type === "u32" ? [0, 0xffff_ffff] : [-0x8000_0000, 0x7fff_ffff];
      this.#checkEnds(value, moving.base, moving.step, low, high);
    }
    const step = pointer.step === "0" ? `(${moving.step} * ${value.bytes})` : `(${pointer.step} + ${moving.step} * ${value.bytes})`;
    const known = this.#analysis.shape(value).step;
    return { base: `(${pointer.base} + ${moving.base} * ${value.bytes})`, step: known === undefined ? step : constantText(known) };
  }

  #offset(pointer: string, index: string, type: ScalarType, shape: Shape, bytes: number): string {
    const constant = constantOf(shape);
    if (constant === 0) return pointer;
    if (constant !== undefined) return `(${pointer} + ${constantText(constant * bytes)})`;
    if (is64(type) && !isSafe(shape)) return `${this.#call("offset64")}(${pointer}, ${index}, ${bytes})`;
    return bytes === 1 ? `(${pointer} + ${index})` : `(${pointer} + ${index} * ${bytes})`;
  }

  // Values of one lane, l

  #lane(value: Value): string {
    const { form } = this.#analysis.shape(value);
    if (form === "uniform") return this.#uniformInGroup(value);
    if (form === "affine") return this.#affineInGroup(value);
    switch (value.kind) {
      case "register":
        return this.#laneRegister(value.register);
      case "element":
        return this.#laneElement(value.array, value.index);
      case "special":
        return this.#laneSpecial(value.special);
      case "offset": {
        const index = this.#analysis.shape(value.index);
        return this.#offset(this.#lane(value.pointer), this.#lane(value.index), value.index.type, index, value.bytes);
      }
      default:
        return this.#scalar(value, (operand) => this.#lane(operand));
    }
  }

  #laneSpecial(special: Special): string {
    if (special === "lane") return "l";
    if (special === "localBase") return "(LB + ((w << 5) + l) * LS)";
    const { kind } = this.#analysis;
    if (special === "threadIdx.x" && (isOneDimensional(kind) || rowsAreWarps(kind))) return "(tx + l)";
    return `T${special.at(-1)!.toUpperCase()}[l]`;
  }

  #laneTest(value: Value): string {
    if (this.#analysis.shape(value).form === "uniform") return `${this.#uniformInGroup(value)} !== 0`;
    return this.#test(
      value,
      (operand) => this.#lane(operand),
      (operand) => this.#laneTest(operand),
    );
  }

  #uniformTest(value: Value): string {
    return this.#test(
      value,
      (operand) => this.#uniform(operand),
      (operand) => this.#uniformTest(operand),
    );
  }

  #uniformInGroup(value: Value): string {
    if (value.kind === "constant") return this.#uniform(value);
    if (value.kind === "register" && constantOf(this.#analysis.shape(value)) === undefined) {
      this.#group.reads.add(value.register);
      return nameOf(value.register);
    }
    return this.#hoisted(this.#uniform(value));
  }

  #affineInGroup(value: Value): string {
    const { base, step } = this.#affine(value);
    const [first, by] = [this.#hoisted(base), this.#hoisted(step)];
    const { step: constant, exact } = this.#analysis.shape(value);
    const short = constant !== undefined && Math.abs(constant) <= 2 ** 25;
    const moved = constant === 1 ? "l" : short || exact || !is32(value.type) ? `l * ${by}` : `Math.imul(l, ${by})`;
    return wrapped(value.type, `(${first} + ${moved})`);
  }

  #laneRegister(register: Register): string {
    const local = this.#group.set.get(register);
    if (local) {
      local.reads++;
      return `v${register.number}`;
    }
    if (register.type !== "bool") return `${nameOf(register)}[l]`;
    this.#group.reads.add(register);
    return `(${nameOf(register)} >>> l & 1)`;
  }

  #laneElement(array: RegisterArray, index: Value): string {
    const constant = constantOf(this.#analysis.shape(index));
    if (constant !== undefined && constant >= 0 && constant < array.length) return `a${array.number}[${constant * 32} + l]`;
    return `element(a${array.number}, ${this.#lane(index)}, ${array.length}, l, ${this.#indexedNumber(array)})`;
  }

  // Values of either kind

  #scalar(value: Value, of: (operand: Value) => string): string {
    const { shape } = this.#analysis;
    switch (value.kind) {
      case "constant":
        return constantText(value.value);
      case "arithmetic": {
        const [a, b] = [of(value.left), of(value.right)];
        return arithmeticText(
          value.type,
          value.operator,
          a,
          b,
          { result: shape(value), left: shape(value.left), right: shape(value.right) },
          this.#call,
        );
      }
      case "negate":
        return negatedText(value.type, of(value.operand), this.#call);
      case "complement":
        return complementText(value.type, of(value.operand), this.#call);
      case "convert":
        return convertedText(value.operand.type, value.type, of(value.operand), shape(value.operand), this.#call);
      case "bits":
        return bitsText(value.operand.type, value.type, of(value.operand), shape(value.operand), this.#call);
      case "select": {
        const test = this.#test(value.test, of, (operand) => `${of(operand)} !== 0`);
        return `(${test} ? ${of(value.then)} : ${of(value.otherwise)})`;
      }
      case "function":
        return `${this.#function(value.name)}(${value.operands.map(of).join(", ")})`;
      case "comparison":
      case "logic":
      case "not":
        return `(${this.#test(value, of, (operand) => `${of(operand)} !== 0`)} ? 1 : 0)`;
      default:
        throw new Error(`a value of kind ${value.kind} has no operands`);
    }
  }

  /** A value of type bool as a condition. */
  #test(value: Value, of: (operand: Value) => string, test: (operand: Value) => string): string {
    switch (value.kind) {
      case "comparison":
        return comparisonText(value.operator, of(value.left), of(value.right));
      case "logic":
        return `(${test(value.left)} ${value.operator} ${test(value.right)})`;
      case "not":
        return `!(${test(value.operand)})`;
      default:
        return `${of(value)} !== 0`;
    }
  }

  #function(name: string): string {
    let number = this.#functions.get(name);
    if (number === undefined) this.#functions.set(name, (number = this.#functions.size));
    return `f${number}`;
  }

  // Bools of 32 lanes as masks

  /** Whether the bits of all lanes can be computed at once. */
  #isMaskable(value: Value): boolean {
    const { shape } = this.#analysis;
    if (shape(value).form === "uniform") return true;
    switch (value.kind) {
      case "register":
        return true;
      case "not":
        return this.#isMaskable(value.operand);
      case "logic":
        return this.#isMaskable(value.left) && this.#isMaskable(value.right);
      case "comparison": {
        const { type } = value.left;
        if (!is32(type) && !is64(type) && type !== "ptr") return false;
        const steady = (side: Value): boolean =>
          shape(side).form === "affine" || (shape(side).form === "uniform" && (!is64(type) || isSafe(shape(side))));
        return steady(value.left) && steady(value.right);
      }
      default:
        return false;
    }
  }

  /** The bits of a value for which `#isMaskable` holds. */
  #maskText(value: Value): string {
    if (this.#analysis.shape(value).form === "uniform") return `(${this.#uniformTest(value)} ? -1 : 0)`;
    switch (value.kind) {
      case "register":
        return nameOf(value.register);
      case "not":
        return `~${this.#maskText(value.operand)}`;
      case "logic":
        return `(${this.#maskText(value.left)} ${value.operator === "&&" ? "&" : "|"} ${this.#maskText(value.right)})`;
      case "comparison":
        return this.#comparedMask(value);
      default:
        throw new Error(`a value of kind ${value.kind} has no mask`);
    }
  }

  #comparedMask({ operator, left, right }: Value & { kind: "comparison" }): string {
    const [a, b] = [this.#affine(left), this.#affine(right)];
    const { shape } = this.#analysis;
    // 32-bit lanes may wrap around.
    const wraps = is32(left.type) && !(shape(left).exact && shape(right).exact) ? (left.type === "i32" ? 1 : 2) : 0;
    const call = (name: string, x: Affine, y: Affine): string => `${name}(${x.base}, ${x.step}, ${y.base}, ${y.step}, ${wraps})`;
    switch (operator) {
      case "<":
        return call("lanesLess", a, b);
      case ">":
        return call("lanesLess", b, a);
      case "<=":
        return `~${call("lanesLess", b, a)}`;
      case ">=":
        return `~${call("lanesLess", a, b)}`;
      case "==":
        return call("lanesEqual", a, b);
      case "!=":
        return `~${call("lanesEqual", a, b)}`;
    }
  }

  /** A mask with the bits of the lanes for which a value holds; bits of lanes that are off mean nothing. Ends the group. */
  #mask(value: Value): string {
    if (this.#isMaskable(value)) {
      this.#flush();
      return this.#maskText(value);
    }
    const name = this.#name("t");
    const text = `if (${this.#laneTest(value)}) ${name} |= 1 << l;`;
    this.#group.collected.push(name);
    this.#add(text);
    this.#flush();
    return name;
  }

  // Groups of lane steps

  #add(fast: string, slow = fast): void {
    this.#group.fast.push(fast);
    this.#group.slow.push(slow);
  }

  #setLane(register: Register, fast: string, slow = fast): void {
    const known = this.#group.set.has(register);
    const start = known ? `v${register.number} = ` : `let v${register.number} = `;
    if (!known) this.#group.set.set(register, { reads: 0 });
    this.#add(`${start}${fast};`, `${start}${slow};`);
  }

  #flush(): void {
    const group = this.#group;
    if (group.fast.length === 0) return;
    this.#group = emptyGroup();
    const results = [...group.collected];
    const inside: string[] = [];
    const after: string[] = [];
    for (const [register, { reads }] of group.set) {
      if (reads >= this.#analysis.reads(register)) continue;
      const name = nameOf(register);
      if (register.type !== "bool") inside.push(`${name}[l] = v${register.number};`);
      else {
        const bits = this.#name("w");
        results.push(bits);
        inside.push(`${bits} |= v${register.number} << l;`);
        after.push(this.#blended(register, bits));
      }
    }
    const full = this.#analysis.isFull(this.#step);
    const conditions = [...(full ? [] : ["m"]), ...group.granted];
    const everyLane = ["for (let l = 0; l < 32; l++) {", ...group.fast, ...inside, "}"];
    const someLanes = ["for (let b = m; b !== 0; b &= b - 1) {", "const l = 31 - Math.clz32(b & -b);", ...group.slow, ...inside, "}"];
    if (conditions.length === 0) this.#runGroup(everyLane, results);
    else if (everyLane.reduce((sum, line) => sum + line.length, 0) > LONGEST_TWICE) this.#runGroup(someLanes, results);
    else this.#runGroup([`if ((${conditions.join(" & ")}) === -1) {`, ...everyLane, "} else {", ...someLanes, "}"], results);
    for (const line of after) this.#out(line);
  }

  /** `results` are masks that the group collects from 0. */
  #runGroup(lines: readonly string[], results: readonly string[]): void {
    const [result] = results;
    const start = results.map((name) => `let ${name} = 0;`);
    if (!this.#areGroupsFunctions || results.length > 1) {
      this.#lines.push(...start, ...lines);
      return;
    }
    const used = new Set(lines.flatMap((line) => line.match(VARIABLES) ?? []));
    const variables = [...used].filter((name) => !this.#sharedNames.has(name)).join(", ");
    const name = `k${this.#groupFunctions.length}`;
    this.#groupFunctions.push(
      [`function ${name}(${variables}) {`, ...start, ...lines, ...(result ? [`return ${result};`] : []), "}"].join("\n"),
    );
    this.#out(`${result ? `let ${result} = ` : ""}${name}(${variables});`);
  }

  /** A temporary holds nothing for lanes that are off. */
  #blended(register: Register, bits: string): string {
    const name = nameOf(register);
    if (register.name === "" || this.#analysis.isFull(this.#step)) return `${name} = ${bits};`;
    return `${name} = ${name} & ~m | ${bits} & m;`;
  }

  #flushIfTouched(register: Register): void {
    if (this.#group.reads.has(register) || this.#group.set.has(register)) this.#flush();
  }

  // Steps

  #list(steps: readonly Step[], target: Target): void {
    let stretch: Step[] | undefined;
    for (const [index, step] of steps.entries()) {
      if (!stretch && step.kind !== "loop" && step.kind !== "block") stretch = this.#startStretch(step);
      stretch?.push(step);
      this.#step = step;
      this.#emitStep(step);
      if (step.kind === "leave" || step.kind === "again" || step.kind === "exit") return;
      if (partsOf(step).length > 0) stretch = undefined;
      this.#step = step;
      if (index < steps.length - 1 && this.#analysis.dropsLanes(step)) {
        target.isUsed = true;
        this.#out(target.label === undefined ? "if (m === 0) return;" : `if (m === 0) break ${target.label};`);
      }
    }
    this.#flush();
  }

  #startStretch(step: Step): Step[] {
    this.#flush();
    const isFull = this.#analysis.isFull(step);
    const steps: Step[] = [];
    const number = this.#stretches.push({ steps, isFull }) - 1;
    this.#out(isFull ? `C[${number}]++;` : `C[${number}]++; N[${number}] += m === -1 ? 32 : lanesOn(m);`);
    return steps;
  }

  /** What a pass costs of the steps that a launch may run. */
  #cost(steps: readonly Step[]): number {
    return steps.reduce(
      (sum, step) => sum + (step.kind === "loop" ? 1 : partsOf(step).reduce((inner, part) => inner + this.#cost(part), 1)),
      1,
    );
  }

  #emitStep(step: Step): void {
    switch (step.kind) {
      case "set":
        return this.#set(step.register, step.value);
      case "setElement":
        return this.#setElement(step.array, step.index, step.value);
      case "load":
        return this.#load(step);
      case "store":
        return this.#store(step);
      case "atomic":
        return this.#atomic(step);
      case "if":
        return this.#if(step);
      case "loop":
        return this.#loop(step);
      case "block":
        return this.#block(step);
      case "leave":
      case "again":
        return this.#jump(step);
      case "exit":
        this.#flush();
        return this.#out(this.#analysis.isDivergent(step) ? "live &= ~m; m = 0;" : "return;");
      case "barrier":
        return this.#barrier(step);
      case "warpBarrier":
        this.#flush();
        this.#sync(step.mask);
        return;
      case "shuffle":
        return this.#shuffle(step);
      case "vote":
        return this.#vote(step);
      case "fence":
        this.#flush();
        return this.#out("Q.fence();");
      case "print":
        return this.#print(step);
      case "assert": {
        const mask = this.#hoisted(`~${this.#mask(step.test)} & m`);
        return this.#out(`if (${mask} !== 0) failed(${this.#stepNumber()}, w, ${mask});`);
      }
    }
  }

  #set(register: Register, value: Value): void {
    const { form, step } = this.#analysis.register(register);
    const name = nameOf(register);
    if (form === "uniform") {
      this.#flushIfTouched(register);
      return this.#out(`${name} = ${this.#uniform(value)};`);
    }
    if (form === "affine") {
      this.#flushIfTouched(register);
      const affine = this.#affine(value);
      if (step !== undefined) return this.#out(`${name}b = ${affine.base};`);
      const first = this.#hoisted(affine.base);
      return this.#out(`${name}s = ${affine.step}; ${name}b = ${first};`);
    }
    if (register.type !== "bool") return this.#setLane(register, this.#lane(value));
    if (!this.#isMaskable(value)) return this.#setLane(register, `${this.#laneTest(value)} ? 1 : 0`);
    this.#flush();
    this.#out(this.#blended(register, this.#maskText(value)));
  }

  /** Sets a register to what the whole warp has; `text` is a name. */
  #setUniform(register: Register, text: string): void {
    const name = nameOf(register);
    const { form } = this.#analysis.register(register);
    if (form === "varying" && register.type === "bool") {
      this.#flushIfTouched(register);
      return this.#out(this.#blended(register, `(${text} !== 0 ? -1 : 0)`));
    }
    if (form === "varying") return this.#setLane(register, text);
    this.#flushIfTouched(register);
    if (form === "uniform") return this.#out(`${name} = ${text};`);
    const base = is64(register.type) && this.#step.kind !== "set" ? `whole(${text}, -1)` : text;
    this.#out(`${name}b = ${base};${this.#analysis.register(register).step === undefined ? ` ${name}s = 0;` : ""}`);
  }

  #setElement(array: RegisterArray, index: Value, value: Value): void {
    const constant = constantOf(this.#analysis.shape(index));
    const name = `a${array.number}`;
    const text = this.#lane(value);
    if (constant !== undefined && constant >= 0 && constant < array.length) return this.#add(`${name}[${constant * 32} + l] = ${text};`);
    const place = this.#name("i");
    this.#add(
      `const ${place} = ${this.#lane(index)}; if (inside(${place}, ${array.length}, l, ${this.#indexedNumber(array)})) ${name}[${place} * 32 + l] = ${text};`,
    );
  }

  // Memory

  /** Requests an access. Returns the name of the mask of granted lanes, and the address of lane l, as text. */
  #request(site: AccessSite, address: Value): { readonly granted: string; readonly at: (offset: number) => string } {
    const shape = this.#analysis.shape(address);
    const granted = this.#name("g");
    if (shape.form === "varying") {
      const array = `A${(this.#addressArray ^= 1)}`;
      this.#scratch.add(`const ${array} = new Float64Array(32);`);
      this.#add(`${array}[l] = ${this.#lane(address)};`);
      this.#flush();
      this.#out(`const ${granted} = Q.access(${site.number}, m, ${array});`);
      return { granted, at: (offset) => (offset === 0 ? `${array}[l]` : `(${array}[l] + ${offset})`) };
    }
    const { base, step } = this.#affine(address);
    const [first, by] = [this.#hoisted(base), this.#hoisted(step)];
    this.#out(`const ${granted} = Q.run(${site.number}, m, ${first}, ${by});`);
    const constant = shape.step;
    return {
      granted,
      at: (offset) => {
        const start = offset === 0 ? first : `${first} + ${offset}`;
        return constant === 0 ? `(${start})` : `(${start} + l * ${by})`;
      },
    };
  }

  #load(step: Step & { kind: "load" }): void {
    if (this.#group.hasStores) this.#flush();
    const { site, address, into } = step;
    const form = this.#analysis.shape(address).form;
    const { granted, at } = this.#request(site, address);
    let offset = 0;
    if (form !== "uniform") {
      this.#group.granted.push(granted);
      this.#group.hasLoads = true;
    }
    for (const register of into) {
      const bytes = SCALAR_BYTES[register.type];
      const read = readText(register.type, at(offset), this.#call);
      if (form === "uniform") {
        const name = this.#name("u");
        this.#out(`const ${name} = ${granted} !== 0 ? ${read} : 0;`);
        this.#setUniform(register, name);
      } else this.#setLane(register, read, `${granted} >>> l & 1 ? ${read} : 0`);
      offset += bytes;
    }
  }

  #store(step: Step & { kind: "store" }): void {
    const { site, address, values } = step;
    if (this.#group.hasLoads || this.#group.hasStores) this.#flush();
    const shape = this.#analysis.shape(address);
    const { granted, at } = this.#request(site, address);
    const isUniform = shape.form === "uniform" && values.every((value) => this.#analysis.shape(value).form === "uniform");
    // Lanes that are a component or more apart do not meet.
    const mayMeet = !isUniform && (shape.step === undefined || Math.abs(shape.step) < site.bytesPerLane);
    const lines: string[] = [];
    const differing: string[] = [];
    let offset = 0;
    for (const [index, value] of values.entries()) {
      const name = this.#name("x");
      const place = at(offset);
      lines.push(`const ${name} = ${this.#lane(value)};`, writeText(value.type, place, name, this.#call));
      if (mayMeet) {
        const storage = storageOf(value.type, this.#analysis.shape(value));
        const kept = `V${index}${storage}`;
        this.#scratch.add(`const ${kept} = new ${storage}(32);`);
        lines.push(`${kept}[l] = ${name};`);
        differing.push(`differ(${readText(value.type, place, this.#call)}, ${kept}[l])`);
      }
      offset += SCALAR_BYTES[value.type];
    }
    const text = lines.join(" ");
    if (isUniform) return (this.#lines.push(`if (${granted} !== 0) {`, text, "}"), undefined);
    this.#group.granted.push(granted);
    this.#group.hasStores = true;
    this.#add(`{ ${text} }`, `if (${granted} >>> l & 1) { ${text} }`);
    if (!mayMeet) return;
    this.#flush();
    const lost = this.#name("t");
    this.#lines.push(
      "if (Q.overwrittenLanes !== 0) {",
      `let ${lost} = 0;`,
      `for (let b = Q.overwrittenLanes; b !== 0; b &= b - 1) {`,
      "const l = 31 - Math.clz32(b & -b);",
      `if (${differing.join(" || ")}) ${lost} |= 1 << l;`,
      "}",
      `if (${lost} !== 0) Q.lostValues(${lost});`,
      "}",
    );
  }

  #atomic(step: Step & { kind: "atomic" }): void {
    const { site, address, operator, type, operands, into } = step;
    this.#flush();
    const { granted, at } = this.#request(site, address);
    const old = this.#name("o");
    const operandNames = operands.map(() => this.#name("x"));
    const result = this.#name("x");
    const place = this.#name("p");
    const values = operands.map((operand) => this.#lane(operand));
    const takes = into && this.#analysis.reads(into) > 0 ? into : undefined;
    const none = takes ? (takes.type === "bool" ? undefined : `${nameOf(takes)}[l] = 0;`) : undefined;
    this.#lines.push(
      `for (let b = ${none ? "m" : granted}; b !== 0; b &= b - 1) {`,
      "const l = 31 - Math.clz32(b & -b);",
      ...(none ? [`if ((${granted} >>> l & 1) === 0) { ${none} continue; }`] : []),
      `const ${place} = ${at(0)};`,
      `const ${old} = ${readText(type, place, this.#call)};`,
      ...values.map((value, index) => `const ${operandNames[index]} = ${value};`),
      `const ${result} = ${this.#atomicText(operator, type, old, operandNames)};`,
      writeText(type, place, result, this.#call),
      ...(takes ? [`${nameOf(takes)}[l] = ${old};`] : []),
      "}",
    );
    this.#group = emptyGroup();
  }

  #atomicText(operator: AtomicOperator, type: ScalarType, old: string, [x, y]: readonly string[]): string {
    const any = anyShape(type);
    const arithmetic = (sign: ArithmeticOperator): string =>
      arithmeticText(type, sign, old, x!, { result: any, left: any, right: any }, this.#call);
    switch (operator) {
      case "add":
        return arithmetic("+");
      case "sub":
        return arithmetic("-");
      case "and":
        return arithmetic("&");
      case "or":
        return arithmetic("|");
      case "xor":
        return arithmetic("^");
      case "exchange":
        return x!;
      case "min":
        return `(${x} < ${old} ? ${x} : ${old})`;
      case "max":
        return `(${x} > ${old} ? ${x} : ${old})`;
      case "inc":
        return `(${old} >= ${x} ? 0 : ${old} + 1)`;
      case "dec":
        return `(${old} === 0 || ${old} > ${x} ? ${x} : ${old} - 1)`;
      case "cas":
        return `(${old} === ${x} ? ${y} : ${old})`;
    }
  }

  // Control flow

  #if({ test, then, otherwise }: Step & { kind: "if" }): void {
    if (this.#analysis.shape(test).form === "uniform") {
      this.#flush();
      this.#out(`if (${this.#uniformTest(test)}) {`);
      this.#branch(then);
      if (otherwise.length > 0) {
        this.#out("} else {");
        this.#branch(otherwise);
      }
      return this.#out("}");
    }
    const taken = this.#hoisted(`${this.#mask(test)} & m`);
    const others = this.#hoisted(`m & ~${taken}`);
    if (then.length > 0) {
      this.#out(`m = ${taken};`);
      this.#underMask(then);
    }
    if (otherwise.length === 0) return this.#out(`m |= ${others};`);
    const back = this.#hoisted(then.length > 0 ? "m + 0" : taken);
    this.#out(`m = ${others};`);
    this.#underMask(otherwise);
    this.#out(`m |= ${back};`);
  }

  /** Of a test that is the same for all lanes. Lanes that all have gone go to the end of the branch. */
  #branch(steps: readonly Step[]): void {
    this.#labelled(this.#name("L"), steps);
  }

  #underMask(steps: readonly Step[]): void {
    this.#out("if (m !== 0) {");
    this.#labelled(this.#name("L"), steps);
    this.#out("}");
  }

  /** A list of steps, in braces with the label if something goes to its end. */
  #labelled(label: string, steps: readonly Step[], target: Target = { label, isUsed: false }): void {
    const outer = this.#lines;
    this.#lines = [];
    this.#list(steps, target);
    this.#flush();
    const inner = this.#lines;
    this.#lines = outer;
    if (target.isUsed) this.#lines.push(`${label}: {`, ...inner, "}");
    else this.#lines.push("{", ...inner, "}");
  }

  #labelNames(label: Label): LabelNames {
    const pass = this.#name("L");
    const names = { jump: this.#name("L"), left: this.#name("x"), pass: { label: pass, isUsed: false }, passed: this.#name("y") };
    this.#labels.set(label, names);
    return names;
  }

  #block({ label, body }: Step & { kind: "block" }): void {
    this.#flush();
    const names = this.#labelNames(label);
    const divergent = this.#analysis.leavesDivergently(label);
    if (divergent) this.#out(`let ${names.left} = 0;`);
    this.#labelled(names.jump, body, { label: names.jump, isUsed: true });
    if (divergent) this.#out(`m |= ${names.left};`);
  }

  #loop(loop: Step & { kind: "loop" }): void {
    this.#flush();
    const { label, body, step } = loop;
    const names = this.#labelNames(label);
    const leaves = this.#analysis.leavesDivergently(label);
    const passes = this.#analysis.passesDivergently(label);
    const mayEmpty = [...body, ...step].some((inner) => this.#analysis.dropsLanes(inner));
    if (leaves) this.#out(`let ${names.left} = 0;`);
    this.#out(`${names.jump}: for (;;) {`);
    if (passes) this.#out(`let ${names.passed} = 0;`);
    this.#labelled(names.pass.label!, body, names.pass);
    if (passes) this.#out(`m |= ${names.passed};`);
    if (mayEmpty) this.#out("if (m === 0) break;");
    this.#labelled(this.#name("L"), step);
    if (mayEmpty && step.length > 0) this.#out("if (m === 0) break;");
    this.#out(`if ((W[0] -= ${this.#cost(body) + this.#cost(step)}) < 0) poll(${this.#stepNumber(loop)});`);
    this.#out("}");
    if (leaves) this.#out(`m |= ${names.left};`);
  }

  #jump(step: Step & { kind: "leave" | "again" }): void {
    this.#flush();
    const names = this.#labels.get(step.label)!;
    if (this.#analysis.isDivergent(step)) return this.#out(`${step.kind === "leave" ? names.left : names.passed} |= m; m = 0;`);
    if (step.kind === "leave") return this.#out(`break ${names.jump};`);
    names.pass.isUsed = true;
    this.#out(`break ${names.pass.label};`);
  }

  // Barriers, shuffles, votes

  #barrier({ reduce, test, into }: Step & { kind: "barrier" }): void {
    const holds = test ? this.#mask(test) : "0";
    this.#flush();
    this.#out(`B.step = ${this.#stepNumber()}; B.mask = m; B.live = live; B.holds = ${holds} & m; yield;`);
    if (reduce && into) this.#setUniform(into, this.#hoisted(`B.${reduce}`));
  }

  /** Tells memory of lanes that wait for each other, and of a mask that does not fit them. The group is empty. */
  #sync(mask: Value): string {
    const number = this.#stepNumber();
    if (this.#analysis.shape(mask).form === "uniform") {
      const name = this.#hoisted(`${this.#uniform(mask)} | 0`);
      this.#out(`sync(${number}, w, ${name}, m, live);`);
      return name;
    }
    this.#scratch.add("const M = new Int32Array(32);");
    this.#add(`M[l] = ${this.#lane(mask)};`);
    this.#flush();
    this.#out(`syncEach(${number}, w, M, m, live);`);
    return "M[l]";
  }

  #shuffle(step: Step & { kind: "shuffle" }): void {
    const { mode, value, lane, width, into } = step;
    if (this.#analysis.shape(value).form === "uniform") {
      this.#flush();
      this.#sync(step.mask);
      return this.#setUniform(into, this.#hoisted(`${this.#uniform(value)}`));
    }
    const array = this.#exchanged(value);
    this.#sync(step.mask);
    const groups = constantOf(this.#analysis.shape(width)) === 32 ? "32" : this.#lane(width);
    const source = `sourceLane(${["index", "up", "down", "xor"].indexOf(mode)}, l, ${this.#lane(lane)}, ${groups}, m)`;
    const text = `${array}[${source}]`;
    this.#setLane(into, text);
  }

  #exchangeArray = 0;

  /** Writes a value of all lanes into an array, for other lanes to read. Ends the group. */
  #exchanged(value: Value): string {
    const storage = storageOf(value.type, this.#analysis.shape(value));
    const array = `X${(this.#exchangeArray ^= 1)}${storage}`;
    this.#scratch.add(`const ${array} = new ${storage}(32)${storage === "Array" ? ".fill(0)" : ""};`);
    this.#add(`${array}[l] = ${this.#lane(value)};`);
    this.#flush();
    return array;
  }

  #vote({ mode, mask, value, into }: Step & { kind: "vote" }): void {
    const isBit = mode === "ballot" || mode === "any" || mode === "all" || mode === "uni";
    const test: Value = { kind: "convert", type: "bool", operand: value };
    const held = isBit ? this.#hoisted(`${this.#mask(value.type === "bool" ? value : test)} & m`) : this.#exchanged(value);
    const lanes = this.#sync(mask);
    const number = VOTES.indexOf(mode);
    const call = `vote(${number}, ${held}, ${lanes} & m, ${mode === "match-any" ? "l" : "0"})`;
    const result = into.type === "bool" ? `(${call} !== 0 ? 1 : 0)` : wrapped(into.type, call);
    if (lanes !== "M[l]" && mode !== "match-any") return this.#setUniform(into, this.#hoisted(result));
    this.#setLane(into, result);
  }

  #print(step: Step & { kind: "print" }): void {
    const texts = step.operands.map((operand) => {
      if (this.#analysis.shape(operand).form === "uniform") {
        return this.#hoisted(this.#uniform(operand));
      }
      const array = this.#name("z");
      this.#out(`const ${array} = new Array(32);`);
      this.#add(`${array}[l] = ${this.#lane(operand)};`);
      return array;
    });
    this.#flush();
    this.#out(`print(${this.#stepNumber()}, w, m, [${texts.join(", ")}]);`);
  }
}

/** The order of `vote`'s numbers. */
export const VOTES = ["ballot", "any", "all", "uni", "match-any", "match-all", "reduce-add", "reduce-min", "reduce-max", "reduce-and", "reduce-or", "reduce-xor"] as const; // prettier-ignore

const nameOf = ({ number }: Register): string => `r${number}`;

function arrayStorageOf({ type }: RegisterArray): StoredLanes["array"] {
  return is64(type) ? "Array" : storageOf(type, { form: "varying", step: undefined, twos: 0, low: 0, high: 0, exact: false });
}

const wrapStep = (type: ScalarType, text: string): string => (is32(type) ? `(${text} | 0)` : text);

function emptyGroup(): Group {
  return { fast: [], slow: [], granted: [], collected: [], set: new Map(), reads: new Set(), hasLoads: false, hasStores: false };
}
