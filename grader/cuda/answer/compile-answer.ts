import { compileKernel, kernelsOf } from "../compile.ts";
import { isStackOverflow } from "../errors/error-kind.ts";
import { nestedTooDeep } from "../errors/syntax-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { FunctionNode, SourceFile, TopLevel } from "../syntax/tree.ts";
import { indexFunction, type CompiledFunction, type Given } from "./index-function.ts";
import { argumentsOf, isPassed, type KernelText, type Wanted } from "./kernel-text.ts";

/**
 * An answer in CUDA C++: a text with a `__device__` function for each hole of the exercise's kernel, and a constant for each number. It
 * stands before the kernel, as in a file of CUDA, and the kernel calls its functions where the holes are. A parameter is given what the hole
 * passes, or the kernel's argument of its name: `__device__ int read(int pass, int n, const int* order)`.
 */

/** An answer's functions and numbers, by name. */
export type CompiledAnswer = Readonly<Record<string, CompiledFunction | number>>;

/** An answer lacks something that the kernel needs. */
export class MissingError extends Error {
  override readonly name = "MissingError";
}

/** What a parameter is given: the argument of the hole at a place, or an argument of the kernel. */
type Bound = { readonly kind: "passed"; readonly place: number } | { readonly kind: "number" | "table"; readonly field: string };

/** A function of the answer, as the kernel calls it. */
interface Callee {
  readonly parameters: readonly Bound[];
  readonly span: Span;
  readonly nameSpan: Span;
}

/** An answer as far as calling its functions needs: spans are in the answer. */
export interface ReadAnswer {
  readonly callees: ReadonlyMap<string, Callee>;
}

/** A kernel with an answer in its holes. */
export interface AnsweredKernel {
  readonly text: string;
  /** Where the answer stands in it. */
  readonly answer: Span;
  /** The calls in its holes. */
  readonly calls: readonly (Span & { readonly name: string })[];
}

/**
 * Reads an answer's functions.
 *
 * @throws SourceError at a place of the answer
 * @throws MissingError where the answer lacks something that the kernel needs
 */
export function readAnswer(answer: string, kernel: KernelText, wanted: readonly Wanted[]): ReadAnswer {
  // What the kernel declares before the answer is known in it.
  const before = kernel.text.slice(0, kernel.definitionsAt);
  const start = before.length;
  const whole = inAnswer(
    { from: start, to: start + answer.length },
    () => undefined,
    () => parse(before + answer),
  );
  const own = whole.declarations.filter(({ span }) => span.from >= start);
  for (const declared of own) {
    if (declared.kind === "function" && declared.runs.global) {
      throw new SourceError(
        "The kernel is given: write only the functions that it calls, with `__device__`.",
        moved(declared.nameSpan, start),
      );
    }
  }
  const functions = own.filter((declared): declared is FunctionNode => declared.kind === "function");
  const callees = new Map<string, Callee>();
  for (const spec of wanted) {
    if (spec.kind === "number") requireNumber(spec, own);
    else callees.set(spec.name, calleeOf(spec, functions, kernel, start));
  }
  return { callees };
}

function requireNumber({ name, description }: Wanted, own: readonly TopLevel[]): void {
  const isDeclared = own.some((declared) => declared.kind === "variables" && declared.variables.some((one) => one.name === name));
  if (isDeclared) return;
  throw new MissingError(`Write a constant \`${name}\`, \`constexpr int ${name} = …;\`: ${description}`);
}

/** Types of the kernel's arguments that a function can have. */
const argumentText = (name: string, isTable: boolean): string => (isTable ? `const int* ${name}` : `int ${name}`);

