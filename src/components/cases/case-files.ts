import { parse } from "yaml";
import { z } from "zod";
import { parseLaunch, type KernelLaunch } from "#cuda/launch/launch.ts";
import { totalsOf } from "#cuda/profile/totals.ts";
import type { Totals } from "#cuda/profile/profile-schema.ts";
import { capitalize, count } from "#pictures/format.ts";
import { totalCounts } from "#judge/cuda/judge-cuda.ts";
import type { CaseJudging, WrongRemedy } from "#notebook/cases/case-task.ts";
import { concepts, type Concept, type ConceptId } from "#notebook/evidence/concepts.ts";
import { excessText } from "#notebook/lab/access-cost.ts";
import { LAB_DEVICE, type LabKernel } from "#notebook/lab/lab-kernel.ts";
import { judgeGuess, lineCosts } from "#notebook/lab/line-guess.ts";
import { profileRun, type LabProfile } from "#notebook/lab/profile.ts";
import { mistakesOfAll, sectorMistakes, wavefrontMistakes, type Mistake } from "../counting-mistakes.ts";
import { caseCounterNames, caseCounters, requestsOf, type CaseCounterName } from "./case-counters.ts";

/** The counts that the mended kernel is held to, all accesses of the launch together. */
const CASE_TARGETS = ["sectors", "requests", "wavefronts", "bankConflicts"] as const;

const requestPattern = z.object({ stride: z.number().optional(), bytesPerElement: z.literal([1, 2, 4, 8, 16]).optional() });
const wrongMistake = z.union([
  z.strictObject({ times: z.number().positive().describe("The number, as a multiple of what the counter said before."), says: z.string() }),
  z.strictObject({ requests: z.number().positive().describe("The number, as a multiple of the requests before."), says: z.string() }),
]);

const about = z.strictObject({
  title: z.string().min(1),
  set: z.enum(["first", "last"]).describe("Which six it belongs to: those at the start of the course, or those at its end."),
  order: z.int().min(1).max(6).describe("Its place among the six."),
  concept: z.enum(concepts.map(({ id }) => id) as [ConceptId, ...ConceptId[]]),
  story: z.string().describe("What the colleague says whose kernel it is."),
  causes: z
    .array(z.strictObject({ says: z.string(), right: z.literal(true).optional(), reply: z.string() }))
    .min(3)
    .max(4)
    .describe("What may be the reason; one of them is."),
  after: z
    .strictObject({
      counter: z.enum(caseCounterNames as [CaseCounterName, ...CaseCounterName[]]),
      remedy: z.string().describe("What is done to the kernel, before the learner predicts the counter."),
      pattern: requestPattern.optional().describe("A request of a whole warp after the remedy, to global memory."),
      shared: requestPattern.optional().describe("The same, to shared memory."),
      mistakes: z.array(wrongMistake).default([]),
    })
    .describe("The counter that is predicted."),
  targets: z.array(z.enum(CASE_TARGETS)).min(1),
  slack: z.number().min(1).max(1.05).default(1).describe("How much more than the course's remedy an answer may count, as a factor."),
  wrong: z
    .record(z.string(), z.strictObject({ fails: z.enum(["values", "findings", ...CASE_TARGETS]), says: z.string() }))
    .refine((wrong) => Object.keys(wrong).length >= 2, "has fewer than two wrong remedies"),
});

/** A line that accesses memory, and what is said to a learner who takes it for the guilty one. */
export interface CaseLine {
  /** From 1; 0: no line. */
  readonly line: number;
  readonly isGuilty: boolean;
  readonly reply: string;
}

/** A case file: a folder of content/cases, and what the lab computes of its kernels. */
export interface CaseFile extends Omit<z.infer<typeof about>, "concept"> {
  /** The folder's name. */
  readonly id: string;
  readonly concept: Concept;
  readonly kernel: LabKernel;
  /** The text of remedy.cu. */
  readonly remedy: string;
  /** Texts of the wrong remedies, by name. */
  readonly wrongTexts: ReadonlyMap<string, string>;
  /** Launches that the answer is judged on besides the kernel's own, by name. */
  readonly hidden: ReadonlyMap<string, KernelLaunch>;
}

/** What the lab says of a case file, before and after the course's remedy. */
export interface CaseFacts {
  readonly before: Totals;
  readonly after: Totals;
  /** The lines that can be named, in order; line 0, that none is guilty, last. */
  readonly lines: readonly CaseLine[];
  readonly prediction: {
    readonly counter: CaseCounterName;
    readonly remedy: string;
    readonly answer: number;
    readonly mistakes: readonly Mistake[];
    /** How the number comes about. */
    readonly reason: string;
  };
  /** What the mended kernel is judged by. */
  readonly judging: CaseJudging;
  /** What the wrong remedies do. */
  readonly wrong: readonly WrongRemedy[];
}

/** The text of each file of content/cases, by its path. */
const texts = import.meta.glob<string>("../../../content/cases/**/*.{yaml,cu,json}", { eager: true, query: "?raw", import: "default" });

/** All case files: the first six in their order, then the last six. */
export const caseFiles: readonly CaseFile[] = Object.keys(texts)
  .flatMap((path) => /\/content\/cases\/([^/]+)\/case\.yaml$/.exec(path)?.[1] ?? [])
  .map(readCaseFile)
  .sort((a, b) => a.set.localeCompare(b.set) || a.order - b.order);

