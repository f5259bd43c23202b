import { StatementWriter } from "./statement-writer.ts";
import { isReal, type StructType } from "./random-types.ts";

/** Writes declarations: structs, functions, and variables of all kinds. */
export abstract class DeclarationWriter extends StatementWriter {
  protected structs: readonly StructType[] = [];

  protected struct(): void {
    const random = this.random;
    const name = this.name("S");
    const fields = Array.from({ length: 2 + random.below(3) }, (_, i) => ({ name: `m${i}`, type: this.type() }));
    const list = random.of(["int", "float", "unsigned char", "short"] as const);
    const total = random.of(["int", "double", "long long"] as const);
    const isTemplate = random.chance(30);
    this.put(`${isTemplate ? "template <typename T, int count>\n" : ""}struct ${name} {`);
    for (const field of fields) this.put(`  ${field.type} ${field.name};`);
    this.put(`  ${isTemplate ? "T" : list} list[${isTemplate ? "count" : "4"}];`);
    const value = fields.map(({ name: field, type }) => (isReal(type) ? `toInt(${field})` : `(int)${field}`)).join(" + ");
    const last = isReal(list) ? "toInt(list[i & 3])" : "list[i & 3]";
    this.put(`  __device__ ${total} total(int i) const { return ${value} + ${last}; }`);
    this.put(`  __device__ void add(${fields[0]!.type} by) { ${fields[0]!.name} += by; list[1] = list[0]; }`);
    const other = `const ${name}& other`;
    this.put(`  __device__ ${name} operator+(${other}) const {`);
    this.put(`    ${name} sum = *this;`);
    for (const field of fields)
      this.put(
        `    sum.${field.name} = ${field.type === "bool" ? `${field.name} || other.${field.name}` : isReal(field.type) ? `tame(${field.name} + other.${field.name})` : `${field.name} + other.${field.name}`};`,
      );
    this.put(`    return sum;`);
    this.put(`  }`);
    this.put("};");
    this.structs = [...this.structs, { name: isTemplate ? `${name}<${list}, 4>` : name, fields, list, total }];
  }

  protected function(): void {
    const random = this.random;
    const name = this.name("f");
    const result = this.type();
    const by = (): "value" | "reference" | "pointer" | "array" =>
      random.of(["value", "value", "value", "reference", "pointer", "array"] as const);
    const parameters = Array.from({ length: 1 + random.below(3) }, () => ({ type: this.type(), by: by() }));
    const kind = random.below(4);
    this.inside(() => {
      const written = parameters.map(({ type, by }, i) => {
        const own = kind === 0 && i === 0 && by === "value" ? "T" : type;
        switch (by) {
          case "value":
            this.variables.push({ text: `p${i}`, type, isConst: false });
            return `${own} p${i}`;
          case "reference":
            this.variables.push({ text: `p${i}`, type, isConst: false });
            return `${type}& p${i}`;
          case "pointer":
            this.variables.push({ text: random.chance(50) ? `*p${i}` : `p${i}[0]`, type, isConst: false });
            return `${type}* p${i}`;
          case "array":
            this.arrays.push({ text: `p${i}`, type, length: 4 });
            return random.chance(50) ? `${type}* p${i}` : `${type} p${i}[4]`;
        }
      });
      if (kind === 0) this.put("template <typename T>");
      if (kind === 1) this.put("template <int N>");
      if (kind === 1) this.variables.push({ text: "N", type: "int", isConst: true });
      this.put(`__device__ ${result} ${name}(${written.join(", ")}) {`);
      this.put("  const int thread = threadIdx.x;");
      this.variables.push({ text: "thread", type: "int", isConst: true });
      this.result = result;
      this.body(3, 2);
      this.indent++;
      this.put(`return ${this.as(result)};`);
      this.indent--;
      this.put("}");
      this.result = undefined;
    });
    const template =
      kind === 1
        ? `<${random.below(9)}>`
        : kind === 0 && parameters[0]!.by === "value"
          ? `<${parameters[0]!.type}>`
          : kind === 0
            ? "<int>"
            : "";
    this.functions.push({ name, parameters, result, template });
  }

