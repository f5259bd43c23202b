import type { ArithmeticOperator, Register, ScalarType, Special, Value } from "../ir/program.ts";

/**
 * How a value differs from lane to lane of a warp:
 *
 * - "uniform": all lanes have the same
 * - "affine": lane l has base + step × l (integers and pointers; 32-bit ones modulo 2³²)
 * - "varying": anything
 */
type Form = "uniform" | "affine" | "varying";

/** The form of a value, and facts about it that hold for every launch of a kind. */
export interface Shape {
  readonly form: Form;
  /** The step of an affine value, if it is a constant. 0 for a uniform value, undefined for a varying one. */
  readonly step: number | undefined;
  /** The base, or the uniform value, is a multiple of 2 to this power. */
  readonly twos: number;
  /** No lane has less or more. */
  readonly low: number;
  readonly high: number;
  /** Base + step × lane is the value for all 32 lanes without wrapping around. */
  readonly exact: boolean;
}

/** Facts about a launch that are known when its code is written. */
export interface LaunchKind {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** For each parameter of the kernel: bounds of its value and the power of two that divides it. */
  readonly parameters: readonly ParameterFacts[];
}

export interface ParameterFacts {
  readonly twos: number;
  readonly low: number;
  readonly high: number;
}

const MOST_TWOS = 31;
const LAST_LANE = 31;
const TWO_63 = 2 ** 63;