function readCaseFile(id: string): CaseFile {
  const inFolder = (name: string): string => {
    const text = texts[`../../../content/cases/${id}/${name}`];
    if (text === undefined) throw new RangeError(`content/cases/${id} needs ${name}`);
    return text;
  };
  const { concept, ...own } = about.parse(parse(inFolder("case.yaml")));
  const named = (folder: string, ending: string): [string, string][] =>
    Object.entries(texts)
      .filter(([path]) => path.includes(`/cases/${id}/${folder}/`) && path.endsWith(ending))
      .map(([path, text]) => [path.slice(path.lastIndexOf("/") + 1, -ending.length), text]);
  const source = inFolder("kernel.cu");
  const launch = parseLaunch(JSON.parse(inFolder("launch.json")));
  return {
    ...own,
    id,
    concept: concepts.find((one) => one.id === concept)!,
    kernel: { schema: "coalesce/lab-kernel/v1", title: own.title, source, launch, device: LAB_DEVICE },
    remedy: inFolder("remedy.cu"),
    wrongTexts: new Map(named("wrong", ".cu")),
    hidden: new Map(named("hidden", ".json").map(([name, text]) => [name, parseLaunch(JSON.parse(text))])),
  };
}

/** Profiles a text with the launch of a case file. @throws Error where it does not run */
function profileCase({ id, kernel }: CaseFile, source: string): LabProfile {
  const { outcome } = profileRun({ ...kernel, source });
  if (outcome.kind === "error") throw new Error(`the case "${id}" does not run: ${outcome.error.message}`);
  return outcome;
}

/** What the lab says of a case file. */
export function caseFacts(file: CaseFile): CaseFacts {
  const profile = profileCase(file, file.kernel.source);
  const before = totalsOf(profile.accesses);
  const after = totalsOf(profileCase(file, file.remedy).accesses);
  return {
    before,
    after,
    lines: linesOf(profile),
    prediction: predictionOf(file.after, before, after),
    judging: {
      source: file.kernel.source,
      launch: file.kernel.launch,
      hidden: Object.fromEntries(file.hidden),
      atMost: file.targets.map((target) => ({ target, atMost: Math.floor(totalCounts(after)[target] * file.slack) })),
    },
    wrong: Object.entries(file.wrong).map(([name, wrong]) => {
      const text = file.wrongTexts.get(name);
      if (text === undefined) throw new RangeError(`content/cases/${file.id} needs wrong/${name}.cu`);
      return { ...wrong, counts: totalCounts(totalsOf(profileCase(file, text).accesses)) };
    }),
  };
}

function linesOf(profile: LabProfile): CaseLine[] {
  const { guilty } = judgeGuess(profile, undefined);
  const lines = lineCosts(profile)
    .map(({ line }) => line)
    .sort((a, b) => a - b)
    .map((line): CaseLine => {
      const excess = profile.accesses
        .filter((access) => access.line === line)
        .flatMap(({ op, counts }) => {
          const text = excessText(counts);
          return text === undefined ? [] : [`${op} requests: ${text}`];
        });
      const reply = excess.length === 0 ? "Its requests move only what they must." : `${capitalize([...new Set(excess)].join("; "))}.`;
      return { line, isGuilty: guilty.includes(line), reply };
    });
  const none = guilty.length === 0 ? "Each request touches as few sectors as its bytes fill." : "One line costs far more than it must.";
  return [...lines, { line: 0, isGuilty: guilty.length === 0, reply: none }];
}

function predictionOf(
  { counter, remedy, pattern, shared, mistakes }: CaseFile["after"],
  before: Totals,
  after: Totals,
): CaseFacts["prediction"] {
  const { of, unit } = caseCounters[counter];
  const answer = of(after);
  const requests = requestsOf(counter, after);
  const perRequest = pattern ? sectorMistakes(ofPattern(pattern)) : shared ? wavefrontMistakes(ofPattern(shared)) : [];
  const named = [
    ...mistakes.map((mistake): Mistake => {
      const given = "times" in mistake ? mistake.times * of(before) : mistake.requests * requestsOf(counter, before);
      return { given: Math.round(given), says: mistake.says };
    }),
    { given: of(before), says: `That’s what it counts now. ${UNCHANGED[unit]}` },
    ...mistakesOfAll(perRequest, requests),
  ];
  const numbers = new Set([answer]);
  return {
    counter,
    remedy,
    answer,
    mistakes: named.filter(({ given }) => !numbers.has(given) && numbers.add(given)),
    reason: reasonOf(counter, before, after),
  };
}

/** What is asked of learners who think that a counter stays as it is. */
const UNCHANGED = {
  sectors: "Which lanes will share a sector that they don’t share yet?",
  requests: "How much more will a lane bring with each?",
  wavefronts: "In which banks will the lanes’ words lie then?",
} as const;

/** How a counter comes about: requests, and what each of them costs. */
function reasonOf(counter: CaseCounterName, before: Totals, after: Totals): string {
  const { of, unit } = caseCounters[counter];
  const answer = of(after);
  const requests = requestsOf(counter, after);
  if (unit === "requests")
    return `${count(answer)}: ${count(of(before) / answer)} times fewer than before, each with as much more to carry.`;
  const each = answer / requests;
  return `${count(answer)}: ${count(requests)} requests, ${Number.isInteger(each) ? count(each) : each.toFixed(2)} ${each === 1 ? unit.slice(0, -1) : unit} each.`;
}

function ofPattern({ stride, bytesPerElement }: z.infer<typeof requestPattern>) {
  return { ...(stride !== undefined && { stride }), ...(bytesPerElement !== undefined && { bytesPerElement }) };
}
