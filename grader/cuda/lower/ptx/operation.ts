import {
  ptxModifier,
  ptxModifierMissing,
  ptxName,
  ptxNumber,
  ptxNumberTooLarge,
  ptxOperandCount,
  ptxOperandKind,
  ptxOperandType,
  ptxPlaceholder,
  ptxReadOnly,
} from "../../errors/ptx-errors.ts";
import type { AccessSite, SiteOp } from "../../ir/access-site.ts";
import { SCALAR_BYTES, type Register, type ScalarType, type Step, type Value } from "../../ir/program.ts";
import { bits, constant, convert, isIntegerType, not, offsetBytes, read } from "../../ir/values.ts";
import type { PtxInstruction, PtxOperand, PtxWord } from "../../ptx/ptx-tree.ts";
import type { Span } from "../../source-error.ts";
import type { Lowering } from "../lowering.ts";
import { clusterRegister, specialRegister } from "./special-registers.ts";

/**
 * The steps that an instruction of PTX becomes. A meaning reads the instruction's modifiers and operands by way of its `Operation`, adds steps,
 * and need not check that nothing is left over: who calls it does.
 */
export type Meaning = (operation: Operation) => void;

/** Instructions by their names with dots: `cp.async`, `cp.async.wait_group`. The longest name that an instruction begins with is its own. */
export type Instructions = readonly (readonly [name: string, meaning: Meaning])[];

/** The types of PTX with the scalar types that hold them. What is packed or has bits only is unsigned. */
const TYPES: Readonly<Record<string, ScalarType>> = {
  pred: "bool",
  b8: "u8", u8: "u8", s8: "i8",
  b16: "u16", u16: "u16", s16: "i16", f16: "f16", bf16: "bf16",
  b32: "u32", u32: "u32", s32: "i32", f32: "f32", f16x2: "u32", bf16x2: "u32", tf32: "u32",
  b64: "u64", u64: "u64", s64: "i64", f64: "f64",
}; // prettier-ignore

export const PTX_TYPES: ReadonlyMap<string, ScalarType> = new Map(Object.entries(TYPES));

/** An operand of an `asm` statement: an output, an input, or a number that stands in the text. */
export type GivenOperand = Register | Value | { readonly kind: "immediate"; readonly number: number | bigint };

/** The names that an `asm` statement's text can use where an instruction stands. */
export interface PtxNames {
  /** The statement's operands, outputs first. An input is no register, and cannot be set. */
  readonly operands: readonly GivenOperand[];
  /** Registers that the text declares there. */
  find(name: string): Register | undefined;
}

/** One instruction: its modifiers and operands, and the list of steps that it adds to. */
export class Operation {
  /** Its name in the table. */
  readonly name: string;
  readonly span: Span;
  readonly operands: readonly PtxOperand[];
  readonly lowering: Lowering;
  /** Whether the statement is `asm volatile`. */
  readonly isVolatile: boolean;
  readonly #names: PtxNames;
  /** Modifiers that nobody has asked for. */
  readonly #left: PtxWord[];
  /** Whether it has a type of numbers, `.s32`, and none of bits only, `.b32`: its registers are no floats. */
  #isOfIntegers = false;

  constructor(name: string, { words, operands, span }: PtxInstruction, names: PtxNames, lowering: Lowering, isVolatile: boolean) {
    this.name = name;
    this.span = span;
    this.operands = operands;
    this.lowering = lowering;
    this.isVolatile = isVolatile;
    this.#names = names;
    this.#left = words.slice(name.split(".").length);
  }

  // Modifiers.

  /** Whether the instruction has a modifier, without its dot. */
  has(modifier: string): boolean {
    const index = this.#left.findIndex(({ text }) => text === modifier);
    if (index >= 0) this.#left.splice(index, 1);
    return index >= 0;
  }

  /** The one of some modifiers that the instruction has. */
  optional<Choice extends string>(...choices: readonly Choice[]): Choice | undefined {
    return choices.find((choice) => this.has(choice));
  }

  oneOf<Choice extends string>(...choices: readonly Choice[]): Choice {
    const choice = this.optional(...choices);
    if (choice === undefined)
      throw ptxModifierMissing(
        this.span,
        this.name,
        choices.map((one) => `\`.${one}\``),
      );
    return choice;
  }

  /** Leaves out modifiers that change nothing here: hints. */
  ignore(...modifiers: readonly string[]): void {
    for (const modifier of modifiers) this.has(modifier);
  }

  /** Those of some modifiers that the instruction has, in the order in which they stand. */
  all(...choices: readonly string[]): string[] {
    const found = this.#left.filter(({ text }) => choices.includes(text)).map(({ text }) => text);
    for (const text of found) this.has(text);
    return found;
  }

