import type { Expression, Node } from "acorn";
import type { ExportSpec } from "#sandbox/answer/load-answer.ts";
import {
  answerSyntax,
  linesOf,
  onlyReturn,
  possibleResults,
  type AnswerDeclaration,
  type AnswerFunction,
  type AnswerSyntax,
  type Lines,
} from "./answer-syntax.ts";
import { freeName } from "./cuda-names.ts";
import { numberOf, structText, typeOf, type RecordShape, type Value } from "./cuda-value.ts";
import { argumentsOf, isPassed, type KernelText } from "#cuda/answer/kernel-text.ts";
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

/** An answer in CUDA, as a learner would write it: a text for `coalesce grade`, and for the page's editor. */
export interface AnswerInCuda {
  readonly text: string;
  /** What could not be translated: the text lacks it. */
  readonly missing: readonly (ExportTranslation & { readonly status: "not-translated" })[];
}

/**
 * Translates an answer into a text with a function for each hole of a kernel, comments included.
 *
 * @throws SyntaxError for a source that is not TypeScript
 */
export function answerInCuda(source: string, exports: readonly ExportSpec[], kernel: KernelText): AnswerInCuda {
  const { exports: done, definitions } = new Translator(answerSyntax(source), exports, kernel, source).translate();
  return {
    text: `${definitionBlocks(definitions).join("\n")}\n`,
    missing: done.filter((one) => one.status === "not-translated"),
  };
}

/** Constants stand together; functions and structs have an empty line between them. */
export function definitionBlocks(definitions: readonly string[]): string[] {
  return definitions.flatMap((definition, place) => {
    const before = definitions[place - 1];
    const isApart = before !== undefined && !(isOneLine(before) && isOneLine(definition));
    return isApart ? ["", definition] : [definition];
  });
}

