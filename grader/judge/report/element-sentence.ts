import { capitalize, count } from "#pictures/format.ts";
import { positionIn, volume } from "#simulator";
import { ELEMENT_SIGNS, type ElementFate } from "../element-fates.ts";
import type { ElementMap, RefusedAccess } from "../element-map.ts";
import { threadName } from "./places.ts";

/** The fate of an element of a map. */
function fateOf({ elements }: Pick<ElementMap, "elements">, element: number): ElementFate {
  const sign = elements[element];
  const fate = (Object.keys(ELEMENT_SIGNS) as ElementFate[]).find((fate) => ELEMENT_SIGNS[fate] === sign);
  if (fate === undefined) throw new RangeError(`the map has no element ${element}`);
  return fate;
}

/** The fate of an element, with its threads, if the map has them. */
export function elementSentence(map: ElementMap, element: number): string {
  const fate = fateOf(map, element);
  const name = `element ${count(element)} of \`${map.array}\``;
  const entry = entryOf(map, element);
  const belongs = entry && sourceName(map, entry.expected);
  if (map.op === "load") return loadSentence(fate, name, entry, map);
  switch (fate) {
    case "missing":
      return `${capitalize(name)} is never written${belongs === undefined ? "" : `; ${belongs} belongs there`}.`;
    case "right":
      if (entry?.times === 0) return `${capitalize(name)} stays as it was, as it should.`;
      return entry ? `${who(entry.last, map)} stores ${held(entry, map)} in ${name}, where it belongs.` : `${capitalize(name)} is right.`;
    case "wrong":
      return entry ? misplaced(entry, name, map) : `${capitalize(name)} holds what does not belong there.`;
    case "outside":
      return entry
        ? `${misplaced(entry, name, map)} It had read outside an array.`
        : `${capitalize(name)} is wrong: its thread had read outside an array.`;
    case "misaligned":
      return entry
        ? `${misplaced(entry, name, map)} What it read was misaligned.`
        : `${capitalize(name)} is wrong: what its thread read was misaligned.`;
    case "twice": {
      if (entry === undefined) return `${capitalize(name)} is written more than once.`;
      const end =
        entry.held === entry.expected
          ? `It holds ${held(entry, map)}, as it should.`
          : `It ends with ${held(entry, map)}${instead(entry, map)}.`;
      return `${capitalize(name)} is written ${timesText(entry.times)}, first by ${lower(who(entry.first, map))}, last by ${lower(who(entry.last, map))}. ${end}`;
    }
  }
}

/** "`read` reads outside `in` 24 times: first for thread 232 of block 3, at element 1,000." */
export function refusedSentence(
  { access, fault, array, op, count: times, thread, elementIndex }: RefusedAccess,
  map: Pick<ElementMap, "launch">,
): string {
  const verb = op === "load" ? "reads" : "writes";
  const does = fault === "outside" ? `${verb} outside \`${array}\`` : `${verb} \`${array}\` misaligned`;
  return `\`${access}\` ${does} ${timesText(times)}: first for ${lower(who(thread, map))}, at element ${count(elementIndex)}.`;
}

interface Entry {
  readonly times: number;
  readonly first: number;
  readonly last: number;
  readonly held: number;
  readonly expected: number;
}

function entryOf({ threads }: ElementMap, element: number): Entry | undefined {
  const i = element - threads.from;
  const [times, first, last, held, expected] = [threads.times[i], threads.first[i], threads.last[i], threads.held[i], threads.expected[i]];
  if (times === undefined || first === undefined || last === undefined || held === undefined || expected === undefined) return undefined;
  return { times, first, last, held, expected };
}

function loadSentence(fate: ElementFate, name: string, entry: Entry | undefined, map: ElementMap): string {
  if (fate === "missing") return `${capitalize(name)} is never read.`;
  if (fate === "right")
    return entry ? `${capitalize(name)} is read once, by ${lower(who(entry.first, map))}.` : `${capitalize(name)} is read once.`;
  if (entry === undefined) return `${capitalize(name)} is read more than once.`;
  return `${capitalize(name)} is read ${timesText(entry.times)}, first by ${lower(who(entry.first, map))}, last by ${lower(who(entry.last, map))}.`;
}

function misplaced(entry: Entry, name: string, map: ElementMap): string {
  return `${who(entry.last, map)} stores ${held(entry, map)} in ${name}${instead(entry, map)}.`;
}

function instead({ expected }: Entry, map: ElementMap): string {
  const belongs = sourceName(map, expected);
  if (expected === 0) return ", where nothing belongs";
  return belongs === undefined ? ", which is not the sum that belongs there" : `, where ${belongs} belongs`;
}

function held({ held: id }: Entry, map: ElementMap): string {
  return id === 0 ? "nothing" : (sourceName(map, id) ?? "a sum");
}

/** The element with an id; undefined for none, and for a sum of several. */
function sourceName({ sources }: ElementMap, id: number): string | undefined {
  const source = id === 0 ? undefined : sources?.findLast(({ firstId }) => firstId <= id);
  return source && `element ${count(id - source.firstId)} of \`${source.array}\``;
}

function who(thread: number, { launch }: Pick<ElementMap, "launch">): string {
  const perBlock = volume(launch.blockDim);
  const block = positionIn(launch.gridDim, Math.floor(thread / perBlock));
  return capitalize(threadName(positionIn(launch.blockDim, thread % perBlock), block, launch));
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function timesText(times: number): string {
  return times === 1 ? "once" : times === 2 ? "twice" : `${count(times)} times`;
}
