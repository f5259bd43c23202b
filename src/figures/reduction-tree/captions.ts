import { BANK_COUNT, WARP_SIZE } from "#simulator";
import { count, pluralize } from "#pictures/format.ts";
import { levels, total, type Level, type Scheme } from "./tree.ts";

interface ShownLevel {
  readonly scheme: Scheme;
  readonly threads: number;
  readonly tree: readonly Level[];
  /** Number of the level that is shown, from 0. */
  readonly step: number;
  readonly level: Level;
}

/** What the level costs, and a remark on it or, at the last level, on the whole tree. */
export function sentence(shown: ShownLevel): string {
  return `${levelSentence(shown.level)} ${remark(shown)}`;
}

function levelSentence({ stride, additions, warps, requests, wavefronts, groups, conflictDegree }: Level): string {
  const lanes = additions.length / warps;
  const who = `${pluralize(additions.length, "addition")} by ${pluralize(warps, "warp")}, ${pluralize(lanes, "lane")} per warp`;
  const cost =
    conflictDegree > 1
      ? `The ${count(requests)} requests take ${pluralize(wavefronts, "wavefront")} where ${count(groups)} would do: ${count(conflictDegree)} words wait for one bank.`
      : `The ${count(requests)} requests take ${pluralize(wavefronts, "wavefront")}: no bank is asked for two words at once.`;
  return `Stride ${count(stride)}: ${who}. ${cost}`;
}

function remark({ scheme, threads, tree, step, level }: ShownLevel): string {
  const sumsLeft = level.additions.length * 2;
  if (step === tree.length - 1) return closing(scheme, threads, tree);
  if (sumsLeft > WARP_SIZE) return lanesAtWork(level);
  return `${count(sumsLeft)} sums are left, few enough for the registers of one warp. Shuffles could add them there with no address at all, instead of ${pluralize(total(tree.slice(step)).requests, "request")}.`;
}

function lanesAtWork({ additions, warps }: Level): string {
  const idle = warps * WARP_SIZE - additions.length;
  return idle === 0
    ? "Every warp that works is full."
    : `${count(idle)} lanes of these warps are idle, yet their warps issue every request.`;
}

/** The whole tree, compared to the sequential one. */
function closing(scheme: Scheme, threads: number, tree: readonly Level[]): string {
  const whole = total(tree);
  const took = `The sum of ${count(threads)} took ${pluralize(whole.requests, "request")} and ${pluralize(whole.wavefronts, "wavefront")}`;
  if (scheme === "sequential") {
    const lastWarp = total(tree.filter(({ additions }) => additions.length * 2 <= WARP_SIZE));
    return `${took}, and not one conflict. Shuffles in the last warp have no address at all and would save ${count(lastWarp.requests)} of the requests.`;
  }
  const sequential = total(levels("sequential", threads));
  return `${took}; the sequential tree needs ${count(sequential.requests)} and ${count(sequential.wavefronts)}.`;
}

/** What a thread does in a level. */
export function threadCaption(thread: number, { additions }: Level): string {
  const name = `Thread ${thread}, lane ${thread % WARP_SIZE} of warp ${Math.floor(thread / WARP_SIZE)}`;
  const addition = additions.find((addition) => addition.thread === thread);
  if (!addition) return `${name}: idle`;
  const { into, from } = addition;
  return `${name}: adds word ${from} (bank ${from % BANK_COUNT}) to word ${into} (bank ${into % BANK_COUNT})`;
}

const RULES: Readonly<Record<Scheme, string>> = {
  modulo: "The stride doubles. Thread t works when t is a multiple of twice the stride, and adds to word t.",
  strided: "The stride doubles. The first threads work, and thread t adds to word 2 × stride × t.",
  sequential: "The stride halves. The threads below the stride work, and thread t adds to word t.",
};

/** The rule, then one sentence for each level. */
export function levelCaptions(scheme: Scheme, tree: readonly Level[]): string[] {
  return [RULES[scheme], ...tree.map((level, i) => `Level ${i + 1}. ${levelSentence(level)}`)];
}
