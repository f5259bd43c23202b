import { ExpressionWriter } from "./expression-writer.ts";
import { isReal, REAL, type DeviceFunction, type Type, type Variable } from "./random-types.ts";

/** Writes statements: assignments, calls, loops and choices. */
export abstract class StatementWriter extends ExpressionWriter {
  protected readonly functions: DeviceFunction[] = [];
  /** The type that a return needs; undefined in the kernel. */
  protected result: Type | undefined;
  protected canBreak = false;
  protected canContinue = false;
  #loops = 0;

  protected abstract scalar(): void;
  protected abstract array(): void;

  protected body(statements: number, depth: number): void {
    this.indent++;
    this.inside(() => {
      for (let i = 0; i < statements; i++) this.statement(depth);
    });
    this.indent--;
  }

  protected block(head: string, depth: number, tail = "}"): void {
    this.put(`${head} {`);
    this.body(1 + this.random.below(2), depth - 1);
    this.put(tail);
  }

  protected inside(write: () => void): void {
    const saved = [this.variables, this.arrays, this.canBreak, this.canContinue] as const;
    [this.variables, this.arrays] = [[...this.variables], [...this.arrays]];
    write();
    [this.variables, this.arrays, this.canBreak, this.canContinue] = saved;
  }

  protected statement(depth: number): void {
    const random = this.random;
    const kind = depth <= 0 ? random.below(7) : random.below(19);
    switch (kind) {
      case 0:
      case 1:
      case 2:
      case 3:
        return this.assignment();
      case 4:
        return this.scalar();
      case 5:
        return this.call();
      case 6:
        return this.effects();
      case 7:
      case 8:
        this.block(`if (${this.condition()})`, depth, random.chance(50) ? "}" : "} else {");
        if (this.lines.at(-1)!.endsWith("else {")) {
          this.body(2, depth - 1);
          this.put("}");
        }
        return;
      case 9:
      case 10:
        return this.for(depth);
      case 11:
        return this.while(depth);
      case 12:
        return this.do(depth);
      case 13:
      case 14:
        return this.switch(depth);
      case 15:
        if (this.canBreak) return this.put(`if (${this.condition()}) break;`);
        return this.assignment();
      case 16:
        if (this.canContinue) return this.put(`if (${this.condition()}) continue;`);
        return this.assignment();
      case 17:
        if (this.result) return this.put(`if (${this.condition()}) return ${this.as(this.result)};`);
        return this.array();
      default:
        return this.array();
    }
  }

  protected loop(write: () => void): void {
    const saved = [this.canBreak, this.canContinue] as const;
    [this.canBreak, this.canContinue] = [true, true];
    this.#loops++;
    write();
    this.#loops--;
    [this.canBreak, this.canContinue] = saved;
  }

  protected passes(): number {
    return this.#loops > 1 ? 2 : 2 + this.random.below(4);
  }

  protected for(depth: number): void {
    const random = this.random;
    const name = this.name("i");
    const type = random.of(["int", "unsigned int", "short", "size_t"] as const);
    const end = this.passes();
    const head = random.of([
      `for (${type} ${name} = 0; ${name} < ${end}; ${name}++)`,
      `for (${type} ${name} = ${end}; ${name} > 0; --${name})`,
      `for (${type} ${name} = ${end}; ${name}-- > 0;)`,
      `for (${type} ${name} = 1; ${name} < ${2 ** end}; ${name} <<= 1)`,
      `for (${type} ${name} = thread & 3; ${name} < ${end}; ${name} += 2)`,
    ]);
    this.loop(() => {
      const saved = this.variables;
      this.variables = [...saved, { text: name, type, isConst: true }];
      this.block(head, depth);
      this.variables = saved;
    });
  }

  protected while(depth: number): void {
    const name = this.name("n");
    this.put(`int ${name} = ${this.passes()};`);
    this.loop(() => this.block(this.random.chance(50) ? `while (${name}-- > 0)` : `while (--${name} >= 0 && ${this.condition()})`, depth));
  }

  protected do(depth: number): void {
    const name = this.name("n");
    this.put(`int ${name} = ${this.passes()};`);
    this.loop(() => this.block("do", depth, `} while (--${name} > 0);`));
  }