  /** The modifier that begins so: a shape. */
  shape(prefix: string): string {
    const index = this.#left.findIndex(({ text }) => text.startsWith(prefix));
    if (index < 0) throw ptxModifierMissing(this.span, this.name, [`a shape, like \`.${prefix}128k16\``]);
    return this.#left.splice(index, 1)[0]!.text;
  }

  /** The last type among the modifiers, as written. */
  typeName(): string {
    const index = this.#left.findLastIndex(({ text }) => PTX_TYPES.has(text));
    if (index < 0) throw ptxModifierMissing(this.span, this.name, ["a type, like `.u32`"]);
    const { text } = this.#left.splice(index, 1)[0]!;
    if (text.startsWith("s") || text.startsWith("u")) this.#isOfIntegers = true;
    return text;
  }

  type(): ScalarType {
    return PTX_TYPES.get(this.typeName())!;
  }

  /** @throws SourceError for a modifier that the instruction doesn't take */
  expectNoMore(): void {
    const [modifier] = this.#left;
    if (modifier) throw ptxModifier(modifier.span, this.name, modifier.text);
  }

  // Operands.

  expectOperands(...counts: readonly number[]): void {
    if (!counts.includes(this.operands.length)) throw ptxOperandCount(this.span, this.name, counts, this.operands.length);
  }

  /** An operand's value, of a type. @param operand one of `operands`, or a part of one */
  value(operand: PtxOperand, type: ScalarType): Value {
    return this.#asType(this.#raw(operand, type), type, operand.span);
  }

  /** A predicate, perhaps with `!` in front. */
  predicate(operand: PtxOperand): Value {
    return operand.kind === "not" ? not(this.value(operand.operand, "bool")) : this.value(operand, "bool");
  }

  /** A constant integer. */
  constant(operand: PtxOperand): number {
    const value = this.#raw(operand, "i32");
    if (value.kind !== "constant") throw ptxOperandKind(operand.span, "a constant");
    return Number(value.value);
  }

  /** The operands in braces: so many. One register without braces is a vector of one. */
  vector(operand: PtxOperand, ...lengths: readonly number[]): readonly PtxOperand[] {
    const items = operand.kind === "vector" ? operand.items : [operand];
    if (!lengths.includes(items.length)) throw ptxOperandCount(operand.span, this.name, lengths, items.length);
    return items;
  }

  /** The address that `[…]` stands for, as a pointer. Shared memory has its addresses in the one space of all memories. */
  address(operand: PtxOperand): Value {
    if (operand.kind !== "address") throw ptxOperandKind(operand.span, "an address: `[%1]`");
    if (operand.more.length > 0) throw ptxOperandKind(operand.span, "an address without coordinates");
    return this.addressOf(operand);
  }

  /** The same, whatever stands behind the address in the brackets. */
  addressOf(operand: PtxOperand & { kind: "address" }): Value {
    const base = this.#raw(operand.base, "ptr");
    if (!isIntegerType(base.type) || SCALAR_BYTES[base.type] < 4) throw ptxOperandType(operand.base.span, typeText(base.type), "u64");
    const pointer = base.kind === "convert" && base.operand.type === "ptr" ? base.operand : convert("ptr", base);
    return this.lowering.temporary(offsetBytes(pointer, operand.offset), this.span);
  }

  /** What a register holds, in the type that it has; undefined for a name that is none. */
  holds(operand: PtxOperand & { kind: "placeholder" | "name" }): Value | undefined {
    if (operand.kind === "name" && !this.#names.find(operand.name)) return undefined;
    return this.#raw(operand, "u32");
  }

  /** Sets a register, a result of the instruction. `_` takes any. */
  set(operand: PtxOperand, value: Value): void {
    if (operand.kind === "name" && operand.name === "_") return;
    const register = this.destination(operand);
    this.add({ kind: "set", register, value: this.#asType(value, register.type, operand.span), span: this.span });
  }

  /** The register that an operand is, to be set. */
  destination(operand: PtxOperand): Register {
    const found =
      operand.kind === "placeholder" ? this.#placeholder(operand) : operand.kind === "name" ? this.#names.find(operand.name) : undefined;
    if (found && !("kind" in found)) return found;
    if (operand.kind === "name" && !found) throw ptxName(operand.span, operand.name);
    throw operand.kind === "placeholder" ? ptxReadOnly(operand.span) : ptxOperandKind(operand.span, "a register");
  }

  // Steps.

  add(step: Step): void {
    this.lowering.add(step);
  }

  /** A fresh register. */
  register(type: ScalarType): Register {
    return this.lowering.builder.register(type);
  }

  /** A value that no longer changes with the registers that it is made of. */
  temporary(value: Value): Value {
    return this.lowering.temporary(value, this.span);
  }

  /** An access of this instruction. @param onlySpace the memory that it reaches; undefined for a generic address */
  site(op: SiteOp, bytesPerLane: number, onlySpace?: AccessSite["onlySpace"]): AccessSite {
    const site = this.lowering.builder.site(op, bytesPerLane, this.span);
    return { ...site, ...(this.isVolatile && { isVolatile: true }), ...(onlySpace && { onlySpace }) };
  }

  /** What an operand holds, in whatever type it has. */
  #raw(operand: PtxOperand, type: ScalarType): Value {
    switch (operand.kind) {
      case "placeholder": {
        const found = this.#placeholder(operand);
        if (!("kind" in found)) return read(found);
        return found.kind === "immediate" ? constant(isIntegerType(type) ? type : "i32", found.number) : found;
      }
      case "name": {
        const register = this.#names.find(operand.name);
        if (register) return read(register);
        const special = clusterRegister(operand.name, this.lowering, this.span) ?? specialRegister(operand.name, operand.span);
        if (special) return special;
        throw ptxName(operand.span, operand.name);
      }
      case "number":
        return numberOf(operand, type);
      default:
        throw ptxOperandKind(operand.span, "a register or a number");
    }
  }

  #placeholder({ number, span }: PtxOperand & { kind: "placeholder" }): GivenOperand {
    const { operands } = this.#names;
    const found = operands[number];
    if (!found) throw ptxPlaceholder(span, number, operands.length);
    return found;
  }

  #asType(value: Value, type: ScalarType, span: Span): Value {
    const cast = sameBits(value, type);
    const isMixed = this.#isOfIntegers && isIntegerType(value.type) !== isIntegerType(type);
    if (!cast || isMixed) throw ptxOperandType(span, typeText(value.type), typeText(type));
    return cast;
  }
}

