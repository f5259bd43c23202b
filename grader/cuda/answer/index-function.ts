import { constantShape, anyShape, type Shape } from "../machine/shapes.ts";
import { arithmeticText, bitsText, comparisonText, complementText, constantText, convertedText, negatedText } from "../emit/scalar.ts";
import { Code, nameOf } from "../emit/code.ts";
import type { Program, Register, ScalarType, Special, Step, Value } from "../ir/program.ts";
import { numberFunctions } from "../numbers/function-table.ts";
import { numberOperations } from "../numbers/operations.ts";
import { SourceError, type Span } from "../source-error.ts";

/**
 * A device function as JavaScript: a function of its arguments, for one thread. What the kernel of the lab's compiler is for 32 lanes under a
 * mask, this is for the judge, which asks each thread for its index.
 */

/** What sets a parameter of the program: a value that the caller passes, or a number or a table of the case's size. */
export type Given =
  | { readonly kind: "passed"; readonly place: number }
  | { readonly kind: "number" | "table"; readonly field: string }
  | { readonly kind: "result" };

/** Places of thread and size among the caller's arguments; undefined where it passes none. */
export interface Caller {
  readonly arguments: number;
  readonly thread: number | undefined;
  readonly size: number | undefined;
}

/** A function that a judge calls, with the arguments that the exercise names. It gives a whole number, or null for one below 0 if `isNullable`. */
export type CompiledFunction = (...given: readonly unknown[]) => number | null;

/** JavaScript's own compiler, kept before anything replaces it: a sandbox gives answers in TypeScript one that reaches less. */
const CompileText = Function;

/**
 * Pointers are numbers: of each array that a function can reach, region × REGION + REGION / 2 is the first byte. An address that leaves its
 * array stays in its region.
 */
const REGION = 2 ** 40;
const LOCAL = 1_000;
const FIRST_SYMBOL = 2_000;
const RESULT = 900;
const startOf = (region: number): number => region * REGION + REGION / 2;

/**
 * Makes JavaScript of a program whose only store is that of its result.
 *
 * @param given what sets each of the program's parameters, in their order
 * @throws SourceError at a step that a function which gives an index has no use for
 */
export function indexFunction(program: Program, given: readonly Given[], caller: Caller, isNullable: boolean): CompiledFunction {
  const writer = new FunctionWriter(program, given, caller, isNullable);
  const source = writer.write();
  const make = new CompileText("E", source) as (environment: object) => CompiledFunction;
  return make({
    operations: { ...numberOperations, address64: Number, offset64: moved },
    functions: writer.functions.map((name) => numberFunctions[name]),
    symbols: program.symbols.map(({ name, bytes, contents }) => ({ name, view: viewOf(bytes, contents) })),
    Memory: FunctionMemory,
  });
}

function moved(pointer: number, index: number | bigint, bytes: number): number {
  return pointer + Number(index) * bytes;
}

function viewOf(bytes: number, contents: Uint8Array | undefined): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(bytes));
  contents?.forEach((byte, place) => view.setUint8(place, byte));
  return view;
}

interface Symbol {
  readonly name: string;
  readonly view: DataView;
}

/** What a function can read besides its arguments: tables of the case, constants of the text, and variables whose address is taken. */
class FunctionMemory {
  readonly #names: readonly string[];
  readonly #symbols: readonly Symbol[];
  readonly #local: DataView<ArrayBuffer>;
  #tables: readonly (readonly number[])[] = [];

  constructor(names: readonly string[], symbols: readonly Symbol[], localBytes: number) {
    this.#names = names;
    this.#symbols = symbols;
    this.#local = new DataView(new ArrayBuffer(localBytes));
  }

