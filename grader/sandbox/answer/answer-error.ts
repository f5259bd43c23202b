import type { Dim3 } from "#simulator";

export type AnswerErrorKind = "does-not-parse" | "missing-export" | "threw" | "not-an-index" | "out-of-time" | "out-of-memory" | "impure";

/** Why an answer could not be judged. */
export interface AnswerError {
  readonly kind: AnswerErrorKind;
  /** The problem and the remedy. Its position is in `line` and `column`, not here. */
  readonly message: string;
  /** In the learner's source, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The call that it happened in, where it happened in one. */
  readonly call?: CallSite;
  /** The edit that corrects it, where there is an obvious one. */
  readonly fix?: SourceFix;
}

/** An edit of a learner's source. */
export interface SourceFix {
  /** The label of its button: "Write { threadIdx }: Thread". */
  readonly title: string;
  /** In the order of the text, without overlaps: each replaces the characters from `start` up to, and without, `end`. */
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

/** One call of a learner's function; only the case if the call is not known. */
export interface CallSite {
  /** Id of the case. */
  readonly case: string;
  readonly access?: string;
  readonly blockIdx?: Dim3;
  readonly threadIdx?: Dim3;
}

/** Thrown for an answer that cannot be judged; `grade` turns it into a result with status "error". */
export class AnswerRefused extends Error {
  override name = "AnswerRefused";
  readonly error: AnswerError;

  constructor(error: AnswerError) {
    super(error.message);
    this.error = error;
  }
}

/** A text cut to so many characters, with a sign that there were more. */
export function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text;
}

/**
 * The longest message that leaves the sandbox, in characters: more than anybody reads. A message of the engine or of an answer may be of
 * any length.
 */
export const LONGEST_SENTENCE = 1_000;

/**
 * Addresses of files on the grader's machine. The code that runs around an answer has none in its stacks (`node-addresses.ts`); they are
 * removed from a message that has one all the same.
 */
const FILE_ADDRESS = /\bfile:\/\/[^\s)]*/gi;

/**
 * An error as it leaves the sandbox: at most as long as a person can read, and without addresses of the grader's files. A correction that
 * is longer is dropped.
 */
export function readableError({ message, fix, ...error }: AnswerError): AnswerError {
  const isReadable =
    fix !== undefined && [fix.title, ...fix.edits.map(({ text }) => text)].every(({ length }) => length <= LONGEST_SENTENCE);
  return {
    ...error,
    message: cut(message.replaceAll(FILE_ADDRESS, "…"), LONGEST_SENTENCE),
    ...(isReadable && fix.edits.length <= MOST_EDITS && { fix }),
  };
}

const MOST_EDITS = 1_000;

/** A thrown value, described for the learner. */
export interface Thrown {
  readonly message: string;
  /** In the learner's file, where that is known. */
  readonly line?: number;
}

/** The longest message or name of a thrown value that is shown, in characters. */
const LONGEST_MESSAGE = 200;
const LONGEST_NAME = 40;
/** How many characters of a stack are read: a hundred frames. */
const LONGEST_STACK = 2_000;

/**
 * Describes a thrown value. Its properties may be getters of the answer: this returns whatever they do.
 *
 * @param source the learner's file: a line counts only if the file has it
 */
export function describeThrown(thrown: unknown, source: string): Thrown {
  if (typeof thrown !== "object" || thrown === null) return { message: `It threw ${describeValue(thrown)}.` };
  const name = readText(thrown, "name");
  const message = readText(thrown, "message");
  if (message === undefined) return { message: `It threw ${describeValue(thrown)}.` };
  // The depth at which a recursion overflows the stack differs from run to run: no line.
  if (/call stack|too much recursion/.test(message.slice(0, LONGEST_MESSAGE)))
    return { message: "It called itself without end: the call stack is full." };
  const line = lineOf(readText(thrown, "stack"), source);
  const called = name === undefined ? "an object" : cut(name, LONGEST_NAME);
  return { message: `It threw ${called}: ${cut(message, LONGEST_MESSAGE)}`, ...(line === undefined ? {} : { line }) };
}

/** The line of the innermost frame of a stack that is in the source. An answer can write anything into a stack. */
function lineOf(stack: string | undefined, source: string): number | undefined {
  const line = Number(/^answer\.ts:(\d{1,9}):/m.exec(stack?.slice(0, LONGEST_STACK) ?? "")?.[1]);
  return line >= 1 && line <= source.split("\n").length ? line : undefined;
}

function readText(object: object, property: string): string | undefined {
  try {
    const value: unknown = Reflect.get(object, property);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST_TEXT = 20;
const LARGEST_BIGINT = 2n ** 64n;

/**
 * A short description of any value that an answer returned: `NaN`, `-0`, `0.5`, `"3" (a string)`, `3n (a BigInt)`, `a Promise`, `an
 * object`. It reads no property of an object, since that could run the answer's code.
 */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "string":
      return `${JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value)} (a string)`;
    case "bigint":
      return value > LARGEST_BIGINT || value < -LARGEST_BIGINT ? "a huge BigInt" : `${value}n (a BigInt)`;
    case "boolean":
    case "undefined":
      return String(value);
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : describeObject(value);
  }
}

function describeObject(object: object): string {
  try {
    if (Array.isArray(object)) return "an array";
    return Object.getPrototypeOf(object) === Promise.prototype ? "a Promise" : "an object";
  } catch {
    return "an object"; // a revoked Proxy throws even here
  }
}
