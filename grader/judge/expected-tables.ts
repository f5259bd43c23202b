import type { Answer, AnswerExport } from "#sandbox/answer/load-answer.ts";
import type { Case } from "./exercise.ts";

/** Elements of a table, and of all together, of 4 bytes each: 64 MiB. What is longer is computed each time. */
const LONGEST = 2 ** 22;
const MOST_ELEMENTS = 2 ** 24;

/** The value that each element of an array must hold. */
type Expected = (elementIndex: number) => number;

/**
 * The expected output arrays, case by case, cached for several answers. They follow from a case and the numbers that an answer exports:
 * they are computed for the first answer with the same numbers.
 */
export class ExpectedTables {
  readonly #tables = new WeakMap<Case, Map<string, Int32Array>>();
  #elements = 0;

  /** @throws RangeError for an element that must hold no 32-bit integer: a mistake of the exercise */
  tabled(testCase: Case, array: string, length: number, answer: Answer, expected: Expected): Expected {
    // No other student's answer is judged on it.
    if (testCase.personal) return expected;
    const tables = this.#tables.get(testCase) ?? new Map<string, Int32Array>();
    this.#tables.set(testCase, tables);
    const key = JSON.stringify([array, length, numbersOf(answer)]);
    let table = tables.get(key);
    if (table === undefined) {
      if (length > LONGEST || this.#elements + length > MOST_ELEMENTS) return expected;
      this.#elements += length;
      tables.set(key, (table = tableOf(array, length, expected)));
    }
    const values = table;
    return (elementIndex) => values[elementIndex]!;
  }
}

function tableOf(array: string, length: number, expected: Expected): Int32Array {
  const table = new Int32Array(length);
  for (let elementIndex = 0; elementIndex < length; elementIndex++) {
    const value = expected(elementIndex);
    if (value !== (value | 0)) throw new RangeError(`the exercise expects ${value} in element ${elementIndex} of "${array}"`);
    table[elementIndex] = value;
  }
  return table;
}

/** The numbers that an answer exports, by name. */
export function numbersOf(answer: Answer): (readonly [name: string, value: AnswerExport])[] {
  return Object.entries(answer).filter(([, value]) => typeof value === "number");
}

/** An answer that has its numbers, and whose functions must not be called. */
export function withoutFunctions(answer: Answer): Answer {
  const refuse = (): never => {
    throw new Error("the exercise calls a function of the answer to say what an array must hold");
  };
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, typeof value === "number" ? value : refuse]));
}
