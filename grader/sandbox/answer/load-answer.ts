import { count } from "#pictures/format.ts";
import { AnswerRefused, cut, describeThrown, describeValue } from "./answer-error.ts";
import { closestMatch } from "./closest-match.ts";
import { moduleBody, type ModuleBody } from "./compartment.ts";
import { compile } from "./compile.ts";
import type { FunctionBody } from "./module-exports.ts";
import type { PlainProgram } from "./plain-module.ts";
import { sourcePosition, tokenize } from "./tokens.ts";

/** An export that an exercise asks of an answer. */
export interface ExportSpec {
  readonly name: string;
  /** "function": called for each thread; "number": a constant that the learner chooses. */
  readonly kind: "function" | "number";
  /** One sentence for the learner: its meaning and, for a function, its arguments. */
  readonly description: string;
  /** For a number, which must be whole: the smallest and the largest that are accepted. */
  readonly range?: readonly [from: number, to: number];
}

/** A learner's exports, isolated: numbers, and functions that reach nothing but their arguments. */
export type Answer = Readonly<Record<string, AnswerExport>>;
/** A function that an answer exports. Its results are checked where it is called. */
export type AnswerFunction = (...args: readonly unknown[]) => unknown;
export type AnswerExport = AnswerFunction | number;

/** Receives the values that an answer gives to `console.log`. */
export type Print = (values: readonly unknown[]) => void;

/** Loads a fresh copy of an answer, which knows nothing of the others. Without `print`, its output is dropped. */
export type LoadAnswer = (print?: Print) => Answer;

/**
 * Reads a learner's file, to be loaded as often as wanted. Page and command line both load answers here.
 *
 * @throws AnswerRefused for a file that cannot be read; the returned function throws it for a file that throws as it is loaded, or that
 * lacks an export of the exercise
 */
export function answerLoader(source: string, exports: readonly ExportSpec[]): LoadAnswer {
  return loaderOf(source, compile(source), exports);
}

/**
 * The same for a plain program, which was regenerated from the source: an error has another position than in the learner's file.
 *
 * @throws AnswerRefused as `answerLoader` does, and so does the returned function
 */
export function plainAnswerLoader(source: string, program: PlainProgram, exports: readonly ExportSpec[]): LoadAnswer {
  return loaderOf(source, program, exports);
}

function loaderOf(source: string, compiled: FunctionBody, exports: readonly ExportSpec[]): LoadAnswer {
  const body = parsedBody(source, compiled);
  return (print = () => undefined) => {
    const exported = evaluate(source, body, print);
    return Object.freeze(Object.fromEntries(exports.map((spec) => [spec.name, readExport(source, exported, spec)])));
  };
}

/** Loads a learner's file once. @throws AnswerRefused as `answerLoader` and its result do */
export function loadAnswer(source: string, exports: readonly ExportSpec[], print?: Print): Answer {
  return answerLoader(source, exports)(print);
}

function evaluate(source: string, body: ModuleBody, print: Print): Record<string, unknown> {
  const exported: Record<string, unknown> = {};
  try {
    body(
      exported,
      consoleOf(print),
      (name, get) => void Object.defineProperty(exported, name, { get, enumerable: true, configurable: true }),
    );
  } catch (thrown) {
    const { message, line } = describeThrown(thrown, source);
    throw new AnswerRefused({
      kind: "threw",
      message: `The file could not be loaded. ${message}`,
      ...(line === undefined ? {} : { line }),
    });
  }
  return exported;
}

/** The `console` of an answer: every method prints. It holds no state that an answer could read back. */
function consoleOf(print: Print): object {
  const log = Object.freeze((...values: readonly unknown[]): void => print(values));
  return Object.freeze({ log, info: log, debug: log, warn: log, error: log });
}

/** Compiles the code; the engine finds some syntax errors that Sucrase accepts. */
function parsedBody(source: string, compiled: FunctionBody): ModuleBody {
  try {
    return moduleBody(compiled);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (/\bawait\b/.test(error.message)) throw topLevelAwait(source);
    throw new AnswerRefused({ kind: "does-not-parse", message: `The file is not valid TypeScript: ${explainSesError(error.message)}` });
  }
}

