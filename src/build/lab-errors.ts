import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import type { Plugin } from "vite";
import { compileKernel, kernelsOf } from "#cuda/compile.ts";
import { hasHostFunction, runHost, type HostOptions } from "#cuda/host/run-host.ts";
import { INSTRUCTIONS } from "#cuda/lower/ptx/instructions.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { LaunchError } from "#cuda/errors/error-kind.ts";
import { parseLaunch } from "#cuda/launch/launch.ts";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { SourceError, type Span } from "#cuda/source-error.ts";
import { courseRoot } from "#kit/installation.ts";
import { h200 } from "#simulator";

/** A part of the list of errors: those of one stage of the lab's compiler. */
export interface ErrorGroup {
  readonly title: string;
  readonly kinds: readonly ListedError[];
}

/** One kind of error, as its doc comment tells it. */
export interface ListedError {
  readonly code: string;
  /** When it comes. */
  readonly when: string;
  /** What to do. */
  readonly remedy: string;
  /** A program that has it; in words where the program is too long to be shown. */
  readonly example: string | { readonly before: string; readonly place: string; readonly after: string };
  /** What the lab says of the example; undefined where that is in words. */
  readonly message: string | undefined;
}

const GROUPS: readonly (readonly [title: string, file: string])[] = [
  ["The text, its brackets and its macros", "text-errors.ts"],
  ["Declarations, statements and expressions", "syntax-errors.ts"],
  ["Names", "name-errors.ts"],
  ["Types and values", "type-errors.ts"],
  ["Variables, structs and memory spaces", "declaration-errors.ts"],
  ["Constants", "constant-errors.ts"],
  ["Functions and their calls", "call-errors.ts"],
  ["Templates and packs", "template-errors.ts"],
  ["Cooperative groups", "group-errors.ts"],
  ["Inline assembly", "ptx-errors.ts"],
  ["Fragments of wmma", "wmma-errors.ts"],
  ["The host's code and the CUDA runtime", "host-errors.ts"],
  ["The host's memory and its copies", "memory-errors.ts"],
  ["Launches and their memory", "launch-errors.ts"],
  ["What a kernel does wrong as it runs", "findings.ts"],
  ["Why a launch waits for ever", "deadlock-causes.ts"],
  ["C++ and CUDA that the lab does not do", "refusals.ts"],
];

/** Files of the catalogue that declare no kinds. */
const HELPERS = ["error-kind.ts", "wording.ts"];

/** Stands on both sides of the place that an example's error is about. No page shows it. */
const MARK = "\u25b8";
const ERRORS = "virtual:lab-errors";

/** Serves `virtual:lab-errors`: the lab's errors, read when the site is built. */
export function labErrorsPlugin(): Plugin {
  return {
    name: "coalesce-lab-errors",
    resolveId: (id) => (id === ERRORS ? `\0${ERRORS}` : undefined),
    load: (resolved) =>
      resolved === `\0${ERRORS}`
        ? `export default ${JSON.stringify(labErrors())}; export const instructions = ${JSON.stringify(ptxInstructions())};`
        : undefined,
  };
}

/** The instructions of PTX that the lab runs, by their names without modifiers. */
function ptxInstructions(): string[] {
  return INSTRUCTIONS.map(([name]) => name).sort();
}

/**
 * The lab's errors, in the order in which its compiler comes to them.
 *
 * @throws Error for one whose doc comment lacks a part, or whose example has another error, or has it elsewhere; for a file of the
 *   catalogue that no part of the list has
 */
export function labErrors(): ErrorGroup[] {
  const folder = path.join(courseRoot, "grader", "cuda", "errors");
  const listed = new Set([...GROUPS.map(([, file]) => file), ...HELPERS]);
  const left = readdirSync(folder).filter((file) => !listed.has(file) && !file.endsWith(".test.ts"));
  if (left.length > 0) throw new Error(`no part of the list of errors has ${left.join(", ")}`);
  return GROUPS.map(([title, file]) => ({ title, kinds: kindsOf(path.join(folder, file)) }));
}

function kindsOf(file: string): ListedError[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    const call = statement.declarationList.declarations[0]?.initializer;
    const code = call && ts.isCallExpression(call) ? call.arguments[0] : undefined;
    return code !== undefined && ts.isStringLiteral(code) ? [listed(code.text, statement)] : [];
  });
}

function listed(code: string, statement: ts.VariableStatement): ListedError {
  const [doc] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  const [when = "", remedy = "", ...rest] = (ts.getTextOfJSDocComment(doc?.comment) ?? "").split("\n\n");
  const example = ts.getTextOfJSDocComment(doc?.tags?.find(({ tagName }) => tagName.text === "example")?.comment) ?? "";
  if (when === "" || remedy === "" || example === "" || rest.length > 0)
    throw new Error(`${code}: a doc comment says when the error comes, what to do, and has an @example`);
  const [before, place, after, ...more] = example.split(MARK);
  if (place === undefined) return { code, when, remedy, example, message: undefined };
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${code}: the example marks no one place`);
  const text = before + place + after;
  const error = errorOf(text);
  const { span = { from: before.length, to: before.length + place.length } } = error ?? {};
  const found = text.slice(span.from, span.to);
  if (error === undefined || (error.code !== code && error.why !== code) || span.from !== before.length || found !== place)
    throw new Error(`${code}: its example has ${error ? `${error.code ?? error.message} at “${found}”` : "no error"}`);
  return { code, when, remedy, example: { before, place, after }, message: error.message };
}

/** What the lab says of a program: an error of the text, of its launch, or a finding of its kernel. */
export interface FoundError {
  readonly code?: string | undefined;
  /** Of a launch that hangs, if it's known why. */
  readonly why?: string | undefined;
  readonly message: string;
  /** Undefined for what is wrong with a launch. */
  readonly span?: Span;
}

/** Stands before the launch of an example without a `main`. */
const LAUNCH = "\nlaunch.json: ";

/** The first error that the lab finds in a program, or as it runs it: by its `main`, or by the launch in its last line. */
export function errorOf(text: string, options: Partial<HostOptions> = {}): FoundError | undefined {
  try {
    return findingOf(text, options);
  } catch (error) {
    if (error instanceof SourceError || error instanceof LaunchError || error instanceof TooMuchWorkError) return error;
    throw error;
  }
}

function findingOf(text: string, options: Partial<HostOptions>): FoundError | undefined {
  const [program = "", json] = text.split(LAUNCH);
  if (json !== undefined) {
    const launch = parseLaunch(JSON.parse(json));
    runLaunch(compileLaunched(program, launch.kernel), launch, { device: h200 });
    return undefined;
  }
  const file = parse(text);
  for (const kernel of kernelsOf(file)) if (kernel.templateParameters.length === 0) compileKernel(file, kernel, () => []);
  if (options.entry === undefined && !hasHostFunction(text, "main")) return undefined;
  const { launches, unwritten } = runHost(file, { device: h200, ...options });
  const results = unwritten
    .filter(({ isUsed }) => isUsed)
    .map(({ kind, span, words, why }) => ({ kind, span, message: `${words} ${why}` }));
  const [finding] = [...launches.flatMap(({ findings }) => findings), ...results];
  return (
    finding && { code: finding.kind, why: "cause" in finding ? finding.cause : undefined, message: finding.message, span: finding.span }
  );
}
