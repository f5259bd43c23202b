import { Analyses } from "#cuda/analysis/analyses.ts";
import type { Definitions } from "#cuda/analysis/definitions.ts";
import { pointerBehind } from "#cuda/analysis/aliases.ts";
import { rowLength } from "#cuda/analysis/row-lengths.ts";
import type { AtomicOperator, Program, Register, RegisterArray, ScalarType, Step, Value } from "#cuda/ir/program.ts";
import { SCALAR_BYTES } from "#cuda/ir/program.ts";
import type { RowExit } from "#cuda/machine/row-exit.ts";
import type { ProgramEvents, ProgramLaunch, ProgramStream } from "#cuda/machine/run-program.ts";

/**
 * Runs a program lane by lane, with masks written out and 64-bit integers as bigints: slow, and simple enough to trust. Tests compare the
 * generated code with it.
 */
export function runReference(
  program: Program,
  launch: ProgramLaunch,
  memory: ReferenceMemory,
  stream: ProgramStream,
  events: ProgramEvents,
): void {
  const threads = launch.block[0] * launch.block[1] * launch.block[2];
  const warps = Math.ceil(threads / 32);
  let block = 0;
  for (let z = 0; z < launch.grid[2]; z++) {
    for (let y = 0; y < launch.grid[1]; y++) {
      for (let x = 0; x < launch.grid[0]; x++) {
        stream.startBlock(block++);
        const running = Array.from({ length: warps }, (_, warp) => {
          const lanes = new Warp(program, launch, memory, stream, events, [x, y, z], warp);
          return { lanes, steps: lanes.run(), isDone: false };
        });
        while (running.some(({ isDone }) => !isDone)) {
          for (const [warp, one] of running.entries()) {
            if (one.isDone) continue;
            stream.startWarp(warp);
            one.isDone = one.steps.next().done ?? false;
          }
          const waiting = running.filter(({ isDone }) => !isDone).map(({ lanes }) => lanes);
          if (waiting.length === 0) break;
          const arrived = waiting.reduce((sum, { barrier }) => sum + bitsOf(barrier!.mask).length, 0);
          const count = waiting.reduce((sum, { barrier }) => sum + bitsOf(barrier!.holds).length, 0);
          for (const lanes of waiting) {
            const { step, mask } = lanes.barrier!;
            if (mask !== lanes.live || step !== waiting[0]!.barrier!.step) events.divergentBarrier?.(step, lanes.warp, mask, lanes.live);
            lanes.reduced = { count, and: count === arrived ? 1 : 0, or: count > 0 ? 1 : 0 };
          }
          stream.blockBarrier();
        }
      }
    }
  }
}

interface ReferenceMemory {
  readonly bytes: DataView;
  readonly sharedBase: number;
  readonly localBase: number;
  readonly localBytesPerThread: number;
}

type Scalar = number | bigint;

const bitsOf = (mask: number): number[] => Array.from({ length: 32 }, (_, lane) => lane).filter((lane) => (mask >>> lane) & 1);

const INTEGERS: Partial<Record<ScalarType, readonly [bits: number, signed: boolean]>> = {
  i8: [8, true],
  u8: [8, false],
  i16: [16, true],
  u16: [16, false],
  i32: [32, true],
  u32: [32, false],
  i64: [64, true],
  u64: [64, false],
  ptr: [64, true],
};

/** A number, or a bigint if it isn't a safe integer. */
function canonical(value: bigint): Scalar {
  return value >= -(2n ** 53n) + 1n && value <= 2n ** 53n - 1n ? Number(value) : value;
}