  protected switch(depth: number): void {
    const random = this.random;
    this.put(`switch (${this.as(random.of(["int", "unsigned int", "unsigned char"] as const))} & 7) {`);
    const saved = this.canBreak;
    this.canBreak = true;
    const cases = [0, 1, 2, 3, 5, 7].filter(() => random.chance(60));
    const at = random.below(cases.length + 1);
    for (const [i, value] of cases.entries()) {
      if (i === at && random.chance(60)) {
        this.block("  default:", depth);
        if (random.chance(50)) this.put("  break;");
      }
      this.block(`  case ${value}:${random.chance(20) ? ` case ${value + 8}:` : ""}`, depth);
      if (random.chance(60)) this.put("  break;");
    }
    this.put("}");
    this.canBreak = saved;
  }

  protected target(): Variable {
    return this.random.of(
      this.variables.filter(({ isConst }) => !isConst).concat(this.variables.some(({ isConst }) => !isConst) ? [] : this.newVariable()),
    );
  }

  protected newVariable(): Variable {
    const name = this.name("v");
    this.put(`int ${name} = ${this.random.below(100)};`);
    const variable: Variable = { text: name, type: "int", isConst: false };
    this.variables.push(variable);
    return variable;
  }

  protected assignment(): void {
    const random = this.random;
    const { text, type } = this.target();
    if (type === "bool" || random.chance(50)) return this.put(`${text} = ${this.as(type)};`);
    if (isReal(type)) {
      this.put(`${text} ${random.of(["+=", "-=", "*="])} ${this.as(random.of([...REAL, "int"] as const))};`);
      return this.put(`${text} = tame(${text});`);
    }
    const partner = this.variables.find((one) => one.type === type && one.text !== text && /^v\d+$/.test(one.text) && !one.isConst);
    if (partner && /^v\d+$/.test(text) && random.chance(10)) return this.put(`EXCHANGE(${type}, ${text}, ${partner.text});`);
    const operator = random.of(["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="]);
    const right = this.as(random.of(["int", "unsigned int", "unsigned char", "long long"] as const));
    if (operator === "<<=" || operator === ">>=") this.put(`${text} ${operator} (${right}) & 7;`);
    else if (operator === "/=" || operator === "%=") this.put(`${text} ${operator} ((${right}) & 15) + 1;`);
    else this.put(`${text} ${operator} ${right};`);
  }

  /** Expressions that change something: ++ inside, short circuit, a comma, a choice. */
  protected effects(): void {
    const random = this.random;
    const { text, type } = this.target();
    const own = this.name("v");
    this.put(`int ${own} = ${this.as("int")};`);
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
        this.put(`${text} = ${this.convert(type, value())};`);
        break;
      case 1:
        this.put(`if (${this.condition()} ${random.of(["&&", "||"])} ${step} > 2) ${text} = ${this.as(type)};`);
        break;
      case 2:
        this.put(`${text} = ${this.condition()} ? ${this.convert(type, value())} : ${this.as(type)};`);
        break;
      case 3:
        this.put(`bool b${own} = ${this.condition()} ${random.of(["&&", "||"])} (${step}, ${own} != 0);`);
        this.variables.push({ text: `b${own}`, type: "bool", isConst: false });
        break;
      default: {
        const array = this.arrays.length > 0 ? random.of(this.arrays) : undefined;
        if (array) this.put(`${array.text}[${step} & ${array.length - 1}] = ${this.as(array.type)};`);
        else this.put(`${step};`);
      }
    }
    this.variables.push({ text: own, type: "int", isConst: false });
  }

  protected call(): void {
    const random = this.random;
    if (this.functions.length === 0 || this.result !== undefined) return this.assignment();
    const called = random.of(this.functions);
    const values: string[] = [];
    for (const { type, by } of called.parameters) {
      if (by === "value") {
        values.push(this.as(type));
        continue;
      }
      // An argument that is changed is passed once only.
      const name = this.name("v");
      if (by === "array") {
        this.put(`${type} ${name}[4] = {${this.as(type)}, ${this.as(type)}};`);
        this.arrays.push({ text: name, type, length: 4 });
        values.push(random.chance(70) ? name : `&${name}[0]`);
      } else {
        this.put(`${type} ${name} = ${this.as(type)};`);
        this.variables.push({ text: name, type, isConst: false });
        values.push(by === "reference" ? name : `&${name}`);
      }
    }
    const result = this.name("v");
    this.put(`${called.result} ${result} = ${called.name}${called.template}(${values.join(", ")});`);
    this.variables.push({ text: result, type: called.result, isConst: false });
  }
}
