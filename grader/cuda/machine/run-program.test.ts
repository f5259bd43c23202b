import { describe, expect, it } from "vitest";
import type { Program, Step, Value } from "../ir/program.ts";
import { ARRAY, arithmetic, Builder, compare, constant, convert, get, offset, run, special } from "#testing/cuda/program-builder.ts";
import { compileProgram, TooMuchWorkError } from "./run-program.ts";

const NOWHERE = { from: 0, to: 0 };
const threadIndex = special("threadIdx.x");
const lanes = (of: (lane: number) => number, count = 32): number[] => Array.from({ length: count }, (_, lane) => of(lane));
const int = (value: number): Value => constant("i32", value);
const thread: Value = convert("i32", threadIndex);
/** Element i of the array that the tests read back. */
const element = (index: Value): Value => offset(constant("ptr", ARRAY), index);

/** A program that stores, for each thread, a value that `steps` compute. */
function storing(build: (builder: Builder) => { readonly steps: Step[]; readonly value: Value }): Program {
  const builder = new Builder();
  const { steps, value } = build(builder);
  return builder.program([...steps, builder.store(element(threadIndex), value)]);
}

describe("threads and blocks", () => {
  it("runs a last warp that is not full", () => {
    const program = storing(() => ({ steps: [], value: arithmetic("+", thread, int(1)) }));
    expect(run(program, [40, 1, 1]).memory.words(42)).toEqual([...lanes((lane) => lane + 1, 40), 0, 0]);
  });

  it.each<[string, [number, number, number], Value, (thread: number) => number]>([
    ["x of 16 × 4", [16, 4, 1], special("threadIdx.x"), (index) => index % 16],
    ["y of 16 × 4", [16, 4, 1], special("threadIdx.y"), (index) => Math.floor(index / 16)],
    ["z of 4 × 4 × 4", [4, 4, 4], special("threadIdx.z"), (index) => Math.floor(index / 16)],
    ["y of 32 × 2", [32, 2, 1], special("threadIdx.y"), (index) => Math.floor(index / 32)],
  ])("%s", (_name, block, value, expected) => {
    const builder = new Builder();
    const [x, y] = block;
    const dimension = (size: number, name: "threadIdx.y" | "threadIdx.z"): Value => arithmetic("*", special(name), constant("u32", size));
    const index = arithmetic("+", arithmetic("+", threadIndex, dimension(x, "threadIdx.y")), dimension(x * y, "threadIdx.z"));
    const program = builder.program([builder.store(element(index), value)]);
    expect(run(program, block).memory.words(64)).toEqual(lanes(expected, 64));
  });

  it("runs blocks in order, x fastest", () => {
    const builder = new Builder();
    const old = builder.register("i32");
    const block = arithmetic("+", special("blockIdx.x"), arithmetic("*", special("blockIdx.y"), constant("u32", 2)));
    const count: Step = { kind: "atomic", site: { number: 0, op: "atomic", bytesPerLane: 4, span: NOWHERE }, operator: "add", type: "i32", address: constant("ptr", ARRAY + 64), operands: [int(1)], into: [old], span: NOWHERE }; // prettier-ignore
    const program = builder.program([count, builder.store(element(block), get(old))], { sites: [] });
    expect(run(program, [1, 1, 1], { grid: [2, 2, 1] }).memory.words(4)).toEqual([0, 1, 2, 3]);
  });
});