  /** Begins a call: nothing is left of the one before. */
  enter(...tables: readonly (readonly number[])[]): void {
    this.#tables = tables;
    if (this.#local.byteLength > 0) new Uint8Array(this.#local.buffer).fill(0);
  }

  load(type: ScalarType, pointer: number): number | bigint {
    const region = Math.floor(pointer / REGION);
    const offset = pointer - startOf(region);
    const table = this.#tables[region - 1];
    if (table !== undefined) {
      if (type !== "i32" && type !== "u32")
        throw new RangeError(`\`${this.#names[region - 1]}\` holds ints, and is read as something else`);
      const value = table[offset / 4];
      if (value === undefined) throw outside(this.#names[region - 1] ?? "", offset / 4, table.length);
      return type === "i32" ? value | 0 : value >>> 0;
    }
    return read(type, ...this.#placeOf(region, offset, type));
  }

  store(type: ScalarType, pointer: number, value: number | bigint): void {
    const region = Math.floor(pointer / REGION);
    if (region !== LOCAL)
      throw new RangeError("the function stores outside of its own variables; it gives an index, and the kernel stores");
    const [view, offset] = this.#placeOf(region, pointer - startOf(region), type);
    write(type, view, offset, value);
  }

  #placeOf(region: number, offset: number, type: ScalarType): [DataView, number] {
    const symbol = this.#symbols[region - FIRST_SYMBOL];
    const view = region === LOCAL ? this.#local : symbol?.view;
    if (view === undefined) throw new RangeError("the function reads through a pointer that points to nothing");
    const bytes = BYTES[type];
    if (offset < 0 || offset + bytes > view.byteLength)
      throw outside(symbol?.name ?? "a local array", offset / bytes, view.byteLength / bytes);
    return [view, offset];
  }
}

const outside = (name: string, index: number, length: number): RangeError =>
  new RangeError(`element ${index} of ${name} is read, which has ${length}`);

const BYTES: Readonly<Record<ScalarType, number>> = {
  bool: 1, i8: 1, u8: 1, i16: 2, u16: 2, f16: 2, bf16: 2, i32: 4, u32: 4, f32: 4, i64: 8, u64: 8, f64: 8, ptr: 8,
}; // prettier-ignore

function read(type: ScalarType, view: DataView, offset: number): number | bigint {
  switch (type) {
    case "bool":
      return view.getUint8(offset) === 0 ? 0 : 1;
    case "i8":
      return view.getInt8(offset);
    case "u8":
      return view.getUint8(offset);
    case "i16":
      return view.getInt16(offset, true);
    case "u16":
      return view.getUint16(offset, true);
    case "i32":
      return view.getInt32(offset, true);
    case "u32":
      return view.getUint32(offset, true);
    case "f32":
      return view.getFloat32(offset, true);
    case "f64":
      return view.getFloat64(offset, true);
    case "f16":
      return numberOperations.halfFromBits(view.getUint16(offset, true));
    case "bf16":
      return numberOperations.bfloat16FromBits(view.getUint16(offset, true));
    case "i64":
      return safe(view.getBigInt64(offset, true));
    case "u64":
      return safe(view.getBigUint64(offset, true));
    // Kept as the number that it is here.
    case "ptr":
      return view.getFloat64(offset, true);
  }
}

/** A 64-bit integer as generated code has it: a number if it is a safe one. */
function safe(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function write(type: ScalarType, view: DataView, offset: number, value: number | bigint): void {
  switch (type) {
    case "bool":
    case "i8":
    case "u8":
      return view.setUint8(offset, Number(value));
    case "i16":
    case "u16":
      return view.setUint16(offset, Number(value), true);
    case "i32":
    case "u32":
      return view.setUint32(offset, Number(value), true);
    case "f32":
      return view.setFloat32(offset, Number(value), true);
    case "f16":
      return view.setUint16(offset, numberOperations.halfToBits(Number(value)), true);
    case "bf16":
      return view.setUint16(offset, numberOperations.bfloat16ToBits(Number(value)), true);
    case "i64":
    case "u64":
      return view.setBigUint64(offset, BigInt.asUintN(64, BigInt(value)), true);
    case "f64":
    case "ptr":
      return view.setFloat64(offset, Number(value), true);
  }
}

/** Steps that a function which gives an index has no use for, with what they are called. */
const REFUSED: Partial<Record<Step["kind"], string>> = {
  atomic: "changes memory",
  barrier: "waits for other threads",
  warpBarrier: "waits for other threads",
  shuffle: "asks other threads",
  vote: "asks other threads",
  fence: "orders memory",
  print: "prints",
  exit: "ends the thread",
};

class FunctionWriter {
  readonly #program: Program;
  readonly #given: readonly Given[];
  readonly #caller: Caller;
  readonly #isNullable: boolean;
  readonly #code = new Code();

  constructor(program: Program, given: readonly Given[], caller: Caller, isNullable: boolean) {
    this.#program = program;
    this.#given = given;
    this.#caller = caller;
    this.#isNullable = isNullable;
  }

  /** Names of the functions of numbers that the code calls, in the order in which it numbers them. */
  get functions(): string[] {
    return [...this.#code.functions.keys()];
  }

  write(): string {
    const { registers, arrays, parameters, localBytes } = this.#program;
    const parameterNumbers = new Set(parameters.map(({ register }) => register.number));
    const tables = this.#given.flatMap((one) => (one.kind === "table" ? [one.field] : []));
    this.#list(this.#program.body);
    const body = this.#code.lines;
    const needsMemory = tables.length > 0 || body.some((line) => line.includes("memory."));
    const args = Array.from({ length: this.#caller.arguments }, (_, place) => `g${place}`);
    const own = registers.filter(({ number }) => !parameterNumbers.has(number)).map((register) => `${nameOf(register)} = 0`);
    return [
      '"use strict";',
      "const { imul, fround } = Math;",
      ...[...this.#code.operations].map((name) => `const ${name} = E.operations.${name};`),
      ...[...this.#code.functions.values()].map((number) => `const f${number} = E.functions[${number}];`),
      ...(needsMemory ? [`const memory = new E.Memory(${JSON.stringify(tables)}, E.symbols, ${localBytes});`] : []),
      "const inside = (index, length) => { if (index < 0 || index >= length) throw new RangeError(`element ${index} of a local array is used, which has ${length}`); return index; };",
      `return function index(${args.join(", ")}) {`,
      ...(needsMemory ? [`memory.enter(${tables.map((field) => this.#field(field)).join(", ")});`] : []),
      ...parameters.map(({ register }, place) => `let ${nameOf(register)} = ${this.#givenText(this.#given[place], tables)};`),
      ...(own.length > 0 ? [`let ${own.join(", ")};`] : []),
      ...arrays.map(({ number, length }) => `const a${number} = new Array(${length}).fill(0);`),
      ...body,
      "return null;",
      "};",
    ].join("\n");
  }

  #field(name: string): string {
    return `g${this.#caller.size}[${JSON.stringify(name)}]`;
  }

  #givenText(given: Given | undefined, tables: readonly string[]): string {
    switch (given?.kind) {
      case "passed":
        return `g${given.place} | 0`;
      case "number":
        return `${this.#field(given.field)} | 0`;
      case "table":
        return String(startOf(tables.indexOf(given.field) + 1));
      default:
        return String(startOf(RESULT));
    }
  }

  #list(steps: readonly Step[]): void {
    for (const step of steps) this.#step(step);
  }

  #step(step: Step): void {
    const { kind, span } = step;
    const refused = REFUSED[kind];
    if (refused !== undefined) throw notAnIndex(span, refused);
    switch (step.kind) {
      case "set":
        return this.#code.out(`${nameOf(step.register)} = ${this.#value(step.value, span)};`);
      case "setElement":
        return this.#code.out(
          `a${step.array.number}[inside(${this.#value(step.index, span)}, ${step.array.length})] = ${this.#value(step.value, span)};`,
        );
      case "load":
        return this.#load(step.into, step.address, span);
      case "store":
        return this.#store(step);
      case "assert":
        return this.#code.out(`if (!(${this.#test(step.test, span)})) throw new RangeError("an assertion doesn't hold");`);
      case "if":
        this.#code.out(`if (${this.#test(step.test, span)}) {`);
        this.#list(step.then);
        if (step.otherwise.length > 0) {
          this.#code.out("} else {");
          this.#list(step.otherwise);
        }
        return this.#code.out("}");
      case "loop":
        this.#code.out(`L${step.label}: for (;;) { P${step.label}: {`);
        this.#list(step.body);
        this.#code.out("}");
        this.#list(step.step);
        return this.#code.out("}");
      case "block":
        this.#code.out(`L${step.label}: {`);
        this.#list(step.body);
        return this.#code.out("}");
      case "leave":
        return this.#code.out(`break L${step.label};`);
      case "again":
        return this.#code.out(`break P${step.label};`);
    }
  }

  #load(into: readonly Register[], address: Value, span: Span): void {
    const pointer = this.#code.name("p");
    this.#code.out(`const ${pointer} = ${this.#value(address, span)};`);
    let offset = 0;
    for (const register of into) {
      this.#code.out(`${nameOf(register)} = memory.load("${register.type}", ${pointer} + ${offset});`);
      offset += BYTES[register.type];
    }
  }

  #store({ address, values, span }: Extract<Step, { kind: "store" }>): void {
    const [value] = values;
    if (value !== undefined && this.#isResult(address)) {
      const text = this.#value(value, span);
      if (!this.#isNullable) return this.#code.out(`return ${text};`);
      const name = this.#code.name("n");
      return this.#code.out(`const ${name} = ${text}; return ${name} < 0 ? null : ${name};`);
    }
    if (this.#program.localBytes === 0) throw notAnIndex(span, "stores through a pointer");
    const pointer = this.#code.name("p");
    this.#code.out(`const ${pointer} = ${this.#value(address, span)};`);
    let offset = 0;
    for (const one of values) {
      this.#code.out(`memory.store("${one.type}", ${pointer} + ${offset}, ${this.#value(one, span)});`);
      offset += BYTES[one.type];
    }
  }

  #isResult(address: Value): boolean {
    if (address.kind !== "register") return false;
    const place = this.#program.parameters.findIndex(({ register }) => register.number === address.register.number);
    return this.#given[place]?.kind === "result";
  }

  #value(value: Value, span: Span): string {
    const of = (operand: Value): string => this.#value(operand, span);
    const { call } = this.#code;
    switch (value.kind) {
      case "constant":
        return constantText(value.value);
      case "register":
        return nameOf(value.register);
      case "element":
        return `a${value.array.number}[inside(${of(value.index)}, ${value.array.length})]`;
      case "special":
        return this.#special(value.special, span);
      case "symbol":
        return String(startOf(FIRST_SYMBOL + this.#program.symbols.findIndex(({ name }) => name === value.name)));
      case "arithmetic":
        return arithmeticText(
          value.type,
          value.operator,
          of(value.left),
          of(value.right),
          { result: anyShape(value.type), left: shapeOf(value.left), right: shapeOf(value.right) },
          call,
        );
      case "negate":
        return negatedText(value.type, of(value.operand), call);
      case "complement":
        return complementText(value.type, of(value.operand), call);
      case "offset":
        return `${call("offset64")}(${of(value.pointer)}, ${of(value.index)}, ${value.bytes})`;
      case "convert":
        return convertedText(value.operand.type, value.type, of(value.operand), shapeOf(value.operand), call);
      case "bits":
        return bitsText(value.operand.type, value.type, of(value.operand), shapeOf(value.operand), call);
      case "select":
        return `(${this.#test(value.test, span)} ? ${of(value.then)} : ${of(value.otherwise)})`;
      case "function":
        return `${this.#code.functionName(value.name)}(${value.operands.map(of).join(", ")})`;
      case "comparison":
      case "logic":
      case "not":
        return `(${this.#test(value, span)} ? 1 : 0)`;
    }
  }

  #test(value: Value, span: Span): string {
    switch (value.kind) {
      case "comparison":
        return comparisonText(value.operator, this.#value(value.left, span), this.#value(value.right, span));
      case "logic":
        return `(${this.#test(value.left, span)} ${value.operator} ${this.#test(value.right, span)})`;
      case "not":
        return `!(${this.#test(value.operand, span)})`;
      default:
        return `${this.#value(value, span)} !== 0`;
    }
  }

  #special(special: Special, span: Span): string {
    if (special === "localBase") return String(startOf(LOCAL));
    if (!/^(thread|block|grid)(Idx|Dim)\.[xyz]$/.test(special)) throw notAnIndex(span, "uses the memory or the lanes of its block");
    const { thread } = this.#caller;
    if (thread === undefined) {
      throw new SourceError(`This function is asked for the same place by every thread: it has no ${special}. Use its arguments.`, span);
    }
    return `g${thread}.${special}`;
  }
}

const shapeOf = (value: Value): Shape => (value.kind === "constant" ? constantShape(value.type, value.value) : anyShape(value.type));

function notAnIndex(span: Span, what: string): SourceError {
  return new SourceError(
    `This ${what}. A function in a hole only computes an index: leave it out; the kernel around it does the rest.`,
    span,
  );
}
