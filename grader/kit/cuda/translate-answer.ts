import type { Expression, Node } from "acorn";
import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import { answerSyntax, onlyReturn, possibleResults, type AnswerFunction, type AnswerSyntax, type Lines } from "./answer-syntax.ts";
import { freeName } from "./cuda-names.ts";
import { numberOf, structText, typeOf, type RecordShape, type Value } from "./cuda-value.ts";
import { argumentsOf, isPassed, type KernelText } from "./kernel-text.ts";
import { NotTranslatable, unsupported } from "./not-translatable.ts";
import type { Note, Surroundings } from "./translate-expression.ts";
import { FunctionTranslation } from "./translate-function.ts";

/** The translation of one function or number that the answer exports. */
export type ExportTranslation = {
  readonly name: string;
  /** Lines of the answer that belong to it: its own with the comment above, and those of functions and constants that it uses. */
  readonly lines: readonly Lines[];
} & (
  | {
      readonly status: "translated";
      readonly notes: readonly Note[];
      /** The text for a hole, with the arguments that the kernel passes there. */
      readonly fill: (args: readonly string[]) => string;
    }
  | { readonly status: "not-translated"; readonly line?: number; /** "uses a string" */ readonly reason: string }
);

/** An answer in CUDA: what its holes are filled with, and the definitions that this needs. */
export interface AnswerTranslation {
  readonly exports: readonly ExportTranslation[];
  /** constexpr, struct and __device__ definitions, each before those that use it. */
  readonly definitions: readonly string[];
}

interface DeviceFunction {
  readonly name: string;
  readonly result: Value;
  readonly parameters: readonly string[];
  readonly sizeFields: readonly string[];
  readonly definition: string;
  /** The expression that it returns, when it does nothing else. */
  readonly inline: Expression | undefined;
  readonly notes: readonly Note[];
  readonly uses: ReadonlySet<string>;
}

/**
 * Translates an answer for the holes of a kernel.
 *
 * @throws SyntaxError for a source that is not TypeScript
 */
export function translateAnswer(source: string, exports: readonly ExportSpec[], kernel: KernelText): AnswerTranslation {
  return new Translator(answerSyntax(source), exports, kernel).translate();
}

class Translator implements Surroundings {
  readonly #syntax: AnswerSyntax;
  readonly #exports: readonly ExportSpec[];
  readonly #kernel: KernelText;
  /** Text of each definition by the name that it has in CUDA, in an order in which nothing is used before it is defined. */
  readonly #definitions = new Map<string, string>();
  readonly #functions = new Map<string, DeviceFunction>();
  readonly #constants = new Map<string, Value>();
  readonly #inProgress = new Set<string>();
  /** Names in CUDA of what the answer declares outside of functions. */
  readonly #names = new Map<string, string>();
  /** CUDA names of functions that other functions call. */
  readonly #called = new Set<string>();
  /** The names that the current translation uses, and its notes for the learner. */
  #uses = new Set<string>();
  #notes: Note[] = [];

  constructor(syntax: AnswerSyntax, exports: readonly ExportSpec[], kernel: KernelText) {
    this.#syntax = syntax;
    this.#exports = exports;
    this.#kernel = kernel;
  }

  translate(): AnswerTranslation {
    const done = this.#exports.map((spec) => this.#export(spec));
    // A function that is one expression goes into its hole, unless another function calls it as well.
    const definitions = [...this.#definitions].filter(([name]) => {
      const inlined = [...this.#functions.values()].some((fn) => fn.name === name && fn.inline !== undefined && !this.#called.has(name));
      return !inlined && !this.#isInKernel(name);
    });
    return { exports: done, definitions: definitions.map(([, text]) => text) };
  }