/** The bits of a value as another type of the same size; undefined for types of different sizes. */
export function sameBits(value: Value, type: ScalarType): Value | undefined {
  if (value.type === type) return value;
  if (value.type === "bool" || type === "bool" || SCALAR_BYTES[value.type] !== SCALAR_BYTES[type]) return undefined;
  return isIntegerType(value.type) && isIntegerType(type) ? convert(type, value) : bits(type, value);
}

/** A scalar type as PTX writes it. */
function typeText(type: ScalarType): string {
  if (type === "bool") return "pred";
  if (type === "ptr") return "u64";
  return type.startsWith("i") ? `s${type.slice(1)}` : type;
}

/** A number as written: an integer, a decimal float, or the bits of a float after `0f` or `0d`. */
function numberOf({ text, span }: PtxOperand & { kind: "number" }, type: ScalarType): Value {
  const isNegative = text.startsWith("-");
  const digits = isNegative ? text.slice(1) : text;
  const prefix = digits.slice(0, 2).toLowerCase();
  if ((prefix === "0f" && digits.length === 10) || (prefix === "0d" && digits.length === 18)) {
    const bytes = digits.length === 10 ? 4 : 8;
    const view = new DataView(new ArrayBuffer(8));
    const number = parseHex(digits.slice(2));
    if (number === undefined) throw ptxNumber(span, text);
    if (bytes === 4) view.setUint32(0, Number(number));
    else view.setBigUint64(0, number);
    const value = bytes === 4 ? view.getFloat32(0) : view.getFloat64(0);
    return constant(bytes === 4 ? "f32" : "f64", isNegative ? -value : value);
  }
  const isUnsigned = digits.length > 1 && "uU".includes(digits.at(-1)!);
  const whole = integerOf(isUnsigned ? digits.slice(0, -1) : digits);
  if (whole !== undefined) {
    if (whole >= 2n ** 64n) throw ptxNumberTooLarge(span, text);
    if (type === "bool") return constant("bool", whole);
    const isFloat = type === "f32" || type === "f64";
    return constant(isFloat ? type : isIntegerType(type) ? type : "u16", isNegative ? -whole : whole);
  }
  const value = Number(text);
  if (!Number.isFinite(value) || prefix === "0x" || prefix === "0b") throw ptxNumber(span, text);
  return constant(type === "f32" ? "f32" : "f64", value);
}

function parseHex(digits: string): bigint | undefined {
  const isHex = [...digits].every((digit) => "0123456789abcdefABCDEF".includes(digit));
  return isHex && digits !== "" ? BigInt(`0x${digits}`) : undefined;
}

function integerOf(digits: string): bigint | undefined {
  const prefix = digits.slice(0, 2).toLowerCase();
  if (prefix === "0x") return parseHex(digits.slice(2));
  const isBinary = prefix === "0b";
  const own = isBinary ? digits.slice(2) : digits;
  const isOctal = !isBinary && own.length > 1 && own.startsWith("0");
  const allowed = isBinary ? "01" : isOctal ? "01234567" : "0123456789";
  if (own === "" || ![...own].every((digit) => allowed.includes(digit))) return undefined;
  return BigInt(isBinary ? digits : isOctal ? `0o${own}` : own);
}
