import { CONVERSION } from "../check/print-format.ts";

// Numbers and lines as C prints them.

type Scalar = number | bigint;

/** C's printf, without `*` for widths. */
export function formatted(format: string, operands: readonly (Scalar | string)[], textAt?: (address: number) => string): string {
  let next = 0;
  return format.replace(CONVERSION, (...match) => {
    const { flags = "", width = "", digits, kind = "" } = match.at(-1) as Record<string, string | undefined>;
    if (kind === "%") return "%";
    const given = operands[next++];
    if (given === undefined) return match[0] as string;
    const operand = kind === "s" && typeof given !== "string" && textAt ? textAt(Number(given)) : given;
    if (typeof operand === "string") return padded(digits === undefined ? operand : operand.slice(0, Number(digits)), Number(width), flags);
    return padded(converted(kind, operand, digits === undefined ? undefined : Number(digits), flags), Number(width), flags);
  });
}

function converted(kind: string, operand: Scalar, digits: number | undefined, flags: string): string {
  const number = Number(operand);
  switch (kind) {
    case "d":
    case "i":
      return signed(wholeDigits(operand, digits, 10), flags);
    case "u":
      return wholeDigits(operand < 0 ? unsigned(operand) : operand, digits, 10);
    case "x":
      return (flags.includes("#") ? "0x" : "") + wholeDigits(operand < 0 ? unsigned(operand) : operand, digits, 16);
    case "X":
      return wholeDigits(operand < 0 ? unsigned(operand) : operand, digits, 16).toUpperCase();
    case "o":
      return wholeDigits(operand < 0 ? unsigned(operand) : operand, digits, 8);
    case "p":
      return `0x${BigInt(operand).toString(16)}`;
    case "c":
      return String.fromCharCode(number & 255);
    case "f":
    case "F":
      return special(number, flags) ?? signed(fixed(number, digits ?? 6), flags);
    case "e":
    case "E": {
      const text = special(number, flags) ?? signed(scientific(number, digits ?? 6), flags);
      return kind === "E" ? text.toUpperCase() : text;
    }
    case "g":
    case "G":
      return special(number, flags) ?? signed(generalDigits(number, digits ?? 6), flags);
    default:
      return String(operand);
  }
}

function unsigned(operand: Scalar): Scalar {
  return typeof operand === "number" && operand >= -(2 ** 31) ? operand >>> 0 : BigInt.asUintN(64, BigInt(operand));
}

function wholeDigits(operand: Scalar, digits: number | undefined, radix: number): string {
  const text = BigInt(Math.trunc(Number(operand)) === Number(operand) ? operand : Math.trunc(Number(operand))).toString(radix);
  const [sign, plain] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text];
  return sign + plain.padStart(digits ?? 0, "0");
}

function special(number: number, flags: string): string | undefined {
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return signed(number < 0 ? "-inf" : "inf", flags);
  return undefined;
}

function signed(text: string, flags: string): string {
  if (text.startsWith("-")) return text;
  return flags.includes("+") ? `+${text}` : flags.includes(" ") ? ` ${text}` : text;
}

/** All digits before the decimal point, and `digits` after it. */
export function fixed(number: number, digits: number): string {
  const tie = tied(number, digits);
  if (tie !== undefined) return tie.toFixed(digits);
  if (Math.abs(number) < 1e21) return Object.is(number, -0) ? `-${(0).toFixed(digits)}` : number.toFixed(digits);
  return BigInt(number).toString() + (digits > 0 ? `.${"0".repeat(digits)}` : "");
}

/** A number exactly halfway between two of so many digits, rounded to the even one; undefined for any other. */
function tied(number: number, digits: number): number | undefined {
  const scaled = number * 10 ** digits;
  const below = Math.floor(scaled);
  const isTie = digits < 16 && Math.abs(scaled) < 2 ** 52 && scaled - below === 0.5 && Number.isInteger(number * 2 ** (digits + 1));
  return isTie ? (below % 2 === 0 ? below : below + 1) / 10 ** digits : undefined;
}

/** One digit before the decimal point, `digits` after it, and a power of ten. */
export function scientific(number: number, digits: number): string {
  return twoDigitExponent(number.toExponential(digits));
}

function twoDigitExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

/** `%g`: the shorter of both notations, without trailing zeros. */
export function generalDigits(number: number, digits: number): string {
  const precision = Math.max(1, digits);
  if (number === 0) return Object.is(number, -0) ? "-0" : "0";
  const exponent = Number(number.toExponential(precision - 1).split("e")[1]);
  const text = exponent < -4 || exponent >= precision ? number.toExponential(precision - 1) : number.toFixed(precision - 1 - exponent);
  const [mantissa = "", power] = text.split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return power === undefined ? short : twoDigitExponent(`${short}e${power}`);
}

function padded(text: string, width: number, flags: string): string {
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0")) return text.padStart(width);
  const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  return sign + digits.padStart(width - sign.length, "0");
}
