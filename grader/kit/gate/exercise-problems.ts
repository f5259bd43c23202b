import { pointsIn, type Case, type Check, type Exercise } from "#judge/exercise.ts";
import { hiddenCases } from "#judge/hidden-cases.ts";
import { volume } from "#simulator";

const MIN_HINTS = 2;
const MAX_HINTS = 4;

/** With more threads, single lanes cannot be made out in the picture of the first case. */
const MAX_THREADS_OF_PICTURE = 4096;

/** Hidden cases must be small, because grading a class runs many thousands of them. */
const MAX_THREADS_OF_HIDDEN = 65_536;

/** Seeds of the hidden cases that the solutions of every exercise must pass. */
export const CONTRACT_SEEDS: readonly number[] = [1, 2_654_435_769, 1_013_904_242, 3_668_339_992];

/** Problems of an exercise as its exercise.ts describes it. */
export function exerciseProblems(exercise: Exercise): string[] {
  return [...textProblems(exercise), ...caseProblems(exercise), ...checkProblems(exercise)];
}

function textProblems({ title, summary, exports, hints }: Exercise): string[] {
  const problems: string[] = [];
  for (const [field, text] of Object.entries({ title, summary })) {
    if (text.trim() === "") problems.push(`write a ${field} in exercise.ts`);
  }
  if (exports.length === 0) problems.push("list in exports what an answer must export");
  for (const name of repeated(exports.map((spec) => spec.name))) problems.push(`exports lists ${name} twice: keep one`);
  if (hints.length < MIN_HINTS) {
    problems.push(
      `a hint is missing: write ${MIN_HINTS} to ${MAX_HINTS} hints in exercise.ts, from a nudge to nearly the answer; there are ${hints.length}`,
    );
  }
  if (hints.length > MAX_HINTS) problems.push(`keep at most ${MAX_HINTS} of the ${hints.length} hints in exercise.ts`);
  for (const [number, hint] of hints.entries()) if (hint.trim() === "") problems.push(`hint ${number + 1} is empty: write it`);
  return problems;
}

function caseProblems(exercise: Exercise): string[] {
  const { cases } = exercise;
  const problems: string[] = [];
  if (cases.length < 2) problems.push(`write at least two cases, so that an answer cannot fit one size only; there are ${cases.length}`);
  for (const id of repeated(cases.map(({ id }) => id))) problems.push(`two cases have the id "${id}": rename one`);
  for (const { id } of cases) if (!isKebabCase(id)) problems.push(`rename the case "${id}": ids are small letters, digits and hyphens`);
  const [first] = cases;
  if (first !== undefined && (first.fullSize || threadsOf(first) > MAX_THREADS_OF_PICTURE)) {
    problems.push(
      `put a small case first, for the picture: "${first.id}" has ${threadsOf(first)} threads, ${MAX_THREADS_OF_PICTURE} are the most`,
    );
  }
  if (!cases.some((candidate) => !candidate.fullSize && (isRagged(candidate) || volume(candidate.launch.gridDim) > 1))) {
    problems.push("add a ragged case (a size that isn't a multiple of the block), or one of several blocks, below full size");
  }
  if (!cases.some(({ fullSize }) => fullSize)) problems.push("mark one case with fullSize: true: cost matters at full size");
  return [...problems, ...hiddenCaseProblems(exercise)];
}

function hiddenCaseProblems(exercise: Exercise): string[] {
  if (exercise.hidden === undefined)
    return ["add hidden, a case that no student has seen, to exercise.ts: hidden: (draw) => ({ size: { n: draw.between(100, 900) } }) say"];
  const seen = new Set(exercise.cases.map(fingerprint));
  for (const drawn of hiddenCases(exercise, CONTRACT_SEEDS)) {
    if (seen.has(fingerprint(drawn))) return ["let hidden(draw) draw from more cases: some are alike, or like those that students see"];
    seen.add(fingerprint(drawn));
    if (threadsOf(drawn) > MAX_THREADS_OF_HIDDEN) {
      return [`let hidden(draw) draw smaller cases: one has ${threadsOf(drawn)} threads, ${MAX_THREADS_OF_HIDDEN} are the most`];
    }
  }
  return [];
}

const fingerprint = ({ size, launch }: Pick<Case, "size" | "launch">): string => JSON.stringify([size, launch]);

function isRagged({ size, launch: { blockDim } }: Case): boolean {
  const extents = Object.values(size).filter((value) => typeof value === "number");
  return extents.some((extent) => extent % blockDim.x !== 0);
}

function threadsOf({ launch: { gridDim, blockDim } }: Case): number {
  return volume(gridDim) * volume(blockDim);
}

/** The remedy for an exercise without a check of a kind. */
const MISSING_CHECKS: Readonly<Record<Check["kind"], string>> = {
  correctness: 'no check says that elements arrive where they belong: write correctness: USUAL_CORRECTNESS in exercise.ts, from "#kit"',
  cost: 'no check says what the kernel may cost: add one to checks in exercise.ts, sectorsPerRequest({ access: "read", atMost: 4, points: 2 }) say, from "#kit"',
};

function checkProblems(exercise: Exercise): string[] {
  const { checks, cases, points, starterPasses = [] } = exercise;
  const problems: string[] = [];
  const caseIds = cases.map(({ id }) => id);
  for (const [kind, remedy] of Object.entries(MISSING_CHECKS)) if (!checks.some((check) => check.kind === kind)) problems.push(remedy);
  for (const id of repeated(checks.map(({ id }) => id))) problems.push(`two checks have the id "${id}": rename one`);
  for (const { id, title, points, cases: judged = caseIds, tightened } of checks) {
    if (!isKebabCase(id.toLowerCase())) problems.push(`rename the check "${id}": ids are words of letters and digits, joined by hyphens`);
    if (title.trim() === "") problems.push(`write a title for the check "${id}"`);
    if (!Number.isInteger(points) || points < 1) problems.push(`give the check "${id}" a whole number of points from 1 up, not ${points}`);
    if (judged.length === 0) problems.push(`let the check "${id}" judge some case, or drop it`);
    // A target names cases even where it is for all others, too.
    for (const unknown of [...judged, ...(tightened?.cases ?? [])].filter((caseId) => !caseIds.includes(caseId))) {
      problems.push(`the check "${id}" judges the case "${unknown}", which is not there: there are ${caseIds.join(", ")}`);
    }
  }
  for (const { id } of checks.filter(({ kind, cases, isOfNumber }) => kind === "cost" && cases !== undefined && !isOfNumber)) {
    problems.push(`give "${id}" a target in drawn cases: \`elsewhere\` beside \`atMost\`, or an \`atMost\` that follows from the size`);
  }
  const givable = checks.flatMap(({ id, cases: judged = caseIds }) => [id, ...judged.map((caseId) => `${id} in ${caseId}`)]);
  for (const unknown of starterPasses.filter((name) => !givable.includes(name)))
    problems.push(`starterPasses names "${unknown}", which is not there: write a check's id, or "<check> in <case>"`);
  const inCases = checks.flatMap((check) => (check.cases ?? caseIds).map((id) => pointsIn(exercise, check, { id })));
  const sum = inCases.reduce((total, each) => total + each, 0);
  if (sum !== points) problems.push(`set points to ${sum}: that is what the checks add up to over their cases, exercise.ts says ${points}`);
  return problems;
}

/** Small letters and digits, in words joined by single hyphens. */
export function isKebabCase(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/** Names that occur more than once in a list, each once. */
export function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))];
}