function calleeOf(spec: Wanted, functions: readonly FunctionNode[], kernel: KernelText, start: number): Callee {
  const { name, description } = spec;
  const passed = argumentsOf(spec).filter(isPassed);
  const fields = argumentsOf(spec).includes("size") ? kernel.arguments : [];
  const named = functions.filter((one) => one.name === name);
  const node = named.find(({ body }) => body !== undefined) ?? named[0];
  if (node === undefined) {
    const parameters = [...passed.map((one) => `int ${one}`), ...fields.map((one) => argumentText(one.name, one.isTable))].join(", ");
    const gives = description.replace(/^\w+\([^)]*\) /, "").replace(/\bnull\b/, "-1");
    throw new MissingError(`Write a function \`__device__ int ${name}(${parameters})\` that ${gives}`);
  }
  const nameSpan = moved(node.nameSpan, start);
  if (!node.runs.device) {
    throw new SourceError(`\`${name}\` runs on the GPU: begin it with \`__device__\`, as in \`__device__ int ${name}(…)\`.`, nameSpan);
  }
  if (node.templateParameters.length > 0)
    throw new SourceError(`\`${name}\` is called without template arguments: make it a plain function.`, nameSpan);
  const parameters = node.parameters.map((parameter): Bound => {
    const place = passed.indexOf(parameter.name);
    if (place >= 0) return { kind: "passed", place };
    const field = fields.find((one) => one.name === parameter.name);
    if (field !== undefined) return { kind: field.isTable ? "table" : "number", field: field.name };
    const all = [...passed.map((one) => `int ${one}`), ...fields.map((one) => argumentText(one.name, one.isTable))];
    const choice = all.length === 0 ? `\`${name}\` gets no arguments here` : `it can have ${all.map((one) => `\`${one}\``).join(", ")}`;
    const what = parameter.name === "" ? "A parameter without a name" : `The parameter \`${parameter.name}\``;
    throw new SourceError(
      `${what} is nothing that the kernel can pass to \`${name}\`: ${choice}. Name parameters as the kernel does.`,
      moved(parameter.span, start),
    );
  });
  return { parameters, span: moved(node.span, start), nameSpan };
}

/** Puts an answer before a kernel, and calls of its functions into the holes. */
export function answeredKernel(answer: string, kernel: KernelText, { callees }: ReadAnswer): AnsweredKernel {
  const own = answer.trimEnd();
  const from = kernel.definitionsAt;
  let text = `${kernel.text.slice(0, from)}${own}\n\n`;
  const calls: (Span & { name: string })[] = [];
  let copied = from;
  for (const { name, args, start, end } of kernel.holes) {
    text += kernel.text.slice(copied, start);
    const callee = callees.get(name);
    const passed = callee?.parameters.map((bound) => (bound.kind === "passed" ? (args?.[bound.place] ?? "") : bound.field)) ?? args ?? [];
    const call = args === undefined ? name : `${name}(${passed.join(", ")})`;
    calls.push({ name, from: text.length, to: text.length + call.length });
    text += call;
    copied = end;
  }
  return { text: text + kernel.text.slice(copied), answer: { from, to: from + own.length }, calls };
}

/**
 * Compiles an answer, and the kernel with it.
 *
 * @throws SourceError at a place of the answer
 * @throws MissingError where the answer lacks something that the kernel needs
 */
export function compileAnswer(answer: string, kernel: KernelText, wanted: readonly Wanted[]): CompiledAnswer {
  try {
    const read = readAnswer(answer, kernel, wanted);
    const whole = answeredKernel(answer, kernel, read);
    return compiled(whole, read, kernel, wanted);
  } catch (error) {
    throw isStackOverflow(error) ? nestedTooDeep({ from: 0, to: 0 }) : error;
  }
}

/** A kernel that does nothing but call one function of the answer, or read one number: the compiler writes the function out in it. */
interface Probe {
  readonly spec: Wanted;
  readonly kernel: string;
  readonly text: string;
  readonly given: readonly Given[];
}

