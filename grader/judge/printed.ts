import type { Print } from "#sandbox/answer/load-answer.ts";
import { describeValue } from "#sandbox/answer/answer-error.ts";
import type { CallPlace, Launch } from "#simulator";
import { threadName } from "./report/places.ts";

/** How many lines are stored; the others are counted. */
export const MOST_LINES = 100;
/** How many characters of a line are stored. */
const LONGEST_LINE = 400;
/** Elements of an array, or properties of an object, that are printed. */
const MOST_ITEMS = 32;

/** The output of an answer's `console.log`: the first 100 lines, and how many more there were. */
export interface Printed {
  readonly lines: readonly PrintedLine[];
  readonly omitted: number;
}

export interface PrintedLine {
  readonly text: string;
  /** The call that printed it; absent for what was printed as the file was loaded. */
  readonly call?: PrintingCall;
}

export interface PrintingCall {
  /** Id of the case; absent where only one is run: in a preview or a sketch. */
  readonly case?: string;
  /** The access or trip count whose function printed. */
  readonly access: string;
  /** "thread (3, 0) of block 2" */
  readonly thread: string;
}

/** The case in which an answer is about to run. */
interface PrintingCase {
  /** Absent where only one case is run. */
  readonly id?: string;
  readonly launch: Launch;
  readonly hidden?: boolean;
}

export const NOTHING_PRINTED: Printed = { lines: [], omitted: 0 };

/** Collects what an answer prints. What it prints during rechecks of purity, and from the first hidden case on, is dropped. */
export class Printer {
  readonly #lines: PrintedLine[] = [];
  #omitted = 0;
  #callPlace: (() => CallPlace) | undefined;
  #case: PrintingCase | undefined;
  #isMuted = false;
  #hasLoaded = false;
  /** Whether a line is being put together: that may run getters of the answer, and what those print is dropped. */
  #isPrinting = false;
  readonly #onHidden: (caseId: string) => void;

  /** @param onHidden called before a hidden case is run */
  constructor(onHidden: (caseId: string) => void = () => undefined) {
    this.#onHidden = onHidden;
  }

  /** The answer's `console.log`. */
  readonly print: Print = (values) => {
    if (this.#isMuted || this.#isPrinting) return;
    const call = this.#callPlace?.();
    if (call?.isRecheck) return;
    if (this.#lines.length === MOST_LINES) {
      this.#omitted++;
      return;
    }
    this.#isPrinting = true;
    const text = printedLine(values);
    this.#isPrinting = false;
    this.#lines.push({ text, ...(call && this.#case && { call: printingCall(call, this.#case) }) });
  };

  /**
   * To be called before a case is run. From the first hidden case on nothing is heard any more, since an answer could tell later what it
   * saw there. The function that it returns says where a run is: `RunOptions.onStart` calls it.
   */
  enterCase(entered: PrintingCase): (callPlace: () => CallPlace) => void {
    this.#case = entered;
    if (entered.hidden) {
      this.mute();
      this.#onHidden(entered.id ?? "");
    }
    return (callPlace) => (this.#callPlace = callPlace);
  }

  /** Loads an answer that is to run. It prints the same each time it is loaded: the output is stored the first time. */
  load<T>(load: (print: Print) => T): T {
    const wasMuted = this.#isMuted;
    this.#callPlace = undefined;
    this.#isMuted ||= this.#hasLoaded;
    this.#hasLoaded = true;
    const loaded = load(this.print);
    this.#isMuted = wasMuted;
    return loaded;
  }

  /** Drops all output from here on. */
  mute(): void {
    this.#isMuted = true;
  }

  get printed(): Printed {
    return this.#lines.length === 0 ? NOTHING_PRINTED : { lines: this.#lines, omitted: this.#omitted };
  }
}

function printingCall({ name, blockIdx, threadIdx }: CallPlace, { id, launch }: PrintingCase): PrintingCall {
  return { ...(id !== undefined && { case: id }), access: name, thread: threadName(threadIdx, blockIdx, launch) };
}

function printedLine(values: readonly unknown[]): string {
  const line = values.map(printedValue).join(" ");
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** A value as `console.log` shows it: text as it is, coordinates as "(3, 0, 0)", arrays and objects with their items one level deep. */
export function printedValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return describeValue(value);
  try {
    return printedObject(value);
  } catch {
    // A getter or a proxy of the answer threw.
    return "an object that cannot be printed";
  }
}

function printedObject(value: object): string {
  const coordinates = coordinatesOf(value);
  if (coordinates !== undefined) return coordinates;
  if (Array.isArray(value)) return `[${items(firstItems(value), value.length)}]`;
  const entries = Object.entries(value);
  return `{ ${items(
    entries.slice(0, MOST_ITEMS).map(([name, item]) => `${name}: ${printedItem(item)}`),
    entries.length,
  )} }`;
}

/** Calls no method of the array: one of the answer's own would be given functions of the grader. */
function firstItems(array: readonly unknown[]): string[] {
  const texts: string[] = [];
  for (let index = 0; index < array.length && index < MOST_ITEMS; index++) texts.push(printedItem(array[index]));
  return texts;
}

function printedItem(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return describeValue(value);
  return coordinatesOf(value) ?? (Array.isArray(value) ? `[${value.length} items]` : "{…}");
}

function items(texts: readonly string[], count: number): string {
  return count > texts.length ? `${texts.join(", ")}, … (${count} items)` : texts.join(", ");
}

/** The coordinates of a thread or block are getters, which `Object.entries` does not see. */
function coordinatesOf(value: object): string | undefined {
  const { x, y, z } = value as Partial<Record<"x" | "y" | "z", unknown>>;
  return [x, y, z].every((coordinate) => typeof coordinate === "number") ? `(${String(x)}, ${String(y)}, ${String(z)})` : undefined;
}
