import type { Parameter, Program, Register, Step, Value, Variable } from "./program.ts";

/** The text of a program for people: one step a line, registers by their names, accesses with the numbers of their sites. */
export function printProgram({ kernel, parameters, body }: Program): string {
  const names = new Names();
  const heads = parameters.map((parameter) => parameterText(parameter, names));
  return [`${kernel}(${heads.join(", ")})`, ...linesOf(body, names).map(indented)].join("\n");
}

function parameterText({ register, isConst, isRestrict }: Parameter, names: Names): string {
  return [`${names.of(register)}:`, register.type, isConst && "const", isRestrict && "restrict"].filter(Boolean).join(" ");
}

/** Distinct names for registers and arrays, in the order in which they are asked for. */
class Names {
  readonly #names = new Map<Variable, string>();
  readonly #taken = new Set<string>();

  of(named: Variable): string {
    let name = this.#names.get(named);
    for (let count = 1; name === undefined; count++) {
      const free = named.name === "" ? `%${count}` : count === 1 ? named.name : `${named.name}.${count}`;
      if (!this.#taken.has(free)) name = free;
    }
    this.#names.set(named, name);
    this.#taken.add(name);
    return name;
  }
}

const indented = (line: string): string => `  ${line}`;

function linesOf(steps: readonly Step[], names: Names): string[] {
  return steps.flatMap((step) => stepLines(step, names));
}

function stepLines(step: Step, names: Names): string[] {
  const text = (value: Value): string => valueText(value, names);
  const list = (values: readonly Value[]): string => values.map(text).join(", ");
  const registers = (into: readonly Register[]): string => into.map((register) => names.of(register)).join(", ");
  const inner = (part: readonly Step[]): string[] => linesOf(part, names).map(indented);
  switch (step.kind) {
    case "set":
      return [`${names.of(step.register)} = ${text(step.value)}`];
    case "setElement":
      return [`${names.of(step.array)}[${text(step.index)}] = ${text(step.value)}`];
    case "load":
      return [`${registers(step.into)} = load${8 * step.site.bytesPerLane} #${step.site.number} [${text(step.address)}]`];
    case "store":
      return [`store${8 * step.site.bytesPerLane} #${step.site.number} [${text(step.address)}] = ${list(step.values)}`];
    case "atomic": {
      const operation = `${step.site.atomic?.isGeneric ? "generic " : ""}${step.site.op} ${step.operator} #${step.site.number} [${text(step.address)}], ${list(step.operands)}`;
      return [step.into.length > 0 ? `${registers(step.into)} = ${operation}` : operation];
    }
    case "if": {
      const then = [`${step.isLoopGuard ? "guard" : "if"} ${text(step.test)} {`, ...inner(step.then)];
      return step.otherwise.length > 0 ? [...then, "} else {", ...inner(step.otherwise), "}"] : [...then, "}"];
    }
    case "loop": {
      const body = [`loop L${step.label} {`, ...inner(step.body)];
      return step.step.length > 0 ? [...body, "} step {", ...inner(step.step), "}"] : [...body, "}"];
    }
    case "block":
      return [`block L${step.label} {`, ...inner(step.body), "}"];
    case "leave":
    case "again":
      return [`${step.kind} L${step.label}`];
    case "exit":
    case "fence":
      return [step.kind];
    case "copy": {
      const { source, destination, from, to, size } = step;
      const bytes = size ? ` (${text(size)})` : "";
      return [`copy${8 * source.bytesPerLane}${bytes} #${destination.number} [${text(to)}] = #${source.number} [${text(from)}]`];
    }
    case "commitCopies":
      return ["commit copies"];
    case "awaitCopies":
      return [step.pending ? `await copies, but ${text(step.pending)} groups` : "await copies"];
    case "compilerBarrier":
      return ["compiler barrier"];
    case "barrier": {
      const arrive = ["barrier", step.reduce, step.test && text(step.test)].filter((part) => part !== undefined).join(" ");
      return [step.into ? `${names.of(step.into)} = ${arrive}` : arrive];
    }
    case "warpBarrier":
      return [`warp barrier ${text(step.mask)}`];
    case "shuffle":
      return [`${names.of(step.into)} = shuffle ${step.mode} ${list([step.mask, step.value, step.lane, step.width])}`];
    case "vote":
      return [`${names.of(step.into)} = ${step.mode} ${list([step.mask, step.value])}`];
    case "matrixProduct": {
      const { m, n, k, type, sum } = step.product;
      const unset = step.unset === undefined ? "" : `, ${step.unset} unset`;
      return [
        `${registers(step.into)} = product m${m}n${n}k${k} ${type} ${sum} (${list(step.a)}) (${list(step.b)}) (${list(step.c)})${unset}`,
      ];
    }
    case "warpgroupProduct": {
      const { product, site, a, b, c, adds } = step;
      const { n, type, sum } = product;
      return [
        `${registers(step.into)} = warpgroup product #${site.number} n${n} ${type} ${sum} (${list(a)}) ${text(b)} (${list(c)}) ${text(adds)}`,
      ];
    }
    case "exchange": {
      const { kind, matrices, isTransposed } = step.exchange;
      return [`${registers(step.into)} = exchange x${matrices} ${kind}${isTransposed ? ", transposed" : ""} ${list(step.values)}`];
    }
    case "instruction": {
      const { name, operands, into, site } = step;
      const text = [name, ...(site ? [`#${site.number}`] : []), ...(operands.length > 0 ? [list(operands)] : [])].join(" ");
      return [into.length > 0 ? `${registers(into)} = ${text}` : text];
    }
    case "print":
      return [`print ${[`"${step.format}"`, ...step.operands.map(text)].join(", ")}`];
    case "assert":
      return [`assert ${text(step.test)}`];
  }
}

function valueText(value: Value, names: Names): string {
  const text = (operand: Value): string => valueText(operand, names);
  switch (value.kind) {
    case "constant":
      return value.type === "i32" ? `${value.value}` : `${value.value}:${value.type}`;
    case "register":
      return names.of(value.register);
    case "element":
      return `${names.of(value.array)}[${text(value.index)}]`;
    case "special":
      return value.special;
    case "symbol":
      return `&${value.name}`;
    case "arithmetic":
    case "comparison":
    case "logic":
      return `(${text(value.left)} ${value.operator} ${text(value.right)})`;
    case "not":
      return `!${text(value.operand)}`;
    case "negate":
      return `-${text(value.operand)}`;
    case "complement":
      return `~${text(value.operand)}`;
    case "offset": {
      const { pointer, index, bytes } = value;
      return `${text(pointer)} + ${text(index)}${bytes === 1 ? "" : ` × ${bytes}`}`;
    }
    case "convert":
      return `${value.type}(${text(value.operand)})`;
    case "bits":
      return `bits ${value.type}(${text(value.operand)})`;
    case "select":
      return `(${text(value.test)} ? ${text(value.then)} : ${text(value.otherwise)})`;
    case "function":
      return `${value.name}(${value.operands.map(text).join(", ")})`;
  }
}