  protected scalar(): void {
    const type = this.type();
    const name = this.name("v");
    const value = this.as(type);
    const isConst = this.random.chance(10);
    const form = this.random.below(4);
    if (isConst) this.put(`const ${type} ${name} = ${value};`);
    else if (form === 0) this.put(`auto ${name} = (${type})(${value});`);
    else if (form === 1) this.put(`${type} ${name}(${value});`);
    else this.put(`${type} ${name} = ${value};`);
    this.variables.push({ text: name, type, isConst });
  }

  protected array(): void {
    const random = this.random;
    const type = this.type();
    const name = this.name("a");
    const values = Array.from({ length: random.of([4, 4, 2, 1]) }, () => this.as(type));
    this.put(`${type} ${name}[4] = {${values.join(", ")}};`);
    this.arrays.push({ text: name, type, length: 4 });
    for (let i = 0; i < 2; i++) this.variables.push({ text: `${name}[${random.below(4)}]`, type, isConst: false });
    if (random.chance(40)) {
      const table = this.name("t");
      this.put(`${type} ${table}[2][4] = {{${values[0]}}, {${this.as(type)}, ${this.as(type)}}};`);
      this.arrays.push({ text: `${table}[${random.chance(50) ? "thread & 1" : random.below(2)}]`, type, length: 4 });
      this.variables.push({ text: `${table}[1][${random.below(4)}]`, type, isConst: false });
    }
    if (random.chance(40)) {
      // A pointer into the array, moved within it.
      const pointer = this.name("q");
      this.put(`${type}* ${pointer} = ${random.chance(50) ? `${name} + 1` : `&${name}[${this.index(2)}]`};`);
      if (random.chance(50)) this.put(`${pointer}++;`);
      else if (random.chance(50)) this.put(`${pointer} += thread & 1;`);
      if (random.chance(30)) this.put(`if (thread > 9) ${pointer} = ${name};`);
      this.variables.push({ text: `*${pointer}`, type, isConst: false }, { text: `${pointer}[0]`, type, isConst: false });
      if (random.chance(30)) {
        const outer = this.name("q");
        const distance = this.name("v");
        this.put(`${type}** ${outer} = &${pointer};`);
        this.put(`int ${distance} = (int)(*${outer} - ${name}) * 10 + (${pointer} > ${name}) + (*${outer} == &${name}[1]);`);
        this.variables.push({ text: `**${outer}`, type, isConst: false }, { text: distance, type: "int", isConst: false });
      }
    }
    if (random.chance(30)) {
      const reference = this.name("r");
      this.put(`${type}& ${reference} = ${name}[${this.index(4)}];`);
      this.variables.push({ text: reference, type, isConst: false });
    }
  }

  protected structVariable(struct: StructType): void {
    const random = this.random;
    const name = this.name("s");
    const values = struct.fields.slice(0, 1 + random.below(struct.fields.length)).map(({ type }) => this.as(type));
    this.put(`${struct.name} ${name} = {${values.join(", ")}};`);
    for (const field of struct.fields) this.variables.push({ text: `${name}.${field.name}`, type: field.type, isConst: false });
    this.arrays.push({ text: `${name}.list`, type: struct.list, length: 4 });
    if (random.chance(50)) {
      const second = this.name("s");
      this.put(`${struct.name} ${second} = ${random.chance(50) ? name : `thread & 1 ? ${name} : ${name} + ${name}`};`);
      this.put(`${second}.add(${this.as(struct.fields[0]!.type)});`);
      this.put(`${name} = ${name} + ${second};`);
      const total = this.name("v");
      this.put(`${struct.total} ${total} = ${second}.total(${this.index(4)});`);
      this.variables.push({ text: total, type: struct.total, isConst: false });
    }
    if (random.chance(30)) {
      const pointer = this.name("q");
      this.put(`${struct.name}* ${pointer} = &${name};`);
      this.variables.push({ text: `${pointer}->${struct.fields[0]!.name}`, type: struct.fields[0]!.type, isConst: false });
    }
    if (random.chance(30)) {
      const list = this.name("s");
      this.put(`${struct.name} ${list}[2] = {${name}, ${name}};`);
      this.put(`${list}[thread & 1].${struct.fields[0]!.name} = ${this.as(struct.fields[0]!.type)};`);
      this.variables.push({
        text: `${list}[${random.chance(50) ? "thread & 1" : "1"}].${struct.fields[0]!.name}`,
        type: struct.fields[0]!.type,
        isConst: false,
      });
    }
  }