const BOUNDS: Readonly<Record<ScalarType, readonly [number, number]>> = {
  bool: [0, 1],
  i8: [-0x80, 0x7f],
  u8: [0, 0xff],
  i16: [-0x8000, 0x7fff],
  u16: [0, 0xffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
  u32: [0, 0xffff_ffff],
  i64: [-TWO_63, TWO_63],
  u64: [0, 2 * TWO_63],
  f16: [-Infinity, Infinity],
  bf16: [-Infinity, Infinity],
  f32: [-Infinity, Infinity],
  f64: [-Infinity, Infinity],
  ptr: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

const FLOATING: ReadonlySet<ScalarType> = new Set<ScalarType>(["f16", "bf16", "f32", "f64"]);
/** Types whose values can be affine. */
const STEPPING: ReadonlySet<ScalarType> = new Set<ScalarType>(["i32", "u32", "i64", "u64", "ptr"]);

export const isFloating = (type: ScalarType): boolean => FLOATING.has(type);
export const is64 = (type: ScalarType): boolean => type === "i64" || type === "u64";
const is32 = (type: ScalarType): boolean => type === "i32" || type === "u32";
const isUnsigned = (type: ScalarType): boolean => BOUNDS[type][0] === 0;

/** Whether all values in the range are whole numbers that a JavaScript number holds exactly. */
export const isSafe = ({ low, high }: { readonly low: number; readonly high: number }): boolean =>
  low >= -Number.MAX_SAFE_INTEGER && high <= Number.MAX_SAFE_INTEGER;

const fits = (type: ScalarType, { low, high }: { readonly low: number; readonly high: number }): boolean =>
  low >= BOUNDS[type][0] && high <= BOUNDS[type][1];

export function anyShape(type: ScalarType, form: Form = "varying"): Shape {
  const [low, high] = BOUNDS[type];
  return { form, step: form === "uniform" ? 0 : undefined, twos: 0, low, high, exact: form === "uniform" };
}

/** The power of two that divides a whole number; 0 counts as divisible by all. */
export function twosOf(value: number): number {
  if (value === 0) return MOST_TWOS;
  if (!Number.isSafeInteger(value)) return 0;
  let twos = 0;
  for (let rest = Math.abs(value); rest % 2 === 0 && twos < MOST_TWOS; rest /= 2) twos++;
  return twos;
}

export function constantShape(type: ScalarType, value: number | bigint): Shape {
  if (isFloating(type) || typeof value === "bigint") return anyShape(type, "uniform");
  return { form: "uniform", step: 0, twos: twosOf(value), low: value, high: value, exact: true };
}

/** The one value that a shape allows, if it allows only one; never −0, which bounds can be. */
export const constantOf = (shape: Shape): number | undefined =>
  shape.form === "uniform" && shape.low === shape.high && isSafe(shape) ? shape.low + 0 : undefined;

/** The shape of a register that is set to values of either shape. */
export function joined(a: Shape, b: Shape): Shape {
  const form = a.form === "varying" || b.form === "varying" ? "varying" : a.form === "affine" || b.form === "affine" ? "affine" : "uniform";
  return {
    form,
    step: form !== "varying" && a.step === b.step ? a.step : undefined,
    twos: Math.min(a.twos, b.twos),
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    exact: form !== "varying" && a.exact && b.exact,
  };
}

export const sameShape = (a: Shape, b: Shape): boolean =>
  a.form === b.form && a.step === b.step && a.twos === b.twos && a.low === b.low && a.high === b.high && a.exact === b.exact;

export const withForm = (shape: Shape, form: Form): Shape =>
  form === shape.form ? shape : { ...shape, form, step: form === "uniform" ? 0 : undefined, exact: form === "uniform" };

export function threadsOf({ block }: LaunchKind): number {
  return block[0] * block[1] * block[2];
}

/** Whether a row of the block is a whole number of warps. */
export const rowsAreWarps = ({ block }: LaunchKind): boolean => block[0] % 32 === 0;
export const isOneDimensional = ({ block }: LaunchKind): boolean => block[1] === 1 && block[2] === 1;

function specialShape(special: Special, kind: LaunchKind): Shape {
  const { block, grid } = kind;
  const stepping = (high: number, twos: number): Shape => ({ form: "affine", step: 1, twos, low: 0, high, exact: true });
  const upTo = (count: number, form: Form): Shape =>
    count === 1 ? constantShape("u32", 0) : { ...anyShape("u32", form), low: 0, high: count - 1 };
  switch (special) {
    case "threadIdx.x":
      if (isOneDimensional(kind)) return stepping(Math.ceil(block[0] / 32) * 32 - 1, block[0] <= 32 ? MOST_TWOS : 5);
      if (rowsAreWarps(kind)) return stepping(block[0] - 1, block[0] === 32 ? MOST_TWOS : 5);
      return upTo(block[0], "varying");
    case "threadIdx.y":
      return upTo(block[1], rowsAreWarps(kind) ? "uniform" : "varying");
    case "threadIdx.z":
      return upTo(block[2], (block[0] * block[1]) % 32 === 0 ? "uniform" : "varying");
    case "blockIdx.x":
      return upTo(grid[0], "uniform");
    case "blockIdx.y":
      return upTo(grid[1], "uniform");
    case "blockIdx.z":
      return upTo(grid[2], "uniform");
    case "blockDim.x":
      return constantShape("u32", block[0]);
    case "blockDim.y":
      return constantShape("u32", block[1]);
    case "blockDim.z":
      return constantShape("u32", block[2]);
    case "gridDim.x":
      return constantShape("u32", grid[0]);
    case "gridDim.y":
      return constantShape("u32", grid[1]);
    case "gridDim.z":
      return constantShape("u32", grid[2]);
    case "lane":
      return stepping(LAST_LANE, MOST_TWOS);
    case "sharedBase":
    case "dynamicSharedBase":
      return anyShape("ptr", "uniform");
    case "localBase":
      return anyShape("ptr", "affine");
    case "dynamicSharedBytes":
    case "activeMask":
      return anyShape("u32", "uniform");
  }
}

/** Where the shape of a value is looked up from. */
export interface ShapeContext {
  readonly kind: LaunchKind;
  /** Undefined as long as no step is known to set the register. */
  register(register: Register): Shape | undefined;
  /** Values that must not be affine: a run found that they wrap around, or they may not be affine at all. */
  refuses(value: Value): boolean;
}

/** The shape of a value; undefined if it depends on a register that no step is known to set. */
export function shapeOf(value: Value, context: ShapeContext): Shape | undefined {
  const shape = rawShape(value, context);
  return shape?.form === "affine" && context.refuses(value) ? withForm(shape, "varying") : shape;
}

function rawShape(value: Value, context: ShapeContext): Shape | undefined {
  const of = (operand: Value): Shape | undefined => shapeOf(operand, context);
  switch (value.kind) {
    case "constant":
      return constantShape(value.type, value.value);
    case "register":
      return context.register(value.register);
    case "element":
      return of(value.index) && anyShape(value.type);
    case "special":
      return specialShape(value.special, context.kind);
    case "symbol":
      return anyShape("ptr", "uniform");
    case "arithmetic": {
      const left = of(value.left);
      const right = of(value.right);
      return left && right && arithmeticShape(value.type, value.operator, left, right);
    }
    case "comparison":
    case "logic":
      return together("bool", [of(value.left), of(value.right)]);
    case "not":
      return together("bool", [of(value.operand)]);
    case "negate": {
      const operand = of(value.operand);
      return (
        operand &&
        arithmeticShape(value.type, "-", isFloating(value.type) ? anyShape(value.type, "uniform") : constantShape(value.type, 0), operand)
      );
    }
    case "complement": {
      const operand = of(value.operand);
      if (!operand) return undefined;
      // −1 − x; for an unsigned type, its largest value − x.
      return is32(value.type)
        ? arithmeticShape(value.type, "-", constantShape(value.type, value.type === "u32" ? 0xffff_ffff : -1), operand)
        : anyShape(value.type, operand.form === "uniform" ? "uniform" : "varying");
    }
    case "offset": {
      const pointer = of(value.pointer);
      const index = of(value.index);
      return pointer && index && offsetShape(pointer, index, value.bytes);
    }
    case "convert": {
      const operand = of(value.operand);
      return operand && convertedShape(value.operand.type, value.type, operand);
    }
    case "bits": {
      const operand = of(value.operand);
      if (!operand) return undefined;
      const whole = !isFloating(value.type) && !isFloating(value.operand.type);
      return whole
        ? convertedShape(value.operand.type, value.type, operand)
        : anyShape(value.type, operand.form === "uniform" ? "uniform" : "varying");
    }
    case "select": {
      const test = of(value.test);
      const then = of(value.then);
      const otherwise = of(value.otherwise);
      if (!test || !then || !otherwise) return undefined;
      const either = joined(then, otherwise);
      return test.form === "uniform" ? either : withForm(either, "varying");
    }
    case "function":
      return together(value.type, value.operands.map(of));
  }
}

/** The shape of any pure operation: equal operands give equal results. */
function together(type: ScalarType, operands: readonly (Shape | undefined)[]): Shape | undefined {
  if (operands.includes(undefined)) return undefined;
  return anyShape(type, operands.every((operand) => operand!.form === "uniform") ? "uniform" : "varying");
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

function arithmeticShape(type: ScalarType, operator: ArithmeticOperator, left: Shape, right: Shape): Shape {
  const bothUniform = left.form === "uniform" && right.form === "uniform";
  if (isFloating(type)) return anyShape(type, bothUniform ? "uniform" : "varying");
  const wide = arithmeticRange(type, operator, left, right);
  const inside = wide !== undefined && fits(type, wide);
  const range: Range = inside ? wide : { low: BOUNDS[type][0], high: BOUNDS[type][1] };
  const facts = { ...range, twos: twosOfResult(operator, left, right) };
  if (bothUniform) return { form: "uniform", step: 0, exact: true, ...facts };
  const varying: Shape = { form: "varying", step: undefined, exact: false, ...facts };
  if (!STEPPING.has(type) || left.form === "varying" || right.form === "varying") return varying;
  const stepped = affineStep(type, operator, left, right);
  if (!stepped) return varying;
  if (stepped.step === 0) return { form: "uniform", step: 0, exact: true, ...facts };
  return { form: "affine", step: stepped.step, exact: left.exact && right.exact && (inside || is64(type)), ...facts };
}

/**
 * The step of the result; undefined if the result is not affine. A 64-bit value stays affine only as long as it does not wrap: the code
 * checks.
 */
function affineStep(
  type: ScalarType,
  operator: ArithmeticOperator,
  left: Shape,
  right: Shape,
): { readonly step: number | undefined } | undefined {
  const wrapped = (step: number | undefined): { readonly step: number | undefined } => ({
    step: step === undefined || !is32(type) ? step : Number.isSafeInteger(step) ? step | 0 : undefined,
  });
  const constant = constantOf(right);
  switch (operator) {
    case "+":
      return wrapped(left.step === undefined || right.step === undefined ? undefined : left.step + right.step);
    case "-":
      return wrapped(left.step === undefined || right.step === undefined ? undefined : left.step - right.step);
    case "*": {
      const [stepping, factor] = left.form === "uniform" ? [right, left] : [left, right];
      if (factor.form !== "uniform") return undefined;
      const by = constantOf(factor);
      return wrapped(by === undefined || stepping.step === undefined ? undefined : stepping.step * by);
    }
    case "<<":
      if (constant === undefined || constant < 0 || constant > 30) return undefined;
      return wrapped(left.step === undefined ? undefined : left.step * 2 ** constant);
    case ">>":
      return constant === undefined || constant < 0 || constant > 30 ? undefined : shiftedStep(left, constant);
    case "/":
      return constant === undefined || powerOfTwo(constant) === undefined || left.low < 0
        ? undefined
        : shiftedStep(left, powerOfTwo(constant)!);
    case "%":
      return constant === undefined || powerOfTwo(constant) === undefined || left.low < 0
        ? undefined
        : maskedStep(left, powerOfTwo(constant)!);
    case "&": {
      const [stepping, mask] = left.form === "uniform" ? [right, left] : [left, right];
      const bits = constantOf(mask);
      if (bits === undefined) return undefined;
      const low = powerOfTwo(bits + 1);
      return low === undefined ? undefined : maskedStep(stepping, low);
    }
    case "|": {
      const [stepping, other] = left.form === "uniform" ? [right, left] : [left, right];
      // Bits that do not overlap: a sum.
      if (other.form !== "uniform" || stepping.low < 0 || stepping.high >= 2 ** other.twos) return undefined;
      return { step: stepping.step };
    }
    case "^":
      return undefined;
  }
}

/** Adding step × lane carries nothing out of the bits below the base's lowest one, nor out of the lowest `bits`. */
function staysBelow(stepping: Shape, bits: number): boolean {
  return stepping.step !== undefined && stepping.step >= 0 && LAST_LANE * stepping.step < 2 ** Math.min(stepping.twos, bits);
}

function shiftedStep(stepping: Shape, bits: number): { readonly step: number } | undefined {
  if (staysBelow(stepping, bits)) return { step: 0 };
  if (stepping.exact && stepping.step !== undefined && stepping.step % 2 ** bits === 0) return { step: stepping.step / 2 ** bits };
  return undefined;
}

function maskedStep(stepping: Shape, bits: number): { readonly step: number } | undefined {
  return staysBelow(stepping, bits) ? { step: stepping.step! } : undefined;
}

/** k for 2ᵏ up to 2³⁰. */
export function powerOfTwo(value: number): number | undefined {
  const power = Math.log2(value);
  return value >= 1 && value <= 2 ** 30 && Number.isInteger(power) && 2 ** power === value ? power : undefined;
}

function twosOfResult(operator: ArithmeticOperator, left: Shape, right: Shape): number {
  const constant = constantOf(right);
  switch (operator) {
    case "+":
    case "-":
    case "|":
    case "^":
      return Math.min(left.twos, right.twos);
    case "*":
      return Math.min(MOST_TWOS, left.twos + right.twos);
    case "<<":
      return Math.min(MOST_TWOS, left.twos + (constant !== undefined && constant >= 0 ? constant : 0));
    case "&":
      return left.form === "uniform" && right.form === "uniform" ? Math.max(left.twos, right.twos) : Math.min(left.twos, right.twos);
    default:
      return 0;
  }
}

/** Bounds of the result before it wraps around; undefined if nothing is known. */
function arithmeticRange(type: ScalarType, operator: ArithmeticOperator, left: Shape, right: Shape): Range | undefined {
  const corners = (of: (a: number, b: number) => number): Range => {
    const results = [of(left.low, right.low), of(left.low, right.high), of(left.high, right.low), of(left.high, right.high)];
    return { low: Math.min(...results), high: Math.max(...results) };
  };
  switch (operator) {
    case "+":
      return { low: left.low + right.low, high: left.high + right.high };
    case "-":
      return { low: left.low - right.high, high: left.high - right.low };
    case "*":
      return corners((a, b) => a * b);
    case "/":
      return right.low > 0 ? corners((a, b) => Math.trunc(a / b)) : undefined;
    case "%": {
      if (right.low <= 0) return undefined;
      const most = right.high - 1;
      return { low: left.low >= 0 ? 0 : Math.max(left.low, -most), high: left.high <= 0 ? 0 : Math.min(left.high, most) };
    }
    case "&":
      if (left.low >= 0 && right.low >= 0) return { low: 0, high: Math.min(left.high, right.high) };
      if (right.low >= 0) return { low: 0, high: right.high };
      if (left.low >= 0) return { low: 0, high: left.high };
      return undefined;
    case "|":
    case "^": {
      const most = Math.max(left.high, right.high);
      return left.low >= 0 && right.low >= 0 && most < 2 ** 52 ? { low: 0, high: 2 ** Math.ceil(Math.log2(most + 1)) - 1 } : undefined;
    }
    case "<<": {
      const bits = is64(type) ? 64 : 32;
      return right.low >= 0 && right.high < bits ? corners((a, b) => a * 2 ** b) : undefined;
    }
    case ">>":
      return left.low >= 0
        ? { low: 0, high: Math.floor(left.high / 2 ** Math.max(0, Math.min(right.low, 63))) }
        : { low: left.low, high: Math.max(left.high, 0) };
  }
}

function offsetShape(pointer: Shape, index: Shape, bytes: number): Shape {
  const facts = { ...anyShape("ptr", "uniform"), twos: Math.min(pointer.twos, index.twos + twosOf(bytes)) };
  if (pointer.form === "varying" || index.form === "varying") return { ...facts, form: "varying", step: undefined, exact: false };
  const step = pointer.step === undefined || index.step === undefined ? undefined : pointer.step + index.step * bytes;
  return { ...facts, form: step === 0 ? "uniform" : "affine", step, exact: true };
}

function convertedShape(from: ScalarType, to: ScalarType, operand: Shape): Shape {
  const form = operand.form === "affine" && !(STEPPING.has(from) && STEPPING.has(to)) ? "varying" : operand.form;
  if (isFloating(from) || isFloating(to)) return anyShape(to, form);
  if (to === "bool") return anyShape(to, form);
  const kept = fits(to, operand);
  const range: Range = kept ? operand : { low: BOUNDS[to][0], high: BOUNDS[to][1] };
  const facts = { low: range.low, high: range.high, twos: operand.twos };
  if (form === "uniform") return { form, step: 0, exact: true, ...facts };
  if (form === "varying") return { form, step: undefined, exact: false, ...facts };
  if (!is32(to)) return { form, step: operand.step, exact: true, ...facts };
  const step = operand.step === undefined || !Number.isSafeInteger(operand.step) ? undefined : operand.step | 0;
  if (step === 0) return { form: "uniform", step, exact: true, ...facts };
  return { form, step, exact: operand.exact && kept && step === operand.step, ...facts };
}

/** Whether the conversion of an affine value has to be checked when it runs: lanes could have wrapped around, or the type could lack a value. */
export function conversionNeedsCheck(to: ScalarType, operand: Shape): boolean {
  if (!operand.exact) return true;
  return to === "u64" && operand.low < 0;
}

export { isUnsigned, is32, BOUNDS };