function compiled(whole: AnsweredKernel, read: ReadAnswer, kernel: KernelText, wanted: readonly Wanted[]): CompiledAnswer {
  const probes = wanted.map((spec) => probeOf(spec, read));
  const text = `${whole.text}\n${probes.map((probe) => probe.text).join("\n")}\n`;
  // What is wrong outside of the answer has its cause in what is called there.
  const starts = probes.map(({ text: own }) => text.indexOf(own));
  const causeOf = ({ from }: Span): Span | undefined => {
    const call =
      whole.calls.find((one) => one.from <= from && from <= one.to) ??
      whole.calls.find((one) => lineOf(text, one.from) === lineOf(text, from));
    const name = call?.name ?? probes.findLast((_, place) => starts[place]! <= from)?.spec.name;
    return name === undefined ? undefined : read.callees.get(name)?.nameSpan;
  };
  return withoutNull(text, whole.answer, causeOf, () => {
    const file = parse(text);
    const kernels = kernelsOf(file);
    const made = probes.map((probe) => [probe.spec.name, exportOf(probe, file, kernels, kernel)] as const);
    const around = kernels.find(({ name }) => !probes.some((probe) => probe.kernel === name));
    if (around !== undefined) compileKernel(file, around, () => [], { asWritten: true, widestAccessBytes: 32 });
    return Object.fromEntries(made);
  });
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

function probeOf(spec: Wanted, { callees }: ReadAnswer): Probe {
  const { name } = spec;
  const kernel = `coalesce_asks_for_${name}`;
  const callee = callees.get(name);
  if (callee === undefined) {
    return { spec, kernel, text: `__global__ void ${kernel}(int* result) { *result = ${name}; }`, given: [{ kind: "result" }] };
  }
  const places = argumentsOf(spec).flatMap((argument, place) => (isPassed(argument) ? [place] : []));
  const parameters = callee.parameters.map((bound, number) => `${bound.kind === "table" ? "const int*" : "int"} argument${number}`);
  const given = callee.parameters.map((bound): Given =>
    bound.kind === "passed" ? { kind: "passed", place: places[bound.place] ?? 0 } : bound,
  );
  const call = `${name}(${parameters.map((_, number) => `argument${number}`).join(", ")})`;
  return {
    spec,
    kernel,
    text: `__global__ void ${kernel}(${[...parameters, "int* result"].join(", ")}) { *result = ${call}; }`,
    given: [...given, { kind: "result" }],
  };
}

function exportOf(
  { spec, kernel: probe, given }: Probe,
  file: SourceFile,
  kernels: readonly FunctionNode[],
  kernel: KernelText,
): CompiledFunction | number {
  const node = kernels.find(({ name }) => name === probe);
  if (node === undefined)
    throw new SourceError("The text ends before it is complete: is a bracket or a comment left open?", { from: 0, to: 0 });
  const { program } = compileKernel(file, node, () => [], { asWritten: true });
  const names = argumentsOf(spec);
  const placeOf = (name: string): number | undefined => (names.includes(name) ? names.indexOf(name) : undefined);
  const caller = { arguments: names.length, thread: placeOf("thread"), size: placeOf("size") };
  const made = indexFunction(program, given, caller, kernel.guarded.has(spec.name));
  return spec.kind === "number" ? (made() ?? -1) : made;
}

const moved = ({ from, to }: Span, start: number): Span => ({ from: Math.max(0, from - start), to: Math.max(0, to - start) });

/** The same; who writes TypeScript's `null` is told what stands for it. */
function withoutNull<T>(text: string, answer: Span, causeOf: (span: Span) => Span | undefined, work: () => T): T {
  return inAnswer(answer, causeOf, () => {
    try {
      return work();
    } catch (error) {
      if (error instanceof SourceError && text.slice(error.span.from, error.span.to) === "null")
        throw new SourceError("C++ has no `null` for an index: return -1 where there is no element.", error.span);
      throw error;
    }
  });
}

/**
 * Does something with a text that an answer stands in: an error gets its place in the answer.
 *
 * @param causeOf the place in the answer that an error outside of it comes from
 */
function inAnswer<T>({ from, to }: Span, causeOf: (span: Span) => Span | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { span } = error;
    if (span.from >= from && span.from <= to) throw error.at(moved(span, from));
    throw error.at(causeOf(span) ?? { from: Math.max(0, to - from), to: Math.max(0, to - from) });
  }
}