const isOneLine = (definition: string): boolean => !definition.includes("\n");

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

  /** For a text of its own: the source, whose comments it takes. Each function has a definition then. */
  readonly #source: string | undefined;

  /** @param source for a text of its own, with the source's comments */
  constructor(syntax: AnswerSyntax, exports: readonly ExportSpec[], kernel: KernelText, source?: string) {
    this.#source = source;
    this.#syntax = syntax;
    this.#exports = exports;
    this.#kernel = kernel;
  }

  translate(): AnswerTranslation {
    const done = this.#exports.map((spec) => this.#export(spec));
    // A function that is one expression goes into its hole, unless another function calls it as well.
    const definitions = [...this.#definitions].filter(([name]) => {
      const inlined = [...this.#functions.values()].some((fn) => fn.name === name && fn.inline !== undefined && !this.#called.has(name));
      return (this.#source !== undefined || !inlined) && !this.#isInKernel(name);
    });
    return { exports: done, definitions: definitions.map(([, text]) => text) };
  }

  /** Whether the kernel has the very same constant. */
  #isInKernel(name: string): boolean {
    const [definition = ""] = this.#definitions.get(name)?.split("\n").slice(-1) ?? [];
    return definition.startsWith("constexpr ") && this.#kernel.text.split("\n").includes(definition);
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
      const names = roles.map((role) => (isPassed(role) ? role : undefined));
      const fn = this.#function(declaration, args, declaration.node, this.#source === undefined ? [] : names);
      if (this.#source !== undefined && fn.name !== name) this.#definitions.set(name, this.#otherName(name, fn));
      const lines = this.#linesOf([declared, ...fn.uses]);
      return { name, lines, status: "translated", notes: fn.notes, fill: (given) => this.#fill(fn, declaration, roles, given) };
    } catch (error) {
      if (!(error instanceof NotTranslatable)) throw error;
      return { name, lines: ownLines, status: "not-translated", line: error.line, reason: error.message };
    }
  }

  /** A function that another one's result is that of. */
  #otherName(name: string, { name: called, result, parameters, sizeFields }: DeviceFunction): string {
    const all = [...parameters, ...sizeFields.map((field) => this.#fieldParameter(field))];
    const args = [...parameters.map((parameter) => parameter.split(" ").at(-1)), ...sizeFields];
    return `__device__ ${typeOf(result)} ${name}(${all.join(", ")}) {\n  return ${called}(${args.join(", ")});\n}`;
  }

  #fieldParameter(field: string): string {
    return this.sizeField(field) === "table" ? `const int* ${field}` : `int ${field}`;
  }

  /** The comment above a declaration, where the text is to have comments; null is -1 in CUDA. */
  #commentAbove(declaration: AnswerDeclaration): string {
    if (this.#source === undefined) return "";
    const { first } = this.#syntax.linesWithComment(declaration);
    const lines = this.#source.split("\n").slice(first - 1, linesOf(declaration.node).first - 1);
    return lines.map((line) => `${line.replaceAll(/`null`|\bnull\b/g, "-1")}\n`).join("");
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
    this.#definitions.set(
      cudaName,
      `${this.#commentAbove(declaration)}constexpr ${value.kind === "number" ? "int" : "bool"} ${cudaName} = ${value.text};`,
    );
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
  #function(
    declaration: AnswerFunction,
    args: readonly Value[],
    node: Node,
    parameterNames: readonly (string | undefined)[] = [],
  ): DeviceFunction {
    const kinds = declaration.parameters.map((_, place) => kindOf(args[place]));
    const key = `${declaration.name}(${kinds.join(", ")})`;
    const known = this.#functions.get(key);
    if (known !== undefined) return known;
    if (!declaration.isPlain) throw new NotTranslatable(declaration.node, "is async or a generator");
    const [outerUses, outerNotes] = [this.#uses, this.#notes];
    this.#uses = new Set();
    this.#notes = [];
    try {
      const fn = this.#once(declaration.name, node, () => this.#translated(declaration, args, key, parameterNames));
      this.#functions.set(key, fn);
      return fn;
    } finally {
      this.#uses = outerUses;
      this.#notes = outerNotes;
    }
  }

  /** @param parameterNames what parameters are to be called, where it matters: in a text of its own they go by these names */
  #translated(
    declaration: AnswerFunction,
    args: readonly Value[],
    key: string,
    parameterNames: readonly (string | undefined)[],
  ): DeviceFunction {
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
      const name = translation.name(parameterNames[place] ?? parameter.name);
      parameters.push(`${arg.kind === "number" ? "int" : "bool"} ${name}`);
      const value: Value =
        arg.kind === "number" ? numberOf(name, { sign: "unknown", isNullable: arg.isNullable }) : { ...arg, text: name, level: 20 };
      translation.bind(parameter, value);
    });
    translation.body(declaration);
    const named = parameterNames.length > 0 ? this.#fieldsNamed(declaration, args) : [];
    const sizeFields = this.#inKernelOrder([...translation.sizeFields, ...tables, ...named]);
    const name = this.#globalName(
      this.#syntax.exported.has(declaration.name) || !this.#names.has(declaration.name) ? declaration.name : key.replace(/\W+/g, "_"),
    );
    const result = resultOf(translation.returned, shape);
    const all = [...parameters, ...sizeFields.map((field) => this.#fieldParameter(field))];
    if (shape !== undefined) this.#definitions.set(shape.name, structText(shape));
    const definition = `${this.#commentAbove(declaration)}__device__ ${typeOf(result)} ${name}(${all.join(", ")}) {\n${translation.lines.join("\n")}\n}`;
    this.#definitions.set(name, definition);
    const isOne = translation.lines.length === 1 && result.kind !== "record";
    const { notes, uses } = { notes: this.#notes, uses: this.#uses };
    return { name, result, parameters, sizeFields, definition, inline: isOne ? onlyReturn(declaration) : undefined, notes, uses };
  }

  /** Fields of the size that a function's parameter takes apart, used or not: a starter names what will be needed. */
  #fieldsNamed({ parameters }: AnswerFunction, args: readonly Value[]): string[] {
    return parameters.flatMap((parameter, place) => {
      if (args[place]?.kind !== "size" || parameter.type !== "ObjectPattern") return [];
      return parameter.properties.flatMap((one) => (one.type === "Property" && one.key.type === "Identifier" ? [one.key.name] : []));
    });
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
