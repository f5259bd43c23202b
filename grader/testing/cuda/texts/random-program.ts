/**
 * Random kernels as CUDA text, for the comparison with a C++ compiler. What they compute is defined: divisors are never 0, shifts stay
 * within the width, indexes within the array, and no expression changes what it also reads elsewhere. Signed numbers wrap around.
 */

/** How a generated kernel is launched: `fuzz(in, whole, single, twice)`, one block. */
export const THREADS = 40;
export const INPUTS = 64;
/** Results of each thread in each of the three arrays: unsigned long long, float, double. */
export const RESULTS = 8;

/** Numbers from xorshift32. */
export class Randomness {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.next();
  }

  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (this.#state = x >>> 0);
  }

  below(count: number): number {
    return this.next() % count;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

const WHOLE = [
  "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long long", "unsigned long long",
  "int8_t", "uint16_t", "size_t", "uint32_t", "int64_t",
] as const; // prettier-ignore
const REAL = ["float", "double"] as const;
type Type = (typeof WHOLE)[number] | (typeof REAL)[number];

interface Variable {
  /** How it is written, an element or a member too. */
  readonly text: string;
  readonly type: Type;
  readonly isConst: boolean;
}

interface ArrayVariable {
  readonly text: string;
  readonly type: Type;
  readonly length: number;
}

interface DeviceFunction {
  readonly name: string;
  readonly parameters: readonly { readonly type: Type; readonly by: "value" | "reference" | "pointer" | "array" }[];
  readonly result: Type;
  /** Written after the name. */
  readonly template: string;
}

interface StructType {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: Type }[];
  /** Of the elements of its array of four. */
  readonly list: Type;
  /** What its method `total` returns. */
  readonly total: Type;
}

const isReal = (type: Type): boolean => type === "float" || type === "double";

/** The text of the kernel for a seed, with the functions and structs that it uses. */
export function randomProgram(seed: number): string {
  return new Writer(new Randomness(seed)).program();
}

const PRELUDE = `__device__ int toInt(double x) { return x > -1000000.0 && x < 1000000.0 ? (int)x : 7; }
__device__ float tame(float x) { return x > -1e15f && x < 1e15f ? x : 1.5f; }
__device__ double tame(double x) { return x > -1e60 && x < 1e60 ? x : 2.5; }
`;

class Writer {
  readonly #random: Randomness;
  readonly #lines: string[] = [];
  readonly #functions: DeviceFunction[] = [];
  #structs: readonly StructType[] = [];
  #variables: Variable[] = [];
  #arrays: ArrayVariable[] = [];
  #names = 0;
  #indent = 0;
  #loops = 0;
  /** The type that a return needs; undefined in the kernel. */
  #result: Type | undefined;
  #canBreak = false;
  #canContinue = false;

  constructor(random: Randomness) {
    this.#random = random;
  }

  program(): string {
    const random = this.#random;
    this.#lines.push(PRELUDE.trimEnd());
    if (random.chance(60)) this.#struct();
    if (random.chance(30)) this.#struct();
    const functions = random.below(4);
    for (let i = 0; i < functions; i++) this.#function();
    this.#kernel();
    return `${this.#lines.join("\n")}\n`;
  }