describe("requests", () => {
  it("are runs where lanes are evenly spaced, and lists of addresses elsewhere", () => {
    const builder = new Builder();
    const program = builder.program([
      builder.store(element(threadIndex), int(1)),
      builder.store(element(arithmetic("*", threadIndex, constant("u32", 2))), int(1)),
      builder.store(element(arithmetic("&", threadIndex, constant("u32", 31))), int(1)),
      builder.store(element(arithmetic(">>", threadIndex, constant("u32", 5))), int(1)),
      builder.store(element(arithmetic("^", threadIndex, constant("u32", 1))), int(1)),
    ]);
    expect(run(program, [32, 1, 1]).memory.log).toEqual(["run 0 4", "run 1 8", "run 2 4", "run 3 0", "access 4"]);
  });

  it("starts again where lanes wrap around", () => {
    const builder = new Builder();
    const before = arithmetic("-", threadIndex, constant("u32", 1));
    const program = builder.program([
      builder.store(element(threadIndex), int(7)),
      builder.if(compare("<", before, constant("u32", 31)), [builder.store(element(before), int(9))]),
    ]);
    const { memory } = run(program, [32, 1, 1]);
    expect(memory.log).toEqual(["run 0 4", "restart", "run 0 4", "access 1"]);
    expect(memory.words(32)).toEqual(lanes((lane) => (lane < 31 ? 9 : 7)));
    // The next launch remembers.
    expect(run(program, [32, 1, 1]).memory.log).toEqual(["run 0 4", "access 1"]);
  });

  it("moves the components of a vector in one", () => {
    const builder = new Builder();
    const a = builder.register("i32");
    const b = builder.register("i32");
    const pair = (index: Value): Value => offset(constant("ptr", ARRAY), index, 8);
    const program = builder.program([
      builder.store(pair(threadIndex), thread, int(5)),
      builder.load(pair(threadIndex), a, b),
      builder.store(pair(threadIndex), get(b), get(a)),
    ]);
    const { memory } = run(program, [32, 1, 1]);
    expect(memory.words(64)).toEqual(lanes((word) => (word % 2 === 0 ? 5 : (word - 1) / 2), 64));
    expect(memory.log).toHaveLength(3);
  });

  it("loads 0 where memory refuses, and stores nothing", () => {
    const builder = new Builder();
    const value = builder.register("i32");
    const program = builder.program([
      builder.store(element(threadIndex), int(3)),
      builder.load(offset(constant("ptr", 0), threadIndex, 64), value),
      builder.store(element(threadIndex), arithmetic("+", get(value), thread)),
    ]);
    const loaded = lanes((lane) => (lane >= 16 && lane < 18 ? 3 : 0));
    expect(run(program, [32, 1, 1]).memory.words(32)).toEqual(lanes((lane) => loaded[lane]! + lane));
  });
});

describe("barriers", () => {
  it("let warps see the stores of others", () => {
    const builder = new Builder();
    const value = builder.register("i32");
    const shared = (index: Value): Value => offset(special("sharedBase"), index);
    const program = builder.program([
      builder.store(shared(thread), thread),
      builder.barrier(),
      builder.load(shared(arithmetic("-", int(63), thread)), value),
      builder.store(element(threadIndex), get(value)),
    ]);
    expect(run(program, [64, 1, 1]).memory.words(64)).toEqual(lanes((lane) => 63 - lane, 64));
  });

  it("work in uniform loops, with values that threads hold across them", () => {
    const builder = new Builder();
    const pass = builder.register("i32", "pass");
    const sum = builder.register("i32", "sum");
    const odd = arithmetic("*", arithmetic("%", thread, int(7)), get(pass));
    const program = builder.program([
      builder.set(sum, int(0)),
      builder.set(pass, int(0)),
      builder.loop(
        0,
        [
          builder.if(compare(">=", get(pass), int(3)), [builder.leave(0)]),
          builder.barrier(),
          builder.set(sum, arithmetic("+", get(sum), odd)),
        ],
        [builder.set(pass, arithmetic("+", get(pass), int(1)))],
      ),
      builder.store(element(threadIndex), get(sum)),
    ]);
    const { memory } = run(program, [64, 1, 1]);
    expect(memory.words(64)).toEqual(lanes((lane) => (lane % 7) * 3, 64));
    expect(memory.log.filter((entry) => entry === "barrier")).toHaveLength(3);
  });

  it.each(["count", "and", "or"] as const)("reduce a test: %s", (reduce) => {
    const program = storing((builder) => {
      const into = builder.register("i32");
      return { steps: [builder.barrier(reduce, compare("<", thread, int(40)), into)], value: get(into) };
    });
    expect(run(program, [64, 1, 1]).memory.words(1)).toEqual([{ count: 40, and: 0, or: 1 }[reduce]]);
  });

  it("do not wait for threads that have exited", () => {
    const builder = new Builder();
    const program = builder.program([builder.if(compare(">=", thread, int(20)), [builder.exit()]), builder.barrier()]);
    expect(run(program, [64, 1, 1]).events).toEqual([]);
  });

  it("are reported where only some lanes arrive", () => {
    const builder = new Builder();
    const program = builder.program([
      builder.if(compare("<", thread, int(8)), [builder.barrier()]),
      builder.store(element(threadIndex), int(1)),
    ]);
    const { events, memory } = run(program, [32, 1, 1]);
    expect(events).toEqual(["barrier 0 255 4294967295"]);
    expect(memory.words(32)).toEqual(lanes(() => 1));
  });
});

