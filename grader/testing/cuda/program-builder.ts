import type { AccessWidth } from "#simulator";
import {
  SCALAR_BYTES,
  type ArithmeticOperator,
  type ComparisonOperator,
  type Label,
  type Parameter,
  type Program,
  type Register,
  type RegisterArray,
  type ScalarType,
  type Special,
  type Step,
  type Value,
} from "#cuda/ir/program.ts";
import type { AccessSite } from "#cuda/ir/access-site.ts";
import { testOperations } from "./test-operations.ts";
import {
  runProgram,
  type ProgramEvents,
  type ProgramLaunch,
  type ProgramStream,
  type RunOptions,
  type RunResult,
} from "#cuda/machine/run-program.ts";

const NOWHERE = { from: 0, to: 0 };
/** The address at which the arrays of tests begin. */
export const ARRAY = 1024;
const SHARED = 256;
const BYTES = 8192;

export const constant = (type: ScalarType, value: number | bigint): Value => ({ kind: "constant", type, value });
export const get = (register: Register): Value => ({ kind: "register", type: register.type, register });
export const convert = (type: ScalarType, operand: Value): Value => ({ kind: "convert", type, operand });
export const special = (name: Special): Value => ({ kind: "special", type: name.endsWith("Base") ? "ptr" : "u32", special: name });
export const arithmetic = (operator: ArithmeticOperator, left: Value, right: Value): Value => ({
  kind: "arithmetic",
  type: left.type,
  operator,
  left,
  right,
});
export const compare = (operator: ComparisonOperator, left: Value, right: Value): Value => ({
  kind: "comparison",
  type: "bool",
  operator,
  left,
  right,
});
export const offset = (pointer: Value, index: Value, bytes = 4): Value => ({ kind: "offset", type: "ptr", pointer, index, bytes });

/** Collects the parts of a program by hand. */
export class Builder {
  readonly registers: Register[] = [];
  readonly parameters: Parameter[] = [];
  readonly arrays: RegisterArray[] = [];
  readonly sites: AccessSite[] = [];

  register(type: ScalarType, name = ""): Register {
    const register = { number: this.registers.length, type, name };
    this.registers.push(register);
    return register;
  }

  parameter(type: ScalarType, name: string): Register {
    const register = this.register(type, name);
    this.parameters.push({ register });
    return register;
  }

  array(type: ScalarType, length: number): RegisterArray {
    const array = { number: this.arrays.length, type, length, name: "array" };
    this.arrays.push(array);
    return array;
  }

