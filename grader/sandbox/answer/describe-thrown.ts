import { describeValue } from "./describe-value.ts";

/** What an answer threw, for the learner. */
export interface Thrown {
  readonly message: string;
  /** In the learner's file, where that is known. */
  readonly line?: number;
}

const LONGEST_MESSAGE = 200;

/** Reads what was thrown. Its properties may be the answer's own getters: whatever they do, this returns. */
export function describeThrown(thrown: unknown): Thrown {
  if (typeof thrown !== "object" || thrown === null) return { message: `It threw ${describeValue(thrown)}.` };
  const name = readText(thrown, "name");
  const message = readText(thrown, "message");
  if (message === undefined) return { message: `It threw ${describeValue(thrown)}.` };
  // Where a recursion hits the end of the stack differs from run to run: no line.
  if (/call stack|too much recursion/.test(message)) return { message: "It called itself without end: the call stack is full." };
  const line = /^answer\.ts:(\d+)/m.exec(readText(thrown, "stack") ?? "")?.[1];
  const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return { message: `It threw ${name ?? "an object"}: ${text}`, ...(line === undefined ? {} : { line: Number(line) }) };
}

function readText(object: object, property: string): string | undefined {
  try {
    const value: unknown = Reflect.get(object, property);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