export function intoInteger(type: ScalarType, value: bigint): Scalar {
  const [bits, signed] = INTEGERS[type]!;
  return canonical(signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
}

/** Rounds into a floating type. */
function rounded(type: ScalarType, value: number): number {
  return type === "f32" ? Math.fround(value) : value;
}

export function referenceArithmetic(type: ScalarType, operator: string, a: Scalar, b: Scalar): Scalar {
  if (!INTEGERS[type]) {
    const x = Number(a);
    const y = Number(b);
    return rounded(type, operator === "+" ? x + y : operator === "-" ? x - y : operator === "*" ? x * y : x / y);
  }
  const x = BigInt(a);
  const y = BigInt(b);
  const [bits, signed] = INTEGERS[type]!;
  const width = bits === 64 ? 64n : 32n;
  switch (operator) {
    case "+":
      return intoInteger(type, x + y);
    case "-":
      return intoInteger(type, x - y);
    case "*":
      return intoInteger(type, x * y);
    case "/":
      return intoInteger(type, y === 0n ? (signed || bits < 32 ? -1n : 2n ** BigInt(bits) - 1n) : x / y);
    case "%":
      return intoInteger(type, y === 0n ? x : x % y);
    case "&":
      return intoInteger(type, x & y);
    case "|":
      return intoInteger(type, x | y);
    case "^":
      return intoInteger(type, x ^ y);
    case "<<":
      return intoInteger(type, y >= width ? 0n : x << y);
    case ">>":
      return intoInteger(type, x >> (y >= width ? width : y));
    default:
      throw new Error(operator);
  }
}

const scratch = new DataView(new ArrayBuffer(8));

export function referenceConversion(from: ScalarType, to: ScalarType, a: Scalar): Scalar {
  if (to === "bool") return Number(a) !== 0 ? 1 : 0;
  if (INTEGERS[to]) {
    if (INTEGERS[from] || from === "bool") return intoInteger(to, BigInt(a));
    const x = Number(a);
    const [bits, signed] = INTEGERS[to];
    const width = bits === 64 ? 64n : 32n;
    if (Number.isNaN(x)) {
      const none = width === 64n ? 2n ** 63n : from === "f64" ? 2n ** 31n : 0n;
      return intoInteger(to, none);
    }
    const [low, high] = signed ? [-(2n ** (width - 1n)), 2n ** (width - 1n) - 1n] : [0n, 2n ** width - 1n];
    const whole = x >= 2 ** 70 ? high : x <= -(2 ** 70) ? low : BigInt(Math.trunc(x));
    return intoInteger(to, whole < low ? low : whole > high ? high : whole);
  }
  if (typeof a === "bigint" && to === "f32") return floatOf(a);
  return rounded(to, Number(a));
}

/** Rounded once, to nearest, ties to even. */
function floatOf(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const shift = BigInt(magnitude.toString(2).length - 24);
  const unit = 1n << shift;
  let kept = magnitude / unit;
  const rest = magnitude % unit;
  if (rest * 2n > unit || (rest * 2n === unit && kept % 2n === 1n)) kept++;
  return Number(kept * unit) * (value < 0n ? -1 : 1);
}

class Warp {
  barrier: { step: Step; mask: number; holds: number } | undefined;
  reduced = { count: 0, and: 0, or: 0 };
  live: number;
  readonly warp: number;
  readonly #program: Program;
  readonly #launch: ProgramLaunch;
  readonly #memory: ReferenceMemory;
  readonly #stream: ProgramStream;
  readonly #events: ProgramEvents;
  readonly #block: readonly number[];
  readonly #registers = new Map<Register, Scalar[]>();
  readonly #arrays = new Map<RegisterArray, Scalar[][]>();
  readonly #definitions: Definitions;
  readonly #hasOneOrigin: readonly boolean[];
  readonly #exits = new Map<Register, readonly RowExit[]>();
  readonly #left = new Map<number, number>();
  readonly #passed = new Map<number, number>();
  #mask: number;
  #step!: Step;
  /** The step before it in its list. */
  #previous: Step | undefined;

  constructor(
    program: Program,
    launch: ProgramLaunch,
    memory: ReferenceMemory,
    stream: ProgramStream,
    events: ProgramEvents,
    block: readonly number[],
    warp: number,
  ) {
    this.#program = program;
    const { definitions, pointerOrigins } = Analyses.of(program);
    this.#definitions = definitions;
    this.#hasOneOrigin = pointerOrigins.map((origins) => origins?.length === 1);
    this.#launch = launch;
    this.#memory = memory;
    this.#stream = stream;
    this.#events = events;
    this.#block = block;
    this.warp = warp;
    const threads = launch.block[0] * launch.block[1] * launch.block[2];
    this.live = 0;
    for (let lane = 0; lane < 32; lane++) if (warp * 32 + lane < threads) this.live |= 1 << lane;
    this.#mask = this.live;
    for (const register of program.registers) this.#registers.set(register, new Array<Scalar>(32).fill(0));
    program.parameters.forEach(({ register }, index) =>
      this.#registers.set(register, new Array<Scalar>(32).fill(launch.parameters[index]!)),
    );
    for (const array of program.arrays)
      this.#arrays.set(
        array,
        Array.from({ length: array.length }, () => new Array<Scalar>(32).fill(0)),
      );
  }

  *run(): Generator<undefined, void> {
    yield* this.#list(this.#program.body);
  }

  *#list(steps: readonly Step[]): Generator<undefined, void> {
    for (const [index, step] of steps.entries()) {
      if (this.#mask === 0) return;
      this.#previous = steps[index - 1];
      yield* this.#run(step);
    }
  }

  #each(value: Value): Scalar[] {
    const values = new Array<Scalar>(32).fill(0);
    for (const lane of bitsOf(this.#mask)) values[lane] = this.#value(value, lane);
    return values;
  }

  #assign(register: Register, values: readonly Scalar[]): void {
    for (const lane of bitsOf(this.#mask)) this.#registers.get(register)![lane] = values[lane]!;
  }

  #holding(value: Value): number {
    return bitsOf(this.#mask).reduce((mask, lane) => (Number(this.#value(value, lane)) !== 0 ? mask | (1 << lane) : mask), 0);
  }

  #request({ site, address }: Step & { kind: "load" | "store" | "atomic" }, addresses: readonly number[]): number {
    const exits = this.#exitsOf(address);
    const values = Float64Array.from(addresses);
    if (exits.length === 0) {
      const isKnown = this.#hasOneOrigin[site.number];
      const pointer = isKnown ? undefined : pointerBehind(address, this.#previous);
      if (!pointer) return this.#stream.access(site.number, this.#mask, values);
      return this.#stream.from(site.number, this.#mask, values, Float64Array.from(this.#each(pointer).map(Number)));
    }
    return this.#stream.leaving(site.number, this.#mask, values, exits);
  }

  /** The subscripts of an address that leave their rows; those of a temporary were found when it was set. */
  #exitsOf(address: Value): RowExit[] {
    const exits: RowExit[] = [];
    let base = address;
    for (; base.kind === "offset"; base = base.pointer) {
      const { index, bytes } = base;
      const length = rowLength(base, this.#definitions);
      if (length === undefined) continue;
      const indexes = this.#each(index).map(Number);
      const mask = bitsOf(this.#mask).reduce(
        (lanes, lane) => (indexes[lane]! >= 0 && indexes[lane]! < length ? lanes : lanes | (1 << lane)),
        0,
      );
      if (mask !== 0) exits.push({ mask, indexes, length, bytes });
    }
    return [...exits, ...((base.kind === "register" && this.#exits.get(base.register)) || [])];
  }

  *#run(step: Step): Generator<undefined, void> {
    this.#step = step;
    switch (step.kind) {
      case "set": {
        if (step.register.name === "") this.#exits.set(step.register, this.#exitsOf(step.value));
        return this.#assign(step.register, this.#each(step.value));
      }
      case "setElement": {
        const index = this.#each(step.index);
        const values = this.#each(step.value);
        for (const lane of bitsOf(this.#mask)) {
          if (index[lane]! >= 0 && index[lane]! < step.array.length)
            this.#arrays.get(step.array)![Number(index[lane])]![lane] = values[lane]!;
          else this.#events.outsideArray?.(step, step.array, lane, index[lane]!);
        }
        return;
      }
      case "load": {
        const addresses = this.#each(step.address).map(Number);
        const granted = this.#request(step, addresses);
        let offset = 0;
        for (const register of step.into) {
          this.#assign(
            register,
            addresses.map((address, lane) => ((granted >>> lane) & 1 ? this.#read(register.type, address + offset) : 0)),
          );
          offset += SCALAR_BYTES[register.type];
        }
        return;
      }
      case "store": {
        const addresses = this.#each(step.address).map(Number);
        const granted = this.#request(step, addresses);
        const overwritten = this.#stream.overwrittenLanes;
        let offset = 0;
        let lost = 0;
        for (const value of step.values) {
          const values = this.#each(value);
          for (const lane of bitsOf(granted)) this.#write(value.type, addresses[lane]! + offset, values[lane]!);
          for (const lane of bitsOf(overwritten)) {
            if (String(this.#read(value.type, addresses[lane]! + offset)) !== String(values[lane])) lost |= 1 << lane;
          }
          offset += SCALAR_BYTES[value.type];
        }
        if (lost !== 0) this.#stream.lostValues(lost);
        return;
      }
      case "atomic": {
        const addresses = this.#each(step.address).map(Number);
        const operands = step.operands.map((operand) => this.#each(operand));
        const granted = this.#request(step, addresses);
        const bytes = SCALAR_BYTES[step.type];
        for (let component = 0; component * bytes < step.site.bytesPerLane; component++) {
          const olds = new Array<Scalar>(32).fill(0);
          const [x, y] = operands.slice(component);
          for (const lane of bitsOf(granted)) {
            const address = addresses[lane]! + component * bytes;
            const old = (olds[lane] = this.#read(step.type, address));
            this.#write(step.type, address, combined(step.operator, step.type, old, x![lane]!, y?.[lane]));
          }
          const into = step.into[component];
          if (into) this.#assign(into, olds);
        }
        return;
      }
      case "if": {
        const before = this.#mask;
        const taken = this.#holding(step.test);
        this.#mask = taken;
        yield* this.#list(step.then);
        const after = this.#mask;
        this.#mask = before & ~taken;
        yield* this.#list(step.otherwise);
        this.#mask |= after;
        return;
      }
      case "block":
        this.#left.set(step.label, 0);
        yield* this.#list(step.body);
        this.#mask |= this.#left.get(step.label)!;
        return;
      case "loop":
        this.#left.set(step.label, 0);
        for (;;) {
          this.#passed.set(step.label, 0);
          yield* this.#list(step.body);
          this.#mask |= this.#passed.get(step.label)!;
          if (this.#mask === 0) break;
          yield* this.#list(step.step);
          if (this.#mask === 0) break;
        }
        this.#mask |= this.#left.get(step.label)!;
        return;
      case "leave":
        this.#left.set(step.label, this.#left.get(step.label)! | this.#mask);
        this.#mask = 0;
        return;
      case "again":
        this.#passed.set(step.label, this.#passed.get(step.label)! | this.#mask);
        this.#mask = 0;
        return;
      case "exit":
        this.live &= ~this.#mask;
        this.#mask = 0;
        return;
      case "barrier":
        this.barrier = { step, mask: this.#mask, holds: step.test ? this.#holding(step.test) : 0 };
        yield;
        if (step.reduce && step.into) this.#assign(step.into, new Array<Scalar>(32).fill(this.reduced[step.reduce]));
        return;
      case "warpBarrier":
        return this.#sync(step.mask);
      case "shuffle": {
        this.#sync(step.mask);
        const values = this.#each(step.value);
        const asked = this.#each(step.lane).map(Number);
        const widths = this.#each(step.width).map(Number);
        this.#assign(
          step.into,
          values.map((own, lane) => {
            const source = shuffled(step.mode, lane, asked[lane]! & 31, widths[lane]!);
            return source !== undefined && (this.#mask >>> source) & 1 ? values[source]! : own;
          }),
        );
        return;
      }
      case "vote": {
        this.#sync(step.mask);
        const masks = this.#each(step.mask).map((mask) => Number(mask) & this.#mask);
        const values = this.#each(step.value);
        this.#assign(
          step.into,
          values.map((_, lane) =>
            referenceConversion("i64", step.into.type, BigInt(voted(step.mode, values, bitsOf(masks[lane]!), lane, step.value.type))),
          ),
        );
        return;
      }
      case "matrixProduct":
        throw new Error("no products of matrices here");
      case "fence":
        return this.#stream.fence();
      case "print": {
        const operands = step.operands.map((operand) => this.#each(operand));
        return this.#events.print?.(step, this.warp, this.#mask, operands);
      }
      case "assert":
        if ((this.#holding(step.test) ^ this.#mask) !== 0) throw new Error("an assertion failed");
    }
  }

  #sync(mask: Value): void {
    const named = this.#each(mask).map((value) => Number(value) | 0);
    let rest = this.#mask;
    while (rest !== 0) {
      const first = bitsOf(rest)[0]!;
      const group = bitsOf(rest).filter((lane) => named[lane] === named[first]);
      const waiting = group.reduce((bits, lane) => bits | (1 << lane), 0);
      if ((named[first]! & this.live) !== waiting)
        this.#events.mismatchedMask?.(this.#step, this.warp, waiting, named[first]! >>> 0, this.live);
      this.#stream.warpBarrier(this.warp, named[first]! & waiting);
      rest &= ~waiting;
    }
  }

  #value(value: Value, lane: number): Scalar {
    const of = (operand: Value): Scalar => this.#value(operand, lane);
    switch (value.kind) {
      case "constant":
        return value.value;
      case "register":
        return this.#registers.get(value.register)![lane]!;
      case "element": {
        const index = of(value.index);
        if (index >= 0 && index < value.array.length) return this.#arrays.get(value.array)![Number(index)]![lane]!;
        this.#events.outsideArray?.(this.#step, value.array, lane, index);
        return 0;
      }
      case "special":
        return this.#special(value.special, lane);
      case "symbol":
        return this.#launch.symbols[this.#program.symbols.findIndex(({ name }) => name === value.name)]!;
      case "arithmetic":
        return referenceArithmetic(value.type, value.operator, of(value.left), of(value.right));
      case "comparison": {
        const a = of(value.left);
        const b = of(value.right);
        const results = { "==": a === b, "!=": a !== b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b };
        return results[value.operator] ? 1 : 0;
      }
      case "logic":
        return value.operator === "&&" ? (of(value.left) && of(value.right) ? 1 : 0) : of(value.left) || of(value.right) ? 1 : 0;
      case "not":
        return of(value.operand) ? 0 : 1;
      case "negate":
        return INTEGERS[value.type] ? intoInteger(value.type, -BigInt(of(value.operand))) : -Number(of(value.operand));
      case "complement":
        return intoInteger(value.type, ~BigInt(of(value.operand)));
      case "offset":
        return intoInteger("ptr", BigInt(of(value.pointer)) + BigInt(of(value.index)) * BigInt(value.bytes));
      case "convert":
        return value.type === value.operand.type
          ? of(value.operand)
          : referenceConversion(value.operand.type, value.type, of(value.operand));
      case "bits":
        if (Number.isNaN(of(value.operand))) return value.operand.type === "f32" ? 0x7fff_ffff : 2 ** 53 - 1;
        this.#writeTo(scratch, value.operand.type, 0, of(value.operand));
        return this.#readFrom(scratch, value.type, 0);
      case "select":
        return of(value.test) ? of(value.then) : of(value.otherwise);
      case "function":
        throw new Error("no functions here");
    }
  }

  #special(special: (Value & { kind: "special" })["special"], lane: number): number {
    const [x, y] = this.#launch.block;
    const thread = this.warp * 32 + lane;
    const [kind, axis] = special.split(".") as [string, "x" | "y" | "z" | undefined];
    const index = axis === undefined ? 0 : "xyz".indexOf(axis);
    switch (kind) {
      case "threadIdx":
        return [thread % x, Math.floor(thread / x) % y, Math.floor(thread / (x * y))][index]!;
      case "blockIdx":
        return this.#block[index]!;
      case "blockDim":
        return this.#launch.block[index]!;
      case "gridDim":
        return this.#launch.grid[index]!;
      case "lane":
        return lane;
      case "sharedBase":
        return this.#memory.sharedBase;
      case "dynamicSharedBase":
        return this.#memory.sharedBase + Math.ceil(this.#program.sharedBytes / 16) * 16;
      case "localBase":
        return this.#memory.localBase + thread * this.#memory.localBytesPerThread;
      case "dynamicSharedBytes":
        return this.#launch.dynamicSharedBytes;
      default:
        return this.#mask >>> 0;
    }
  }

  #read(type: ScalarType, address: number): Scalar {
    return this.#readFrom(this.#memory.bytes, type, address);
  }

  #write(type: ScalarType, address: number, value: Scalar): void {
    this.#writeTo(this.#memory.bytes, type, address, value);
  }

  #readFrom(bytes: DataView, type: ScalarType, address: number): Scalar {
    switch (type) {
      case "bool":
        return bytes.getUint8(address) === 0 ? 0 : 1;
      case "f32":
        return bytes.getFloat32(address, true);
      case "f64":
        return bytes.getFloat64(address, true);
      default: {
        let value = 0n;
        for (let byte = SCALAR_BYTES[type] - 1; byte >= 0; byte--) value = value * 256n + BigInt(bytes.getUint8(address + byte));
        return intoInteger(type, value);
      }
    }
  }

  #writeTo(bytes: DataView, type: ScalarType, address: number, value: Scalar): void {
    if (type === "f32") return bytes.setFloat32(address, Number(value), true);
    if (type === "f64") return bytes.setFloat64(address, Number(value), true);
    for (let byte = 0; byte < SCALAR_BYTES[type]; byte++)
      bytes.setUint8(address + byte, Number((BigInt(value) >> BigInt(8 * byte)) & 255n));
  }
}

function combined(operator: AtomicOperator, type: ScalarType, old: Scalar, x: Scalar, y: Scalar | undefined): Scalar {
  switch (operator) {
    case "add":
      return referenceArithmetic(type, "+", old, x);
    case "sub":
      return referenceArithmetic(type, "-", old, x);
    case "and":
      return referenceArithmetic(type, "&", old, x);
    case "or":
      return referenceArithmetic(type, "|", old, x);
    case "xor":
      return referenceArithmetic(type, "^", old, x);
    case "exchange":
      return x;
    case "min":
      return x < old ? x : old;
    case "max":
      return x > old ? x : old;
    case "inc":
      return old >= x ? 0 : Number(old) + 1;
    case "dec":
      return old === 0 || old > x ? x : Number(old) - 1;
    case "cas":
      return old === x ? y! : old;
  }
}

function shuffled(mode: string, lane: number, offset: number, width: number): number | undefined {
  const group = Math.floor(lane / width);
  const source =
    mode === "index" ? group * width + (offset % width) : mode === "up" ? lane - offset : mode === "down" ? lane + offset : lane ^ offset;
  const sourceGroup = Math.floor(source / width);
  // Only an exchange by xor may read from a group below.
  return sourceGroup === group || (mode === "xor" && sourceGroup < group) ? source : undefined;
}

function voted(mode: string, values: readonly Scalar[], lanes: readonly number[], lane: number, type: ScalarType): number {
  const maskOf = (chosen: readonly number[]): number => chosen.reduce((mask, other) => mask | (1 << other), 0);
  const holding = lanes.filter((other) => Number(values[other]) !== 0);
  const held = lanes.map((other) => values[other]!);
  const reduced = (operator: string): number => Number(held.reduce((a, b) => referenceArithmetic(type, operator, a, b)));
  switch (mode) {
    case "ballot":
      return maskOf(holding);
    case "any":
      return holding.length > 0 ? 1 : 0;
    case "all":
      return holding.length === lanes.length ? 1 : 0;
    case "uni":
      return holding.length === 0 || holding.length === lanes.length ? 1 : 0;
    case "match-any":
      return maskOf(lanes.filter((other) => values[other] === values[lane]));
    case "match-all":
      return held.every((value) => value === held[0]) ? maskOf(lanes) : 0;
    case "reduce-min":
      if (held.length === 0) return 0;
      return Math.min(...held.map(Number));
    case "reduce-max":
      if (held.length === 0) return 0;
      return Math.max(...held.map(Number));
    default:
      if (held.length === 0) return 0;
      return reduced({ "reduce-add": "+", "reduce-and": "&", "reduce-or": "|", "reduce-xor": "^" }[mode]!);
  }
}