describe("shuffles and votes", () => {
  it.each<["index" | "up" | "down" | "xor", number, number, (lane: number) => number]>([
    ["index", 3, 32, () => 3],
    ["index", 9, 8, (lane) => (lane & ~7) + 1],
    ["up", 1, 32, (lane) => Math.max(lane - 1, 0)],
    ["up", 2, 4, (lane) => (lane % 4 < 2 ? lane : lane - 2)],
    ["down", 1, 32, (lane) => Math.min(lane + 1, 31)],
    ["down", 3, 8, (lane) => ((lane % 8) + 3 < 8 ? lane + 3 : lane)],
    ["xor", 1, 32, (lane) => lane ^ 1],
    ["xor", 16, 16, (lane) => (lane < 16 ? lane : lane - 16)],
  ])("%s %i in groups of %i", (mode, asked, width, expected) => {
    const program = storing((builder) => {
      const into = builder.register("i32");
      return { steps: [builder.shuffle(mode, arithmetic("*", thread, thread), int(asked), width, into)], value: get(into) };
    });
    expect(run(program, [32, 1, 1]).memory.words(32)).toEqual(lanes((lane) => expected(lane) ** 2));
  });

  it("give a lane its own value where the other is off", () => {
    const program = storing((builder) => {
      const value = builder.register("i32", "value");
      const test = compare("<", thread, int(4));
      return {
        steps: [builder.set(value, thread), builder.if(test, [builder.shuffle("down", get(value), int(2), 32, value, 0xf)])],
        value: get(value),
      };
    });
    const { memory, events } = run(program, [32, 1, 1]);
    expect(memory.words(6)).toEqual([2, 3, 2, 3, 4, 5]);
    expect(events).toEqual([]);
  });

  it.each<[(Step & { kind: "vote" })["mode"], Value, (lane: number) => number]>([
    ["ballot", compare("<", thread, int(5)), () => 31],
    ["any", compare("<", thread, int(5)), () => 1],
    ["all", compare("<", thread, int(5)), () => 0],
    ["match-any", arithmetic("%", thread, int(2)), (lane) => (lane % 2 ? 0xaaaa_aaaa : 0x5555_5555) | 0],
    ["match-all", int(4), () => -1],
    ["reduce-add", thread, () => 496],
    ["reduce-max", thread, () => 31],
    ["reduce-xor", thread, () => 0],
  ])("%s", (mode, value, expected) => {
    const program = storing((builder) => {
      const into = builder.register("i32");
      return { steps: [builder.vote(mode, value, into)], value: get(into) };
    });
    expect(run(program, [32, 1, 1]).memory.words(32)).toEqual(lanes(expected));
  });

  it("report a mask that names lanes that do not take part, or lacks lanes that do", () => {
    const builder = new Builder();
    const into = builder.register("u32");
    const test = compare("<", thread, int(4));
    const program = builder.program([
      builder.if(test, [
        builder.vote("ballot", test, into),
        builder.vote("ballot", test, into, 0x3),
        builder.vote("ballot", test, into, 0xf),
      ]),
    ]);
    expect(run(program, [32, 1, 1]).events).toEqual(["mask 0 15 4294967295 4294967295", "mask 0 15 3 4294967295"]);
  });
});

