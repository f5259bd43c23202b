import { expect, it } from "vitest";
import { b200, h100, type Device, type Repeat } from "#simulator";
import { COPIES_REST, FLOATS_PER_LANE, VECTOR_OF_PASS, float4Copy, wideCopy } from "./vector-copy.ts";

const described = {
  id: "a-copy",
  title: "",
  summary: "",
  part: 3,
  concepts: [],
  difficulty: 1,
  minutes: 1,
  cases: [{ id: "whole", title: "512 elements", size: { n: 512 }, threads: 32 }],
  hidden: () => ({ size: { n: 1000 }, threads: 32 }),
  checks: [],
  hints: [],
  wrong: {},
} as const;

const blocksOf = ({ cases }: ReturnType<typeof wideCopy>) => cases.map(({ launch }) => launch.gridDim.x);
const launch = { gridDim: { x: 1, y: 1, z: 1 }, blockDim: { x: 32, y: 1, z: 1 } };
const kernelOf = (exercise: ReturnType<typeof wideCopy>, answer: Record<string, number | (() => unknown)>) =>
  exercise.kernel({ size: { n: 512 }, launch, answer });

it("a float4 copy moves four floats per lane, and the rest one by one, with a thread per float", () => {
  const exercise = float4Copy(described);
  expect(exercise.exports.map(({ name }) => name)).toEqual(["vector", "rest"]);
  expect(blocksOf(exercise)).toEqual([16]);
  expect(kernelOf(exercise, { vector: () => 0, rest: () => null }).steps).toMatchObject([
    { kind: "move", load: { name: "read", elementsPerLane: 4 }, store: { name: "write", elementsPerLane: 4 } },
    { kind: "move", load: { name: "readRest" }, store: { name: "writeRest" } },
  ]);
});

it.each<[string, Device, number, { passes: number; instructions: number; elementsPerLane: number }]>([
  ["one float", h100, 1, { passes: 8, instructions: 1, elementsPerLane: 1 }],
  ["float3, which has no instruction", h100, 3, { passes: 3, instructions: 3, elementsPerLane: 1 }],
  ["float4", h100, 4, { passes: 2, instructions: 1, elementsPerLane: 4 }],
  ["six floats, aligned to two", h100, 6, { passes: 2, instructions: 3, elementsPerLane: 2 }],
  ["eight floats, too wide for one instruction", h100, 8, { passes: 1, instructions: 2, elementsPerLane: 4 }],
  ["eight floats where one instruction moves them", b200, 8, { passes: 1, instructions: 1, elementsPerLane: 8 }],
])("a wide copy by %s", (_title, device, floatsPerLane, { passes, instructions, elementsPerLane }) => {
  const exercise = wideCopy({ ...described, device });
  const [copy, ...more] = kernelOf(exercise, { floatsPerLane, vector: () => 0 }).steps as [Repeat];
  expect(more).toEqual([]);
  expect(copy).toMatchObject({ times: passes, steps: [{ times: instructions, steps: [{ kind: "move", load: { elementsPerLane } }] }] });
});

it("the second instruction of a vector starts where the first one ended; a thread without a vector is inactive in both", () => {
  const [copy] = kernelOf(wideCopy({ ...described, device: h100 }), { floatsPerLane: 8, vector: () => 16 }).steps as [Repeat];
  const [inactive] = kernelOf(wideCopy({ ...described, device: h100 }), { floatsPerLane: 8, vector: () => null }).steps as [Repeat];
  const indexes = (repeat: Repeat) => {
    const [inner] = repeat.steps as [Repeat];
    const [move] = inner.steps;
    if (move?.kind !== "move") throw new Error("the step is not a move");
    return [0, 1].map((instruction) => move.load.index({} as Thread, {} as never, instruction, 0));
  };
  expect(indexes(copy)).toEqual([16, 20]);
  expect(indexes(inactive)).toEqual([null, null]);
});

it("a wide copy has eight floats per thread, and copies a rest if its exports include one", () => {
  const exercise = wideCopy({ ...described, device: b200, exports: [FLOATS_PER_LANE, VECTOR_OF_PASS, COPIES_REST] });
  expect(blocksOf(exercise)).toEqual([2]);
  expect(kernelOf(exercise, { floatsPerLane: 8, vector: () => 0, rest: () => null }).steps).toMatchObject([
    { kind: "repeat" },
    { kind: "move", load: { name: "readRest" } },
  ]);
});