  /** Whether the kernel has the very same constant. */
  #isInKernel(name: string): boolean {
    const definition = this.#definitions.get(name);
    return definition?.startsWith("constexpr ") === true && this.#kernel.text.split("\n").includes(definition);
  }

  #export(spec: ExportSpec): ExportTranslation {
    const { name } = spec;
    const declared = this.#syntax.exported.get(name);
    const declaration = declared === undefined ? undefined : this.#syntax.declarations.get(declared);
    if (declared === undefined || declaration === undefined) {
      return { name, lines: [], status: "not-translated", reason: `has no exported ${spec.kind} ${name} that it could read` };
    }
    const ownLines = this.#linesOf([declared]);
    this.#uses = new Set();
    this.#notes = [];
    try {
      if (spec.kind === "number") {
        const value = this.constant(declared, declaration.node);
        if (value?.kind !== "number") throw new NotTranslatable(declaration.node, "exports something other than a number");
        return { name, lines: this.#linesOf([declared, ...this.#uses]), status: "translated", notes: this.#notes, fill: () => value.text };
      }
      if (declaration.kind !== "function") throw new NotTranslatable(declaration.node, `exports a constant as ${name}, not a function`);
      const roles = argumentsOf(spec);
      const args = roles.map((role): Value => (isPassed(role) ? numberOf(role) : { kind: role as "thread" | "size" }));
      const fn = this.#function(declaration, args, declaration.node);
      const lines = this.#linesOf([declared, ...fn.uses]);
      return { name, lines, status: "translated", notes: fn.notes, fill: (given) => this.#fill(fn, declaration, roles, given) };
    } catch (error) {
      if (!(error instanceof NotTranslatable)) throw error;
      return { name, lines: ownLines, status: "not-translated", line: error.line, reason: error.message };
    }
  }

  #linesOf(names: Iterable<string>): Lines[] {
    return [...new Set(names)].flatMap((name) => {
      const declaration = this.#syntax.declarations.get(name);
      return declaration === undefined ? [] : [this.#syntax.linesWithComment(declaration)];
    });
  }

  #fill(fn: DeviceFunction, declaration: AnswerFunction, roles: readonly string[], given: readonly string[]): string {
    const left = [...given];
    const args = roles.map((role): Value => {
      if (!isPassed(role)) return { kind: role as "thread" | "size" };
      return numberOf(left.shift() ?? "0", { sign: "unknown" });
    });
    const areSimple = given.every((arg) => /^\w+$/.test(arg));
    if (fn.inline === undefined || this.#called.has(fn.name) || !areSimple) {
      return `${fn.name}(${[...given.slice(0, fn.parameters.length), ...fn.sizeFields].join(", ")})`;
    }
    const translation = new FunctionTranslation(this, undefined);
    declaration.parameters.forEach((parameter, place) => {
      const arg = args[place];
      if (arg !== undefined) translation.bind(parameter, arg);
    });
    const value = translation.expression(fn.inline);
    return value.kind === "number" || value.kind === "boolean" ? value.text : "-1";
  }

  // ---- What functions refer to

  constant(name: string, node: Node): Value | undefined {
    const declaration = this.#syntax.declarations.get(name);
    if (declaration?.kind !== "constant") return undefined;
    this.#uses.add(name);
    const known = this.#constants.get(name);
    if (known !== undefined) return known;
    const value = this.#once(name, node, () => new FunctionTranslation(this, undefined).expression(declaration.value));
    if (value.kind !== "number" && value.kind !== "boolean") {
      throw new NotTranslatable(declaration.node, `makes ${name} something other than a number`);
    }
    const cudaName = this.#globalName(name);
    this.#definitions.set(cudaName, `constexpr ${value.kind === "number" ? "int" : "bool"} ${cudaName} = ${value.text};`);
    const constant: Value =
      value.kind === "number" ? numberOf(cudaName, { sign: value.sign, known: value.known }) : { ...value, text: cudaName };
    this.#constants.set(name, constant);
    return constant;
  }

  call(name: string, args: readonly Value[], node: Node): { value: Value; sizeFields: readonly string[] } | undefined {
    const declaration = this.#syntax.declarations.get(name);
    if (declaration?.kind !== "function") return undefined;
    const fn = this.#function(declaration, args, node);
    this.#uses.add(name);
    for (const used of fn.uses) this.#uses.add(used);
    this.#notes.push(...fn.notes);
    this.#called.add(fn.name);
    const passed = args.flatMap((arg) => (arg.kind === "number" || arg.kind === "boolean" ? [arg.text] : []));
    const text = `${fn.name}(${[...passed.slice(0, fn.parameters.length), ...fn.sizeFields].join(", ")})`;
    return { value: { ...fn.result, text } as Value, sizeFields: fn.sizeFields };
  }

  sizeField(name: string): "number" | "table" | undefined {
    const argument = this.#kernel.arguments.find((one) => one.name === name);
    return argument && (argument.isTable ? "table" : "number");
  }

  localName(wanted: string, taken: ReadonlySet<string>): string {
    return freeName(wanted, (name) => taken.has(name));
  }

  note(note: Note): void {
    this.#notes.push(note);
  }

  #globalName(wanted: string): string {
    const known = this.#names.get(wanted);
    if (known !== undefined) return known;
    const names = new Set(this.#names.values());
    const isOwn = (name: string): boolean => this.#kernel.text.includes(`constexpr int ${name} = `);
    const isTaken = (name: string): boolean => names.has(name) || (this.#kernel.names.has(name) && !isOwn(name));
    const name = freeName(wanted, isTaken);
    this.#names.set(wanted, name);
    return name;
  }

  // ---- Functions

  #once<T>(name: string, node: Node, translate: () => T): T {
    if (this.#inProgress.has(name)) throw new NotTranslatable(node, `needs ${name} inside of ${name} itself`);
    this.#inProgress.add(name);
    try {
      return translate();
    } finally {
      this.#inProgress.delete(name);
    }
  }

  /** A function for arguments of these kinds: one that gets a number in one call and the thread in another becomes two. */
  #function(declaration: AnswerFunction, args: readonly Value[], node: Node): DeviceFunction {
    const kinds = declaration.parameters.map((_, place) => kindOf(args[place]));
    const key = `${declaration.name}(${kinds.join(", ")})`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    if (!declaration.isPlain) throw new NotTranslatable(declaration.node, "is async or a generator");
    const [outerUses, outerNotes] = [this.#uses, this.#notes];
    this.#uses = new Set();
    this.#notes = [];
    try {
      const fn = this.#once(declaration.name, node, () => this.#translated(declaration, args, key));
      this.#functions.set(key, fn);
      return fn;
    } finally {
      this.#uses = outerUses;
      this.#notes = outerNotes;
    }
  }

  #translated(declaration: AnswerFunction, args: readonly Value[], key: string): DeviceFunction {
    const shape = this.#shapeOf(declaration);
    const translation = new FunctionTranslation(this, shape);
    if (args.some((arg) => arg.kind === "size")) translation.reserve(this.#kernel.arguments.map(({ name }) => name));
    const tables = args.flatMap((arg) => (arg.kind === "table" ? [arg.text] : []));
    translation.reserve(tables);
    const parameters: string[] = [];
    declaration.parameters.forEach((parameter, place) => {
      const arg = args[place];
      if (arg === undefined) throw new NotTranslatable(declaration.node, "has a parameter that it is not given");
      if (arg.kind !== "number" && arg.kind !== "boolean") return translation.bind(parameter, arg);
      if (parameter.type !== "Identifier") throw unsupported(parameter);
      const name = translation.name(parameter.name);
      parameters.push(`${arg.kind === "number" ? "int" : "bool"} ${name}`);
      const value: Value =
        arg.kind === "number" ? numberOf(name, { sign: "unknown", isNullable: arg.isNullable }) : { ...arg, text: name, level: 20 };
      translation.bind(parameter, value);
    });
    translation.body(declaration);
    const sizeFields = this.#inKernelOrder([...translation.sizeFields, ...tables]);
    const name = this.#globalName(
      this.#syntax.exported.has(declaration.name) || !this.#names.has(declaration.name) ? declaration.name : key.replace(/\W+/g, "_"),
    );
    const result = resultOf(translation.returned, shape);
    const all = [...parameters, ...sizeFields.map((field) => (this.sizeField(field) === "table" ? `const int* ${field}` : `int ${field}`))];
    if (shape !== undefined) this.#definitions.set(shape.name, structText(shape));
    const definition = `__device__ ${typeOf(result)} ${name}(${all.join(", ")}) {\n${translation.lines.join("\n")}\n}`;
    this.#definitions.set(name, definition);
    const isOne = translation.lines.length === 1 && result.kind !== "record";
    const { notes, uses } = { notes: this.#notes, uses: this.#uses };
    return { name, result, parameters, sizeFields, definition, inline: isOne ? onlyReturn(declaration) : undefined, notes, uses };
  }

  #inKernelOrder(fields: readonly string[]): string[] {
    return this.#kernel.arguments.flatMap(({ name }) => (fields.includes(name) ? [name] : []));
  }

  /** The shape of the objects that a function returns; undefined when it returns numbers. */
  #shapeOf(declaration: AnswerFunction): RecordShape | undefined {
    const returned = possibleResults(declaration);
    if (!returned.some(({ type }) => type === "ObjectExpression")) return undefined;
    const isNullable = returned.some((node) => node.type === "Literal" && node.value === null);
    const name = this.#globalName(declaration.name.charAt(0).toUpperCase() + declaration.name.slice(1));
    return { name, fields: new Map(), isNullable };
  }
}

function kindOf(value: Value | undefined): string {
  if (value === undefined) return "nothing";
  switch (value.kind) {
    case "number":
      return value.isNullable ? "number or null" : "number";
    case "coordinates":
      return value.name;
    case "table":
      return value.text;
    default:
      return value.kind;
  }
}

function resultOf(returned: readonly Value[], shape: RecordShape | undefined): Value {
  if (shape !== undefined) return { kind: "record", text: "", shape };
  const [first] = returned;
  if (first?.kind === "boolean") return { ...first, level: 20 };
  const isNullable = returned.some((value) => value.kind === "null" || (value.kind === "number" && value.isNullable));
  const isNatural = returned.every((value) => value.kind === "number" && value.sign === "natural");
  return numberOf("", { isNullable, sign: isNatural ? "natural" : "unknown" });
}