/** Translates the codes by which SES names some of its rules into words for a learner. */
function explainSesError(complaint: string): string {
  if (complaint.includes("SES_HTML_COMMENT_REJECTED")) return "put blanks around the characters of <!-- and -->.";
  if (complaint.includes("SES_IMPORT_REJECTED")) return "an answer stands alone, it cannot import.";
  if (complaint.includes("SES_EVAL_REJECTED")) return "there is no eval here.";
  return `${complaint}.`;
}

function topLevelAwait(source: string): AnswerRefused {
  let depth = 0;
  const outermost = tokenize(source).find(({ text }) => {
    if (text === "{" || text === "${") depth++;
    if (text === "}") depth--;
    return text === "await" && depth === 0;
  });
  const place = outermost === undefined ? {} : sourcePosition(source, outermost.start);
  return new AnswerRefused({
    kind: "does-not-parse",
    message: "An answer cannot wait: `await` has no meaning here, since an index is asked for and given at once.",
    ...place,
  });
}

function readExport(source: string, exported: Record<string, unknown>, spec: ExportSpec): AnswerExport {
  const value = exportedValue(source, exported, spec);
  if (value === undefined) throw missing(spec, absence(source, exported, spec));
  if (spec.kind === "number") {
    if (typeof value !== "number") throw missing(spec, `it is ${describeValue(value)}, not a number`);
    return inRange(value, spec);
  }
  if (typeof value !== "function") throw missing(spec, `it is ${describeValue(value)}, not a function`);
  const kind = specialKind(value as AnswerFunction);
  if (kind !== undefined) throw missing(spec, `it is ${kind}, not a plain function that returns its index at once`);
  return value as AnswerFunction;
}

/** An export may be a getter that the answer defined: it is read once, and may throw. */
function exportedValue(source: string, exported: Record<string, unknown>, { name }: ExportSpec): unknown {
  try {
    return Object.hasOwn(exported, name) ? exported[name] : undefined;
  } catch (thrown) {
    throw new AnswerRefused({
      kind: "threw",
      message: `The export \`${name}\` could not be read. ${describeThrown(thrown, source).message}`,
    });
  }
}

function inRange(value: number, { name, range: [from, to] = [0, Number.MAX_SAFE_INTEGER] }: ExportSpec): number {
  if (Number.isInteger(value) && !Object.is(value, -0) && value >= from && value <= to) return value;
  throw new AnswerRefused({
    kind: "not-an-index",
    message: `${name} is ${describeValue(value)}; it must be a whole number from ${count(from)} to ${count(to)}.`,
  });
}

function missing({ name, kind, description }: ExportSpec, what: string): AnswerRefused {
  const article = kind === "function" ? "a function" : "a number";
  return new AnswerRefused({
    kind: "missing-export",
    message: `The file must export ${article} called \`${name}\`: ${what}. ${description}`,
  });
}

/** How many exports a message lists. */
const MOST_NAMES = 10;
const LONGEST_NAME = 40;
/** How many exports are compared with the missing name. */
const MOST_COMPARED = 1_000;

function absence(source: string, exported: Record<string, unknown>, { name }: ExportSpec): string {
  if (Object.hasOwn(exported, name)) return "it is undefined";
  if (new RegExp(String.raw`\b(?:function|const|let|var|class)\s+${name}\b`).test(source)) {
    return "it is there, but without the word `export` before it";
  }
  const names = Object.keys(exported);
  const near = closestMatch(name, names.filter(({ length }) => length <= LONGEST_NAME).slice(0, MOST_COMPARED));
  if (near !== undefined) return `it exports ${near}, which is nearly that name`;
  if (names.includes("default")) return `a default export has no name, write \`export function ${name}\``;
  const others = names.length > MOST_NAMES ? ` and ${count(names.length - MOST_NAMES)} more` : "";
  return names.length === 0
    ? "it exports nothing"
    : `it exports ${names
        .slice(0, MOST_NAMES)
        .map((name) => cut(name, LONGEST_NAME))
        .join(", ")}${others}`;
}

const AsyncFunction = Object.getPrototypeOf(async () => undefined) as object;
const GeneratorFunction = Object.getPrototypeOf(function* () {}) as object;
const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {}) as object;

function specialKind(value: AnswerFunction): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === AsyncFunction) return "an async function";
  if (prototype === GeneratorFunction || prototype === AsyncGeneratorFunction) return "a generator";
  return /^class\b/.test(Function.prototype.toString.call(value)) ? "a class" : undefined;
}
