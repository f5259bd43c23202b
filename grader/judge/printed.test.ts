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

  test("keeps the first lines and counts the others", () => {
    const printer = new Printer();
    for (let line = 0; line < MOST_LINES + 412; line++) printer.print([line]);
    expect(printer.printed.lines).toHaveLength(MOST_LINES);
    expect(printedText(printer.printed)).toMatch(/and 412 more lines\n$/);
  });
});