describe("limits and reports", () => {
  const endless = (): Program => {
    const builder = new Builder();
    return builder.program([builder.loop(0, [])]);
  };

  it("ends a loop that does not, and names it", () => {
    const program = endless();
    const error = (() => {
      try {
        return run(program, [32, 1, 1], {}, { limit: 2_000_000 });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(TooMuchWorkError);
    expect((error as TooMuchWorkError).step).toBe(program.body[0]);
    expect((error as TooMuchWorkError).message).toContain("2,000,000 steps");
  });

  it("stops when it is asked to", () => {
    let asked = 0;
    const { result } = run(endless(), [32, 1, 1], {}, { progress: () => ++asked === 3 });
    expect(result.status).toBe("stopped");
  });

  it("stops at an assertion that fails", () => {
    const builder = new Builder();
    const test = compare("!=", thread, int(5));
    const program = builder.program([{ kind: "assert", test, text: "x != 5", span: NOWHERE }, builder.store(element(threadIndex), int(1))]);
    const { result, events, memory } = run(program, [32, 1, 1]);
    expect([result.status, events, memory.words(1)]).toEqual(["assertion", ["assert x != 5 0 32"], [0]]);
  });

  it("prints", () => {
    const program = new Builder().program([
      { kind: "print", format: 0, operands: [int(4), arithmetic("*", thread, thread)], span: NOWHERE },
    ]);
    expect(run(program, [3, 1, 1]).events).toEqual([`print 0 0 7 ${JSON.stringify([4, [0, 1, 4, ...new Array(29).fill(null)]])}`]);
  });

  it("reports an index beyond the end of an array in registers, which reads 0", () => {
    const program = storing((builder) => {
      const array = builder.array("i32", 4);
      const fill: Step = { kind: "setElement", array, index: int(3), value: int(9), span: NOWHERE };
      return { steps: [fill], value: { kind: "element", type: "i32", array, index: arithmetic("+", thread, int(2)) } };
    });
    const { memory, events } = run(program, [4, 1, 1]);
    expect(memory.words(4)).toEqual([0, 9, 0, 0]);
    expect(events).toEqual(["outside array 2 4", "outside array 3 5"]);
  });

  it("counts how often a step runs, and with how many lanes", () => {
    const builder = new Builder();
    const inner = builder.store(element(threadIndex), int(1));
    const program = builder.program([builder.if(compare("<", thread, int(36)), [inner])]);
    const { executions } = run(program, [64, 1, 1]).result;
    expect(executions.find(({ steps }) => steps.includes(program.body[0]!))).toMatchObject({ warps: 2, lanes: 64 });
    expect(executions.find(({ steps }) => steps.includes(inner))).toMatchObject({ warps: 2, lanes: 36 });
  });

  it("calls functions by their names in the table", () => {
    const call: Value = { kind: "function", type: "i32", name: "double", operands: [thread] };
    expect(
      run(
        storing(() => ({ steps: [], value: call })),
        [4, 1, 1],
      ).memory.words(4),
    ).toEqual([0, 2, 4, 6]);
    const inherited: Value = { ...call, name: "constructor" };
    expect(() =>
      run(
        storing(() => ({ steps: [], value: inherited })),
        [4, 1, 1],
      ),
    ).toThrow("there is no function constructor");
  });
});

describe("the generated text", () => {
  it("has nothing of the kernel's text in it", () => {
    const builder = new Builder();
    const evil = '"]; process.exit(1); //';
    const register = builder.register("i32", evil);
    const symbol: Value = { kind: "symbol", type: "ptr", name: evil };
    const call: Value = { kind: "function", type: "i32", name: evil, operands: [thread] };
    const program = builder.program(
      [
        builder.set(register, call),
        builder.store(symbol, get(register)),
        { kind: "print", format: 0, operands: [get(register)], span: NOWHERE },
        { kind: "assert", test: compare("==", get(register), int(1)), text: evil, span: NOWHERE },
      ],
      {
        kernel: evil,
        formats: [evil],
        symbols: [{ name: evil, memory: "device", bytes: 4, element: { name: "int", bytes: 4 }, align: 4, contents: undefined }],
      },
    );
    const { source } = compileProgram(program, { grid: [1, 1, 1], block: [32, 1, 1], parameters: [] }).emitted;
    expect(source).not.toContain("process");
    expect(source.replace('"use strict";', "")).not.toMatch(/["'`\\]/);
  });
});