  #put(line: string): void {
    this.#lines.push("  ".repeat(this.#indent) + line);
  }

  #name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  #type(): Type {
    return this.#random.chance(25)
      ? this.#random.of(REAL)
      : this.#random.chance(50)
        ? this.#random.of(["int", "unsigned int"] as const)
        : this.#random.of(WHOLE);
  }

  // ── declarations ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #struct(): void {
    const random = this.#random;
    const name = this.#name("S");
    const fields = Array.from({ length: 2 + random.below(3) }, (_, i) => ({ name: `m${i}`, type: this.#type() }));
    const list = random.of(["int", "float", "unsigned char", "short"] as const);
    const total = random.of(["int", "double", "long long"] as const);
    const isTemplate = random.chance(30);
    this.#put(`${isTemplate ? "template <typename T, int count>\n" : ""}struct ${name} {`);
    for (const field of fields) this.#put(`  ${field.type} ${field.name};`);
    this.#put(`  ${isTemplate ? "T" : list} list[${isTemplate ? "count" : "4"}];`);
    const value = fields.map(({ name: field, type }) => (isReal(type) ? `toInt(${field})` : `(int)${field}`)).join(" + ");
    const last = isReal(list) ? "toInt(list[i & 3])" : "list[i & 3]";
    this.#put(`  __device__ ${total} total(int i) const { return ${value} + ${last}; }`);
    this.#put(`  __device__ void add(${fields[0]!.type} by) { ${fields[0]!.name} += by; list[1] = list[0]; }`);
    const other = `const ${name}& other`;
    this.#put(`  __device__ ${name} operator+(${other}) const {`);
    this.#put(`    ${name} sum = *this;`);
    for (const field of fields)
      this.#put(
        `    sum.${field.name} = ${field.type === "bool" ? `${field.name} || other.${field.name}` : isReal(field.type) ? `tame(${field.name} + other.${field.name})` : `${field.name} + other.${field.name}`};`,
      );
    this.#put(`    return sum;`);
    this.#put(`  }`);
    this.#put("};");
    this.#structs = [...this.#structs, { name: isTemplate ? `${name}<${list}, 4>` : name, fields, list, total }];
  }

  #function(): void {
    const random = this.#random;
    const name = this.#name("f");
    const result = this.#type();
    const by = (): "value" | "reference" | "pointer" | "array" =>
      random.of(["value", "value", "value", "reference", "pointer", "array"] as const);
    const parameters = Array.from({ length: 1 + random.below(3) }, () => ({ type: this.#type(), by: by() }));
    const kind = random.below(4);
    this.#inside(() => {
      const written = parameters.map(({ type, by }, i) => {
        const own = kind === 0 && i === 0 && by === "value" ? "T" : type;
        switch (by) {
          case "value":
            this.#variables.push({ text: `p${i}`, type, isConst: false });
            return `${own} p${i}`;
          case "reference":
            this.#variables.push({ text: `p${i}`, type, isConst: false });
            return `${type}& p${i}`;
          case "pointer":
            this.#variables.push({ text: random.chance(50) ? `*p${i}` : `p${i}[0]`, type, isConst: false });
            return `${type}* p${i}`;
          case "array":
            this.#arrays.push({ text: `p${i}`, type, length: 4 });
            return random.chance(50) ? `${type}* p${i}` : `${type} p${i}[4]`;
        }
      });
      if (kind === 0) this.#put("template <typename T>");
      if (kind === 1) this.#put("template <int N>");
      if (kind === 1) this.#variables.push({ text: "N", type: "int", isConst: true });
      this.#put(`__device__ ${result} ${name}(${written.join(", ")}) {`);
      this.#put("  const int thread = threadIdx.x;");
      this.#variables.push({ text: "thread", type: "int", isConst: true });
      this.#result = result;
      this.#body(3, 2);
      this.#indent++;
      this.#put(`return ${this.#as(result)};`);
      this.#indent--;
      this.#put("}");
      this.#result = undefined;
    });
    const template =
      kind === 1
        ? `<${random.below(9)}>`
        : kind === 0 && parameters[0]!.by === "value"
          ? `<${parameters[0]!.type}>`
          : kind === 0
            ? "<int>"
            : "";
    this.#functions.push({ name, parameters, result, template });
  }

  #inside(write: () => void): void {
    const saved = [this.#variables, this.#arrays, this.#canBreak, this.#canContinue] as const;
    [this.#variables, this.#arrays] = [[...this.#variables], [...this.#arrays]];
    write();
    [this.#variables, this.#arrays, this.#canBreak, this.#canContinue] = saved;
  }

  #kernel(): void {
    const random = this.#random;
    this.#put("__global__ void fuzz(const int* in, unsigned long long* whole, float* single, double* twice) {");
    this.#indent++;
    this.#put("const int thread = threadIdx.x;");
    this.#variables.push({ text: "thread", type: "int", isConst: true });
    this.#variables.push({ text: "threadIdx.x", type: "unsigned int", isConst: true });
    this.#variables.push({ text: "in[thread]", type: "int", isConst: true });
    this.#variables.push({ text: `in[${random.below(INPUTS)}]`, type: "int", isConst: true });
    for (let i = 0; i < 4; i++) this.#scalar();
    this.#array();
    for (const struct of this.#structs) this.#structVariable(struct);
    if (random.chance(40)) this.#union();
    if (random.chance(40)) this.#vector();
    if (random.chance(40)) this.#lambda();
    this.#indent--;
    this.#body(3 + random.below(4), 3);
    this.#indent++;
    const kept = [...this.#variables];
    for (let i = 0; i < RESULTS; i++) {
      const whole = random.of(kept);
      this.#put(`whole[thread * ${RESULTS} + ${i}] = ${isReal(whole.type) ? `toInt(${whole.text})` : whole.text};`);
      this.#put(`single[thread * ${RESULTS} + ${i}] = tame((float)${random.of(kept).text});`);
      this.#put(`twice[thread * ${RESULTS} + ${i}] = tame((double)${random.of(kept).text});`);
    }
    this.#indent--;
    this.#put("}");
  }

  #scalar(): void {
    const type = this.#type();
    const name = this.#name("v");
    const value = this.#as(type);
    const isConst = this.#random.chance(10);
    const form = this.#random.below(4);
    if (isConst) this.#put(`const ${type} ${name} = ${value};`);
    else if (form === 0) this.#put(`auto ${name} = (${type})(${value});`);
    else if (form === 1) this.#put(`${type} ${name}(${value});`);
    else this.#put(`${type} ${name} = ${value};`);
    this.#variables.push({ text: name, type, isConst });
  }

  #array(): void {
    const random = this.#random;
    const type = this.#type();
    const name = this.#name("a");
    const values = Array.from({ length: random.of([4, 4, 2, 1]) }, () => this.#as(type));
    this.#put(`${type} ${name}[4] = {${values.join(", ")}};`);
    this.#arrays.push({ text: name, type, length: 4 });
    for (let i = 0; i < 2; i++) this.#variables.push({ text: `${name}[${random.below(4)}]`, type, isConst: false });
    if (random.chance(40)) {
      const table = this.#name("t");
      this.#put(`${type} ${table}[2][4] = {{${values[0]}}, {${this.#as(type)}, ${this.#as(type)}}};`);
      this.#arrays.push({ text: `${table}[${random.chance(50) ? "thread & 1" : random.below(2)}]`, type, length: 4 });
      this.#variables.push({ text: `${table}[1][${random.below(4)}]`, type, isConst: false });
    }
    if (random.chance(40)) {
      // A pointer into the array, moved within it.
      const pointer = this.#name("q");
      this.#put(`${type}* ${pointer} = ${random.chance(50) ? `${name} + 1` : `&${name}[${this.#index(2)}]`};`);
      if (random.chance(50)) this.#put(`${pointer}++;`);
      else if (random.chance(50)) this.#put(`${pointer} += thread & 1;`);
      if (random.chance(30)) this.#put(`if (thread > 9) ${pointer} = ${name};`);
      this.#variables.push({ text: `*${pointer}`, type, isConst: false }, { text: `${pointer}[0]`, type, isConst: false });
    }
    if (random.chance(30)) {
      const reference = this.#name("r");
      this.#put(`${type}& ${reference} = ${name}[${this.#index(4)}];`);
      this.#variables.push({ text: reference, type, isConst: false });
    }
  }

  #structVariable(struct: StructType): void {
    const random = this.#random;
    const name = this.#name("s");
    const values = struct.fields.slice(0, 1 + random.below(struct.fields.length)).map(({ type }) => this.#as(type));
    this.#put(`${struct.name} ${name} = {${values.join(", ")}};`);
    for (const field of struct.fields) this.#variables.push({ text: `${name}.${field.name}`, type: field.type, isConst: false });
    this.#arrays.push({ text: `${name}.list`, type: struct.list, length: 4 });
    if (random.chance(50)) {
      const second = this.#name("s");
      this.#put(`${struct.name} ${second} = ${random.chance(50) ? name : `thread & 1 ? ${name} : ${name} + ${name}`};`);
      this.#put(`${second}.add(${this.#as(struct.fields[0]!.type)});`);
      this.#put(`${name} = ${name} + ${second};`);
      const total = this.#name("v");
      this.#put(`${struct.total} ${total} = ${second}.total(${this.#index(4)});`);
      this.#variables.push({ text: total, type: struct.total, isConst: false });
    }
    if (random.chance(30)) {
      const pointer = this.#name("q");
      this.#put(`${struct.name}* ${pointer} = &${name};`);
      this.#variables.push({ text: `${pointer}->${struct.fields[0]!.name}`, type: struct.fields[0]!.type, isConst: false });
    }
    if (random.chance(30)) {
      const list = this.#name("s");
      this.#put(`${struct.name} ${list}[2] = {${name}, ${name}};`);
      this.#put(`${list}[thread & 1].${struct.fields[0]!.name} = ${this.#as(struct.fields[0]!.type)};`);
      this.#variables.push({
        text: `${list}[${random.chance(50) ? "thread & 1" : "1"}].${struct.fields[0]!.name}`,
        type: struct.fields[0]!.type,
        isConst: false,
      });
    }
  }

  #union(): void {
    const name = this.#name("u");
    this.#put(`union { unsigned int bits; unsigned char bytes[4]; unsigned short halves[2]; } ${name};`);
    this.#put(`${name}.bits = ${this.#as("unsigned int")};`);
    this.#put(`${name}.bytes[${this.#index(4)}] = ${this.#as("unsigned char")};`);
    this.#variables.push(
      { text: `${name}.bits`, type: "unsigned int", isConst: false },
      { text: `${name}.halves[1]`, type: "unsigned short", isConst: false },
    );
    this.#arrays.push({ text: `${name}.bytes`, type: "unsigned char", length: 4 });
  }

  #vector(): void {
    const random = this.#random;
    const [vector, type] = random.of([
      ["float4", "float"],
      ["int2", "int"],
      ["uchar4", "unsigned char"],
      ["double2", "double"],
      ["ushort4", "unsigned short"],
    ] as const);
    const length = Number(vector.at(-1));
    const name = this.#name("w");
    const values = Array.from({ length }, () => this.#as(type)).join(", ");
    this.#put(random.chance(50) ? `${vector} ${name} = make_${vector}(${values});` : `${vector} ${name} = {${values}};`);
    for (const component of ["x", "y", "z", "w"].slice(0, length))
      this.#variables.push({ text: `${name}.${component}`, type, isConst: false });
    if (random.chance(50)) {
      const pointer = this.#name("q");
      this.#put(`${type}* ${pointer} = (${type}*)&${name};`);
      this.#arrays.push({ text: pointer, type, length: length === 2 ? 2 : 4 });
    }
  }

  #lambda(): void {
    const random = this.#random;
    const name = this.#name("g");
    const type = this.#type();
    const captured = random.of(
      this.#variables.filter(({ text, isConst }) => /^v\d+$/.test(text) && !isConst).concat({ text: "thread", type: "int", isConst: true }),
    );
    const byReference = !captured.isConst && random.chance(50);
    const change = byReference ? `${captured.text} = ${this.#convert(captured.type, { text: "x", type })};` : "";
    this.#put(`auto ${name} = [${byReference ? "&" : "="}](${type} x) { ${change} return ${this.#convert(type, captured)}; };`);
    if (!byReference && !captured.isConst) this.#put(`${captured.text} = ${this.#as(captured.type)};`);
    const result = this.#name("v");
    this.#put(`${type} ${result} = ${name}(${this.#as(type)});`);
    this.#variables.push({ text: result, type, isConst: false });
  }

  // ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #body(statements: number, depth: number): void {
    this.#indent++;
    this.#inside(() => {
      for (let i = 0; i < statements; i++) this.#statement(depth);
    });
    this.#indent--;
  }

  #block(head: string, depth: number, tail = "}"): void {
    this.#put(`${head} {`);
    this.#body(1 + this.#random.below(2), depth - 1);
    this.#put(tail);
  }

  #statement(depth: number): void {
    const random = this.#random;
    const kind = depth <= 0 ? random.below(7) : random.below(19);
    switch (kind) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.#assignment();
      case 4:
        return this.#scalar();
      case 5:
        return this.#call();
      case 6:
        return this.#effects();
      case 7:
      case 8:
        this.#block(`if (${this.#condition()})`, depth, random.chance(50) ? "}" : "} else {");
        if (this.#lines.at(-1)!.endsWith("else {")) {
          this.#body(2, depth - 1);
          this.#put("}");
        }
        return;
      case 9:
      case 10:
        return this.#for(depth);
      case 11:
        return this.#while(depth);
      case 12:
        return this.#do(depth);
      case 13:
      case 14:
        return this.#switch(depth);
      case 15:
        if (this.#canBreak) return this.#put(`if (${this.#condition()}) break;`);
        return this.#assignment();
      case 16:
        if (this.#canContinue) return this.#put(`if (${this.#condition()}) continue;`);
        return this.#assignment();
      case 17:
        if (this.#result) return this.#put(`if (${this.#condition()}) return ${this.#as(this.#result)};`);
        return this.#array();
      default:
        return this.#array();
    }
  }

  #loop(write: () => void): void {
    const saved = [this.#canBreak, this.#canContinue] as const;
    [this.#canBreak, this.#canContinue] = [true, true];
    this.#loops++;
    write();
    this.#loops--;
    [this.#canBreak, this.#canContinue] = saved;
  }

  #passes(): number {
    return this.#loops > 1 ? 2 : 2 + this.#random.below(4);
  }

  #for(depth: number): void {
    const random = this.#random;
    const name = this.#name("i");
    const [type, end] = [random.of(["int", "unsigned int", "short", "size_t"] as const), this.#passes()];
    const head = random.of([
      `for (${type} ${name} = 0; ${name} < ${end}; ${name}++)`,
      `for (${type} ${name} = ${end}; ${name} > 0; --${name})`,
      `for (${type} ${name} = ${end}; ${name}-- > 0;)`,
      `for (${type} ${name} = 1; ${name} < ${2 ** end}; ${name} <<= 1)`,
      `for (${type} ${name} = thread & 3; ${name} < ${end}; ${name} += 2)`,
    ]);
    this.#loop(() => {
      const saved = this.#variables;
      this.#variables = [...saved, { text: name, type, isConst: true }];
      this.#block(head, depth);
      this.#variables = saved;
    });
  }

  #while(depth: number): void {
    const name = this.#name("n");
    this.#put(`int ${name} = ${this.#passes()};`);
    this.#loop(() =>
      this.#block(this.#random.chance(50) ? `while (${name}-- > 0)` : `while (--${name} >= 0 && ${this.#condition()})`, depth),
    );
  }

  #do(depth: number): void {
    const name = this.#name("n");
    this.#put(`int ${name} = ${this.#passes()};`);
    this.#loop(() => this.#block("do", depth, `} while (--${name} > 0);`));
  }

  #switch(depth: number): void {
    const random = this.#random;
    this.#put(`switch (${this.#as(random.of(["int", "unsigned int", "unsigned char"] as const))} & 7) {`);
    const saved = this.#canBreak;
    this.#canBreak = true;
    const cases = [0, 1, 2, 3, 5, 7].filter(() => random.chance(60));
    const at = random.below(cases.length + 1);
    for (const [i, value] of cases.entries()) {
      if (i === at && random.chance(60)) {
        this.#block("  default:", depth);
        if (random.chance(50)) this.#put("  break;");
      }
      this.#block(`  case ${value}:${random.chance(20) ? ` case ${value + 8}:` : ""}`, depth);
      if (random.chance(60)) this.#put("  break;");
    }
    this.#put("}");
    this.#canBreak = saved;
  }

  #target(): Variable {
    return this.#random.of(
      this.#variables.filter(({ isConst }) => !isConst).concat(this.#variables.some(({ isConst }) => !isConst) ? [] : this.#newVariable()),
    );
  }

  #newVariable(): Variable {
    const name = this.#name("v");
    this.#put(`int ${name} = ${this.#random.below(100)};`);
    const variable: Variable = { text: name, type: "int", isConst: false };
    this.#variables.push(variable);
    return variable;
  }

  #assignment(): void {
    const random = this.#random;
    const { text, type } = this.#target();
    if (type === "bool" || random.chance(50)) return this.#put(`${text} = ${this.#as(type)};`);
    if (isReal(type)) {
      this.#put(`${text} ${random.of(["+=", "-=", "*="])} ${this.#as(random.of([...REAL, "int"] as const))};`);
      return this.#put(`${text} = tame(${text});`);
    }
    const operator = random.of(["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="]);
    const right = this.#as(random.of(["int", "unsigned int", "unsigned char", "long long"] as const));
    if (operator === "<<=" || operator === ">>=") this.#put(`${text} ${operator} (${right}) & 7;`);
    else if (operator === "/=" || operator === "%=") this.#put(`${text} ${operator} ((${right}) & 15) + 1;`);
    else this.#put(`${text} ${operator} ${right};`);
  }

  /** Expressions that change something: ++ inside, short circuit, a comma, a choice. */
  #effects(): void {
    const random = this.#random;
    const { text, type } = this.#target();
    const own = this.#name("v");
    this.#put(`int ${own} = ${this.#as("int")};`);
    const step = random.of([
      `${own}++`,
      `++${own}`,
      `${own}--`,
      `--${own}`,
      `(${own} += 3)`,
      `(${own} = ${random.below(9)}, ${own} + 1)`,
      `(${own} ^= 5)`,
    ]);
    const value = (): { text: string; type: Type } => ({ text: step, type: "int" });
    switch (random.below(5)) {
      case 0:
        this.#put(`${text} = ${this.#convert(type, value())};`);
        break;
      case 1:
        this.#put(`if (${this.#condition()} ${random.of(["&&", "||"])} ${step} > 2) ${text} = ${this.#as(type)};`);
        break;
      case 2:
        this.#put(`${text} = ${this.#condition()} ? ${this.#convert(type, value())} : ${this.#as(type)};`);
        break;
      case 3:
        this.#put(`bool b${own} = ${this.#condition()} ${random.of(["&&", "||"])} (${step}, ${own} != 0);`);
        this.#variables.push({ text: `b${own}`, type: "bool", isConst: false });
        break;
      default: {
        const array = this.#arrays.length > 0 ? random.of(this.#arrays) : undefined;
        if (array) this.#put(`${array.text}[${step} & ${array.length - 1}] = ${this.#as(array.type)};`);
        else this.#put(`${step};`);
      }
    }
    this.#variables.push({ text: own, type: "int", isConst: false });
  }

  #call(): void {
    const random = this.#random;
    if (this.#functions.length === 0 || this.#result !== undefined) return this.#assignment();
    const called = random.of(this.#functions);
    const values: string[] = [];
    for (const { type, by } of called.parameters) {
      if (by === "value") {
        values.push(this.#as(type));
        continue;
      }
      // What is passed on to be changed is passed once only.
      const name = this.#name("v");
      if (by === "array") {
        this.#put(`${type} ${name}[4] = {${this.#as(type)}, ${this.#as(type)}};`);
        this.#arrays.push({ text: name, type, length: 4 });
        values.push(random.chance(70) ? name : `&${name}[0]`);
      } else {
        this.#put(`${type} ${name} = ${this.#as(type)};`);
        this.#variables.push({ text: name, type, isConst: false });
        values.push(by === "reference" ? name : `&${name}`);
      }
    }
    const result = this.#name("v");
    this.#put(`${called.result} ${result} = ${called.name}${called.template}(${values.join(", ")});`);
    this.#variables.push({ text: result, type: called.result, isConst: false });
  }

  // ── expressions ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #index(length: number): string {
    return this.#random.chance(40) ? String(this.#random.below(length)) : `(${this.#as("int", 1)}) & ${length - 1}`;
  }

  #condition(): string {
    const random = this.#random;
    switch (random.below(6)) {
      case 0:
        return `(${this.#condition()} ${random.of(["&&", "||"])} ${this.#condition()})`;
      case 1:
        return `!${this.#condition()}`;
      case 2:
        return this.#as("bool", 1);
      default: {
        const type = random.of(["int", "unsigned int", "float", "long long", "short", "double"] as const);
        return `(${this.#as(type, 1)} ${random.of(["<", ">", "<=", ">=", "==", "!="])} ${this.#as(random.chance(70) ? type : this.#type(), 1)})`;
      }
    }
  }

  /** An expression of a type, in parentheses where it must be. */
  #as(type: Type, depth = 2): string {
    return this.#convert(type, this.#expression(depth));
  }

  #convert(type: Type, { text, type: from }: { text: string; type: Type }): string {
    if (isReal(from) && !isReal(type)) return type === "int" ? `toInt(${text})` : `(${type})toInt(${text})`;
    if (isReal(type))
      return type === from || this.#random.chance(30)
        ? `tame((${type})(${text}))`
        : `(${type})tame(${text.includes("(") || isReal(from) ? `(double)(${text})` : `(float)${text}`})`;
    return this.#random.chance(50) ? `(${type})(${text})` : `(${text})`;
  }

  /** Its type is what C gives it, roughly: only whether it is real matters to who uses it. */
  #expression(depth: number): { text: string; type: Type } {
    const random = this.#random;
    if (depth <= 0 || random.chance(25)) return this.#leaf();
    const [a, b] = [this.#expression(depth - 1), this.#expression(depth - 1)];
    const real = isReal(a.type) || isReal(b.type);
    const type: Type = real ? (a.type === "double" || b.type === "double" ? "double" : "float") : "int";
    const wide = (one: { type: Type }): Type => (/long|size|64/.test(one.type) ? "long long" : "int");
    const common: Type = real ? type : wide(a) === "long long" || wide(b) === "long long" ? "long long" : "int";
    switch (random.below(real ? 7 : 15)) {
      case 0:
      case 1:
        return { text: `(${a.text} ${random.of(["+", "-", "*"])} ${b.text})`, type: common };
      case 2:
        return { text: `(${this.#condition()} ? ${a.text} : ${b.text})`, type: common };
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
        const name = random.of(["__popc", "__clz", "__ffs", "abs"]);
        return { text: `${name}((int)${a.text})`, type: "int" };
      }
      default:
        return { text: `(!${a.text})`, type: "bool" };
    }
  }

  #leaf(): { text: string; type: Type } {
    const random = this.#random;
    const kind = random.below(10);
    if (kind < 6 && this.#variables.length > 0) return random.of(this.#variables);
    if (kind < 7 && this.#arrays.length > 0) {
      const { text, type, length } = random.of(this.#arrays);
      const variable = this.#variables.find((one) => !isReal(one.type))?.text ?? "0";
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