  #site(op: AccessSite["op"], bytes: number): AccessSite {
    const site = { number: this.sites.length, op, bytesPerLane: bytes as AccessWidth, span: NOWHERE };
    this.sites.push(site);
    return site;
  }

  set = (register: Register, value: Value): Step => ({ kind: "set", register, value, span: NOWHERE });
  load = (address: Value, ...into: Register[]): Step => ({ kind: "load", site: this.#site("load", into.reduce((sum, { type }) => sum + SCALAR_BYTES[type], 0)), address, into, span: NOWHERE }); // prettier-ignore
  store = (address: Value, ...values: Value[]): Step => ({ kind: "store", site: this.#site("store", values.reduce((sum, { type }) => sum + SCALAR_BYTES[type], 0)), address, values, span: NOWHERE }); // prettier-ignore
  if = (test: Value, then: Step[], otherwise: Step[] = []): Step => ({ kind: "if", test, then, otherwise, span: NOWHERE });
  loop = (label: Label, body: Step[], step: Step[] = []): Step => ({ kind: "loop", label, body, step, span: NOWHERE });
  leave = (label: Label): Step => ({ kind: "leave", label, span: NOWHERE });
  exit = (): Step => ({ kind: "exit", span: NOWHERE });
  barrier = (reduce?: "count" | "and" | "or", test?: Value, into?: Register): Step => ({
    kind: "barrier",
    reduce,
    test,
    into,
    span: NOWHERE,
  });
  shuffle = (
    mode: "index" | "up" | "down" | "xor",
    value: Value,
    lane: Value,
    width: number,
    into: Register,
    mask = 0xffff_ffff,
  ): Step => ({
    kind: "shuffle",
    mode,
    mask: constant("u32", mask),
    value,
    lane,
    width: constant("i32", width),
    into,
    span: NOWHERE,
  });
  vote = (mode: (Step & { kind: "vote" })["mode"], value: Value, into: Register, mask = 0xffff_ffff): Step => ({
    kind: "vote",
    mode,
    mask: constant("u32", mask),
    value,
    into,
    span: NOWHERE,
  });

  program(body: Step[], more: Partial<Program> = {}): Program {
    const { registers, parameters, arrays, sites } = this;
    return {
      kernel: "kernel",
      parameters,
      registers,
      arrays,
      body,
      sites,
      sharedBytes: 0,
      sharedVariables: [],
      dynamicShared: undefined,
      localBytes: 0,
      localVariables: [],
      symbols: [],
      formats: [],
      ...more,
    };
  }
}

/** Lanes that have the address of a higher lane. */
export function overwritten(mask: number, addresses: Float64Array): number {
  let lanes = 0;
  for (let lane = 0; lane < 32; lane++) {
    for (let higher = lane + 1; higher < 32; higher++) {
      if ((mask >>> lane) & (mask >>> higher) & 1 && addresses[lane] === addresses[higher]) lanes |= 1 << lane;
    }
  }
  return lanes;
}

/** Memory of a few kilobytes that grants accesses within it, and logs its calls. */
export class TestMemory implements ProgramStream {
  readonly buffer = new ArrayBuffer(BYTES);
  readonly i32 = new Int32Array(this.buffer);
  readonly f32 = new Float32Array(this.buffer);
  readonly log: string[] = [];
  overwrittenLanes = 0;

  startBlock(): void {}
  startWarp(): void {}
  lostValues(lanes: number): void {
    this.log.push(`lost ${lanes >>> 0}`);
  }
  fence(): void {}
  blockBarrier(): void {
    this.log.push("barrier");
  }
  warpBarrier(): void {}

  access(site: number, mask: number, addresses: Float64Array): number {
    this.log.push(`access ${site}`);
    return this.#granted(mask, addresses);
  }

  #granted(mask: number, addresses: Float64Array): number {
    let granted = 0;
    for (let lane = 0; lane < 32; lane++)
      if ((mask >>> lane) & 1 && addresses[lane]! >= SHARED && addresses[lane]! < BYTES) granted |= 1 << lane;
    this.overwrittenLanes = overwritten(granted, addresses);
    return granted;
  }

  run(site: number, mask: number, first: number, stride: number): number {
    this.log.push(`run ${site} ${stride}`);
    return this.#granted(
      mask,
      Float64Array.from({ length: 32 }, (_, lane) => first + lane * stride),
    );
  }

  from(site: number, mask: number, addresses: Float64Array): number {
    return this.access(site, mask, addresses);
  }

  leaving(site: number, mask: number, addresses: Float64Array): number {
    return this.access(site, mask, addresses);
  }

  /** Words of the array that tests write. */
  words(count: number): number[] {
    return [...this.i32.subarray(ARRAY / 4, ARRAY / 4 + count)];
  }
}

interface TestRun {
  readonly memory: TestMemory;
  readonly result: RunResult;
  readonly events: readonly string[];
}

/** Runs a program on one block of the given size; events are logged by their names and numbers. */
export function run(
  program: Program,
  block: ProgramLaunch["block"],
  launch: Partial<ProgramLaunch> = {},
  options: Partial<RunOptions> = {},
): TestRun {
  const memory = new TestMemory();
  const { buffer } = memory;
  const events: string[] = [];
  const logged: ProgramEvents = {
    mismatchedMask: (_step, warp, waiting, named, live) => events.push(`mask ${warp} ${waiting >>> 0} ${named} ${live >>> 0}`),
    divergentBarrier: (_step, warp, arrived, live) => events.push(`barrier ${warp} ${arrived >>> 0} ${live >>> 0}`),
    outsideArray: (_step, array, lane, index) => events.push(`outside ${array.name} ${lane} ${index}`),
    print: (step, warp, mask, operands) => events.push(`print ${step.format} ${warp} ${mask >>> 0} ${JSON.stringify(operands)}`),
    failedAssertion: (step, warp, mask) => events.push(`assert ${step.text} ${warp} ${mask >>> 0}`),
  };
  const result = runProgram(
    program,
    { grid: [1, 1, 1], block, parameters: [], symbols: [], dynamicSharedBytes: 0, ...launch },
    {
      memory: {
        i8: new Int8Array(buffer),
        u8: new Uint8Array(buffer),
        i16: new Int16Array(buffer),
        u16: new Uint16Array(buffer),
        i32: memory.i32,
        u32: new Uint32Array(buffer),
        f32: memory.f32,
        f64: new Float64Array(buffer),
        sharedBase: SHARED,
        localBase: BYTES - 2048,
        localBytesPerThread: 32,
      },
      stream: memory,
      restart: () => memory.log.push("restart"),
      functions: { double: (x: number) => 2 * x },
      operations: testOperations,
      events: logged,
      ...options,
    },
  );
  return { memory, result, events };
}
