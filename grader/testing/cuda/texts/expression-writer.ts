import type { Randomness } from "./randomness.ts";
import { isReal, REAL, WHOLE, type ArrayVariable, type Type, type Variable } from "./random-types.ts";

/** Writes lines, and expressions of the variables in scope. */
export abstract class ExpressionWriter {
  protected readonly random: Randomness;
  protected readonly lines: string[] = [];
  protected variables: Variable[] = [];
  protected arrays: ArrayVariable[] = [];
  protected indent = 0;
  #names = 0;

  constructor(random: Randomness) {
    this.random = random;
  }

  protected put(line: string): void {
    this.lines.push("  ".repeat(this.indent) + line);
  }

  protected name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  protected type(): Type {
    return this.random.chance(25)
      ? this.random.of(REAL)
      : this.random.chance(50)
        ? this.random.of(["int", "unsigned int"] as const)
        : this.random.of(WHOLE);
  }

  protected index(length: number): string {
    return this.random.chance(40) ? String(this.random.below(length)) : `(${this.as("int", 1)}) & ${length - 1}`;
  }

  protected condition(): string {
    const random = this.random;
    switch (random.below(6)) {
      case 0:
        return `(${this.condition()} ${random.of(["&&", "||"])} ${this.condition()})`;
      case 1:
        return `!${this.condition()}`;
      case 2:
        return this.as("bool", 1);
      default: {
        const type = random.of(["int", "unsigned int", "float", "long long", "short", "double"] as const);
        return `(${this.as(type, 1)} ${random.of(["<", ">", "<=", ">=", "==", "!="])} ${this.as(random.chance(70) ? type : this.type(), 1)})`;
      }
    }
  }

  /** An expression of a type, in parentheses if it needs them. */
  protected as(type: Type, depth = 2): string {
    return this.convert(type, this.expression(depth));
  }

  protected convert(type: Type, { text, type: from }: { text: string; type: Type }): string {
    if (isReal(from) && !isReal(type)) return type === "int" ? `toInt(${text})` : `(${type})toInt(${text})`;
    if (isReal(type))
      return type === from || this.random.chance(30)
        ? `tame((${type})(${text}))`
        : `(${type})tame(${text.includes("(") || isReal(from) ? `(double)(${text})` : `(float)${text}`})`;
    return this.random.chance(50) ? `(${type})(${text})` : `(${text})`;
  }

  /** An expression with roughly its type in C: callers only care whether it is real. */
  protected expression(depth: number): { text: string; type: Type } {
    const random = this.random;
    if (depth <= 0 || random.chance(25)) return this.leaf();
    const a = this.expression(depth - 1);
    const b = this.expression(depth - 1);
    const real = isReal(a.type) || isReal(b.type);
    const type: Type = real ? (a.type === "double" || b.type === "double" ? "double" : "float") : "int";
    const wide = (one: { type: Type }): Type => (/long|size|64/.test(one.type) ? "long long" : "int");
    const common: Type = real ? type : wide(a) === "long long" || wide(b) === "long long" ? "long long" : "int";
    switch (random.below(real ? 7 : 15)) {
      case 0:
      case 1:
        return { text: `(${a.text} ${random.of(["+", "-", "*"])} ${b.text})`, type: common };
      case 2:
        return { text: `(${this.condition()} ? ${a.text} : ${b.text})`, type: common };
      case 3:
        return real
          ? { text: `(${a.text} / (${b.text} * 0 + 3))`, type: common }
          : { text: `(${a.text} / ((${b.text} & 15) + 1))`, type: common };
      case 4:
        return { text: `(${a.text} ${random.of(["<", ">", "==", "!=", "<="])} ${b.text})`, type: "bool" };
      case 5:
        return { text: `(-${a.text})`, type: isReal(a.type) ? a.type : wide(a) };
      case 6:
        if (real) return { text: `${random.of(["fmin", "fmax"])}((double)${a.text}, (double)${b.text})`, type: "double" };
        return { text: `${random.of(["min", "max"])}((int)${a.text}, (int)${b.text})`, type: "int" };
      case 7:
        return { text: `(${a.text} % ((${b.text} & 15) + 1))`, type: common };
      case 8:
      case 9:
        return { text: `(${a.text} ${random.of(["&", "|", "^"])} ${b.text})`, type: common };
      case 10:
        return { text: `(${a.text} << (${b.text} & 15))`, type: wide(a) };
      case 11:
        return { text: `(${a.text} >> (${b.text} & 15))`, type: wide(a) };
      case 12:
        return { text: `(~${a.text})`, type: wide(a) };
      case 13: {
        const one = random.of(["__popc", "__clz", "__ffs", "abs", "__brev", "__popcll", "__clzll", "__ffsll"]);
        const two = random.of(["__mulhi", "__umulhi"]);
        return random.of([
          { text: `${one}((int)${a.text})`, type: one === "__brev" ? "unsigned int" : "int" },
          { text: `${one}((int)${a.text})`, type: one === "__brev" ? "unsigned int" : "int" },
          { text: `${two}((int)${a.text}, (int)${b.text})`, type: two === "__mulhi" ? "int" : "unsigned int" },
          { text: `__byte_perm((unsigned)${a.text}, (unsigned)${b.text}, ${random.below(0x7777)}u & 0x7777u)`, type: "unsigned int" },
          {
            text: `__funnelshift_${random.of(["l", "r"])}((unsigned)${a.text}, (unsigned)${b.text}, ${random.below(40)}u)`,
            type: "unsigned int",
          },
          { text: `__float_as_int((float)(short)${a.text})`, type: "int" },
          { text: `__double_as_longlong((double)${a.text})`, type: "long long" },
        ] as const);
      }
      default:
        return { text: `(!${a.text})`, type: "bool" };
    }
  }

  protected leaf(): { text: string; type: Type } {
    const random = this.random;
    const kind = random.below(10);
    if (kind < 6 && this.variables.length > 0) return random.of(this.variables);
    if (kind < 7 && this.arrays.length > 0) {
      const { text, type, length } = random.of(this.arrays);
      const variable = this.variables.find((one) => !isReal(one.type))?.text ?? "0";
      return { text: `${text}[${variable} & ${length - 1}]`, type };
    }
    return random.of([
      () => ({ text: String(random.below(20)), type: "int" as const }),
      () => ({ text: `${random.next()}u`, type: "unsigned int" as const }),
      () => ({ text: `0x${random.next().toString(16)}ull`, type: "unsigned long long" as const }),
      () => ({ text: `(-${random.below(2 ** 31)})`, type: "int" as const }),
      () => ({ text: `${random.below(1000)}.${random.below(100)}f`, type: "float" as const }),
      () => ({ text: `${random.below(1000)}.${random.below(10)}e-${random.below(3)}`, type: "double" as const }),
      () => ({ text: random.of(["true", "false", "'a'", "'\\n'"]), type: "int" as const }),
      () => ({ text: `${random.next()}ll * ${random.below(2 ** 31)}`, type: "long long" as const }),
    ])();
  }
}