  protected union(): void {
    const name = this.name("u");
    this.put(`union { unsigned int bits; unsigned char bytes[4]; unsigned short halves[2]; } ${name};`);
    this.put(`${name}.bits = ${this.as("unsigned int")};`);
    this.put(`${name}.bytes[${this.index(4)}] = ${this.as("unsigned char")};`);
    this.variables.push(
      { text: `${name}.bits`, type: "unsigned int", isConst: false },
      { text: `${name}.halves[1]`, type: "unsigned short", isConst: false },
    );
    this.arrays.push({ text: `${name}.bytes`, type: "unsigned char", length: 4 });
  }

  protected vector(): void {
    const random = this.random;
    const [vector, type] = random.of([
      ["float4", "float"],
      ["int2", "int"],
      ["uchar4", "unsigned char"],
      ["double2", "double"],
      ["ushort4", "unsigned short"],
    ] as const);
    const length = Number(vector.at(-1));
    const name = this.name("w");
    const values = Array.from({ length }, () => this.as(type)).join(", ");
    this.put(random.chance(50) ? `${vector} ${name} = make_${vector}(${values});` : `${vector} ${name} = {${values}};`);
    for (const component of ["x", "y", "z", "w"].slice(0, length))
      this.variables.push({ text: `${name}.${component}`, type, isConst: false });
    if (random.chance(50)) {
      const pointer = this.name("q");
      this.put(`${type}* ${pointer} = (${type}*)&${name};`);
      this.arrays.push({ text: pointer, type, length: length === 2 ? 2 : 4 });
    }
  }

  protected lambda(): void {
    const random = this.random;
    const name = this.name("g");
    const type = this.type();
    const captured = random.of(
      this.variables.filter(({ text, isConst }) => /^v\d+$/.test(text) && !isConst).concat({ text: "thread", type: "int", isConst: true }),
    );
    const byReference = !captured.isConst && random.chance(50);
    const change = byReference ? `${captured.text} = ${this.convert(captured.type, { text: "x", type })};` : "";
    this.put(`auto ${name} = [${byReference ? "&" : "="}](${type} x) { ${change} return ${this.convert(type, captured)}; };`);
    if (!byReference && !captured.isConst) this.put(`${captured.text} = ${this.as(captured.type)};`);
    const result = this.name("v");
    this.put(`${type} ${result} = ${name}(${this.as(type)});`);
    this.variables.push({ text: result, type, isConst: false });
  }

  /** Half-precision numbers: rounded, compared, and turned back. */
  protected half(): void {
    const random = this.random;
    const first = this.name("h");
    const second = this.name("h");
    const value = this.name("v");
    const test = this.name("v");
    this.put(`half ${first} = __float2half(${this.as("float")});`);
    this.put(`half ${second} = __float2half((float)(${this.as("int")}) * 0.0${random.below(1000)}f);`);
    this.put(
      `${first} = ${random.of([
        `__hadd(${first}, ${second})`,
        `__hmul(${first}, ${second})`,
        `__hsub(${second}, ${first})`,
        `__hfma(${first}, ${second}, ${first})`,
        `__hmax(${first}, ${second})`,
        `__hmin(${second}, ${first})`,
      ])};`,
    );
    this.put(`float ${value} = tame(__half2float(${first})) + __bfloat162float(__float2bfloat16((float)(short)(${this.as("int")})));`);
    this.put(`bool ${test} = __hlt(${first}, ${second}) || __heq(${second}, __float2half(0.f));`);
    this.variables.push({ text: value, type: "float", isConst: false }, { text: test, type: "bool", isConst: false });
  }
}
