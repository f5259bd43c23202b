import { describe, expect, test } from "vitest";
import { dim3, type CallPlace } from "#simulator";
import { MOST_LINES, Printer, printedValue } from "./printed.ts";
import { printedText } from "./report/printed-text.ts";

class Point {
  get x(): number {
    return 3;
  }
  readonly y = 0;
  readonly z = 1;
}

test.each<[string, unknown, string]>([
  ["text as it is", "row 3", "row 3"],
  ["a number", 0.5, "0.5"],
  ["coordinates, whose parts are getters", new Point(), "(3, 0, 1)"],
  ["an array", [1, "two", { three: 3 }], '[1, "two", {…}]'],
  ["an object", { row: 3, at: new Point() }, "{ row: 3, at: (3, 0, 1) }"],
  ["a long array", Array.from({ length: 40 }, (_, i) => i), `[${Array.from({ length: 32 }, (_, i) => i).join(", ")}, … (40 items)]`],
])("%s is printed", (_, value, printed) => expect(printedValue(value)).toBe(printed));

test("an object whose getter throws is named, and does not throw", () => {
  const trap = {
    get x(): number {
      throw new Error("trap");
    },
  };
  expect(printedValue(trap)).toBe("an object that cannot be printed");
});

describe("a printer", () => {
  const at = (isRecheck: boolean): CallPlace => ({
    name: "read",
    kind: "load",
    blockIdx: { x: 2, y: 0, z: 0 },
    threadIdx: { x: 3, y: 1, z: 0 },
    isRecheck,
  });
  const wide = { id: "wide", launch: { gridDim: dim3(4), blockDim: dim3(8, 4) } };

  test("says who printed: case, access, thread and block", () => {
    const printer = new Printer();
    printer.print(["loading"]);
    printer.enterCase(wide)(() => at(false));
    printer.print(["row", 3]);
    expect(printedText(printer.printed)).toBe("loading\nwide, read, thread (3, 1) of block 2: row 3\n");
  });

  test("drops what a recheck of purity and a hidden case print", () => {
    const printer = new Printer();
    printer.enterCase(wide)(() => at(true));
    printer.print(["again"]);
    printer.enterCase({ ...wide, hidden: true })(() => at(false));
    printer.print(["secret"]);
    expect(printer.printed.lines).toEqual([]);
  });

  test("is silent from the first hidden case on, since an answer could tell later what it saw there", () => {
    const printer = new Printer();
    printer.enterCase({ ...wide, hidden: true })(() => at(false));
    printer.enterCase({ ...wide, id: "full-size" })(() => at(false));
    printer.print(["the hidden sizes were"]);
    expect(printer.printed.lines).toEqual([]);
  });

  test("drops what getters print while their object is printed", () => {
    const printer = new Printer();
    const chatty = {
      get item() {
        for (let i = 0; i < 1000; i++) printer.print(["again"]);
        return 1;
      },
    };
    for (let line = 0; line < MOST_LINES; line++) printer.print([chatty]);
    expect(printer.printed.lines).toHaveLength(MOST_LINES);
    expect(printer.printed.lines[0]?.text).toBe("{ item: 1 }");
  });

  test("calls no method of an array that is printed", () => {
    class Spy extends Array<number> {
      override slice = (): never => {
        throw new Error("called");
      };
      override map = this.slice;
    }
    expect(printedValue(Spy.from([1, 2]))).toBe("[1, 2]");
  });

  test("shows control characters by their codes, and does not let a line pose as two", () => {
    const printer = new Printer();
    printer.print(["\u001b[2Jcleared\nread, thread 31 of block 7: forged"]);
    expect(printedText(printer.printed)).toBe("\\x1b[2Jcleared\n    read, thread 31 of block 7: forged\n");
  });

  test("keeps the first lines and counts the others", () => {
    const printer = new Printer();
    for (let line = 0; line < MOST_LINES + 412; line++) printer.print([line]);
    expect(printer.printed.lines).toHaveLength(MOST_LINES);
    expect(printedText(printer.printed)).toMatch(/and 412 more lines\n$/);
  });
});
