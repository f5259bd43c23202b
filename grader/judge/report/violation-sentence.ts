import { capitalize, count, pluralize } from "#pictures/format.ts";
import { accessesOf, combines, sourceIds, type Kernel, type KernelArray, type Launch, type Violation } from "#simulator";
import { laneThread, threadName } from "./places.ts";

/** A thread's violation and its place: the first occurrence of its kind, with how often it happened. */
export function violationSentence(violation: Violation, kernel: Kernel, launch: Launch): string {
  const { array, location, count: times } = violation;
  const who = actor(violation, launch);
  const access = location ? `\`${location.access}\`` : "";
  const element = `element ${count(violation.elementIndex)} of \`${array}\``;
  switch (violation.kind) {
    case "out-of-bounds": {
      const { length } = arrayOf(violation, kernel);
      const range = `\`${array}\` has ${pluralize(length, "element")}, 0 to ${count(length - 1)}`;
      return `${access}${instructionOf(violation, kernel)} leaves its array: ${who} asks for ${elementsAskedFor(violation, kernel)}, but ${range}. ${howOften(times)}`;
    }
    case "misaligned":
      return `${access}${instructionOf(violation, kernel)} is misaligned: ${who} starts at ${element}, which isn't a multiple of the ${elementsPerLane(violation, kernel)} elements that it moves at once. ${howOften(times)}`;
    case "read-twice":
      return `${capitalize(element)} is read twice: the second time by ${who}, in ${access}. ${howMany(violation, "read")}`;
    case "never-read":
      return `${capitalize(element)} is never read. ${pluralize(times, "element")} of ${count(arrayOf(violation, kernel).length)} ${times === 1 ? "is" : "are"} left out.`;
    case "written-twice":
      return `${capitalize(element)} is written twice: the second time by ${who}, in ${access}. ${howMany(violation, "written")}`;
    case "wrong-element":
      return `${capitalize(who)} stores ${sourceName(violation.found, kernel)} in ${element}, ${belongs(violation.expected, kernel)}. ${howOften(times)}`;
    case "missing-element":
      return `${capitalize(element)} is never written; ${sourceName(violation.expected, kernel)} belongs there. ${pluralize(times, "element")} of ${count(arrayOf(violation, kernel).length)} ${times === 1 ? "is" : "are"} missing.`;
    case "read-before-write":
      return `${access} reads an empty place: ${who} loads ${element}, but no thread of its block has stored anything there. ${howOften(times)}`;
    case "race":
      return `${capitalize(who)} and ${otherActor(violation, launch)} both touch ${element}, at least one of them storing, with no barrier between them. ${howOften(times)}`;
    case "empty-register":
      return `${access} stores nothing: ${who} stores to ${element} but hasn't loaded anything. ${howOften(times)}`;
    case "divergent-barrier":
      return `The threads of a block don't all reach the barrier the same number of times: ${who} leaves the loop before others do.`;
  }
}

function actor({ location, lane }: Violation, launch: Launch): string {
  if (!location || lane === undefined) return "no thread";
  return threadName(laneThread(location.warp, lane, launch), location.blockIdx, launch);
}

function otherActor({ location, otherThread }: Violation, launch: Launch): string {
  if (!location || otherThread === undefined) return "a thread of another block";
  return threadName(laneThread(0, otherThread, launch), location.blockIdx, launch);
}

function arrayOf({ array: name }: Violation, { arrays }: Kernel): KernelArray {
  const array = arrays[name];
  if (array === undefined) throw new Error(`the kernel has no array "${name}"`);
  return array;
}

/** "element 7", "elements 8 to 11" of a vector. */
function elementsAskedFor(violation: Violation, kernel: Kernel): string {
  const { elementIndex } = violation;
  const last = elementIndex + elementsPerLane(violation, kernel) - 1;
  return last === elementIndex ? `element ${count(elementIndex)}` : `elements ${count(elementIndex)} to ${count(last)}`;
}

function elementsPerLane({ location }: Violation, kernel: Kernel): number {
  return (location && accessesOf(kernel.steps)[location.accessNumber]?.elementsPerLane) ?? 1;
}

/** ", a cp.async.cg,": of an access whose name doesn't say its instruction. */
function instructionOf({ location }: Violation, kernel: Kernel): string {
  const { name = "", instruction } = (location && accessesOf(kernel.steps)[location.accessNumber]) ?? {};
  return instruction === undefined || name.startsWith(instruction.toLowerCase()) ? "" : `, a ${instruction},`;
}

function howOften(times: number): string {
  return times === 1 ? "It happens once." : `It happens ${count(times)} times.`;
}

/** "63 elements are read more than once": each element counts once, as in the picture of all elements. */
function howMany({ elements = 1 }: Violation, done: "read" | "written"): string {
  return elements === 1 ? `It's the only one.` : `${count(elements)} elements are ${done} more than once.`;
}

function belongs(expected: number | undefined, kernel: Kernel): string {
  if (!expected) return "where nothing belongs";
  return combines(kernel.steps) ? "but it isn't the sum that belongs there" : `where ${sourceName(expected, kernel)} belongs`;
}

/** The source element of a value, by its array and index; sums of several elements have no name. */
function sourceName(id: number | undefined, { arrays, steps }: Kernel): string {
  if (!id) return "nothing";
  if (combines(steps)) return "a sum";
  const source = Object.entries(sourceIds(arrays)).findLast(([, firstId]) => firstId <= id);
  if (!source) throw new Error(`no source element has the number ${id}`);
  const [array, firstId] = source;
  return `element ${count(id - firstId)} of \`${array}\``;
}
