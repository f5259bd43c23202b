import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { lessonFiles } from "#browser/lesson-files.ts";
import { splitFrontMatter } from "#build/front-matter.ts";
import { kernelCounters, kernelTimings } from "#hardware/kernel-timings.ts";
import { measuredAsync } from "#hardware/measured-async.ts";
import { measuredFragments } from "#hardware/measured-fragments.ts";
import { measuredGallery } from "#hardware/measured-gallery.ts";
import { measuredRuns } from "#hardware/measured-runs.ts";
import { measuredLandings } from "#hardware/measured-tiles.ts";
import { measuredWmma } from "#hardware/measured-wmma.ts";
import { LessonTree } from "../course/lesson-tree.ts";
import { headingsOf, sentencesIn, sentencesOf } from "../course/sentences.ts";
import { ASKED, claimGroups, placeOf, type Page } from "./claim-groups.ts";
import { claims, type Claim } from "./claims.ts";
import { measuredNumber } from "./measured-numbers.ts";
import { simulatedNumber } from "./simulated-numbers.ts";

const files = {
  timings: kernelTimings(),
  timingsH200: kernelTimings("h200"),
  counters: { h100: kernelCounters("h100"), h200: kernelCounters("h200") },
  asyncRequests: measuredAsync(),
  landings: measuredLandings(),
  gallery: measuredGallery(),
  fragments: measuredFragments(),
  wmmaRequests: measuredWmma(),
  runs: measuredRuns(),
};

const lessons = lessonFiles();
const askedFile = `content/${ASKED}.mdx`;
const askedPage = new LessonTree(splitFrontMatter(askedFile, readFileSync(askedFile, "utf8")).body);
const pages: ReadonlyMap<string, Page> = new Map([
  ...lessons.map(({ id, matter, tree }) => [`lessons/${id}`, { title: matter.title, tree }] as const),
  [ASKED, { title: "Asked, answered", tree: askedPage }],
]);

/** Half a unit of the sixth decimal. */
const TOLERANCE = 5e-7;

describe.each([1, 2, 3, 4, 5, 6])("the claims of part %i", (part) => {
  const ofPart = claims.filter((claim) => claim.part === part);

  test("have the numbers that the simulator gives", () => {
    const problems = ofPart.flatMap(({ id, simulated }) =>
      simulated
        .map((entry) => ({ entry, given: simulatedNumber(entry) }))
        .filter(({ entry, given }) => !(Math.abs(given - entry.gives) < TOLERANCE))
        .map(({ entry, given }) => `${id}: the simulator gives ${given} for ${entry.label ?? JSON.stringify(entry)}, not ${entry.gives}`),
    );
    expect(problems).toEqual([]);
  });

  test("are made at places that exist", () => {
    expect(ofPart.length).toBeGreaterThan(0);
    expect(ofPart.map((claim) => placeOf(claim, pages).heading)).not.toContain("");
  });

  test("quote measurements that were made", () => {
    const problems = ofPart.flatMap(({ id, measured }) =>
      measured.filter((entry) => !(measuredNumber(entry, files) >= 0)).map((entry) => `${id}: ${JSON.stringify(entry)}`),
    );
    expect(problems).toEqual([]);
  });
});

describe("the parts that mirror no document", () => {
  const parts = [...new Set(lessons.map(({ matter }) => matter.part))];
  const ownParts = parts.filter((part) => !claims.some((claim) => claim.part === part && "section" in claim));

  /** Sentences of a part's lessons that are no statements about hardware, by lesson. */
  function sentencesWithoutClaim(folder: string): Readonly<Record<string, readonly string[]>> {
    const file = `content/claims/no-claims/${folder}.yaml`;
    return existsSync(file) ? (parse(readFileSync(file, "utf8")) as Readonly<Record<string, readonly string[]>>) : {};
  }

  const own = lessons.filter(({ matter }) => ownParts.includes(matter.part));

  test("are part 6", () => expect(ownParts).toEqual([6]));

  test.each(own.map((lesson) => [lesson.id, lesson] as const))(
    "%s: every sentence belongs to a claim, or is listed as none",
    (id, { tree, matter }) => {
      const [folder = "", lesson = ""] = id.split("/");
      const claimed = claims.flatMap((claim) => ("lesson" in claim && claim.lesson === lesson ? claim.sentences : []));
      const listed = sentencesWithoutClaim(folder)[lesson] ?? [];
      const said = [...sentencesIn(matter.description), ...sentencesOf(tree).map(({ text }) => text)];
      // A question states nothing, and what a colon ends is stated by what follows.
      const stated = said.filter((text) => !/[?:]$/.test(text));
      const remedy = `quote it in a claim of content/claims/${folder}.yaml, or list it in content/claims/no-claims/${folder}.yaml`;
      expect(
        stated.filter((text) => !claimed.includes(text) && !listed.includes(text)),
        `no claim has these sentences: ${remedy}`,
      ).toEqual([]);
      expect(
        [...claimed, ...listed].filter((text) => !said.includes(text)),
        `${id} doesn't say these any more`,
      ).toEqual([]);
      expect(
        listed.filter((text) => claimed.includes(text)),
        "these are listed as no claim, and a claim has them",
      ).toEqual([]);
    },
  );

  test("have numbers, or a specification, for each claim; and measurements for nearly all", () => {
    const ofPart = claims.filter(({ part }) => ownParts.includes(part));
    const bare = ofPart.filter(({ simulated, measured }) => simulated.length + measured.length === 0);
    expect(bare.map(({ name }) => name)).toEqual([]);
    const unmeasured = ofPart.filter(({ measured, specified }) => measured.length + specified.length === 0);
    expect(unmeasured.map(({ id }) => id)).toEqual(["padding-takes-room", "asked-four-requests"]);
  });

  test("agree with every measurement that they count", () => {
    const problems = claims.flatMap(({ name, measured }) =>
      measured.flatMap((entry) => {
        if (!("read" in entry) || entry.read !== "agreeing") return [];
        const number = measuredNumber({ ...entry, read: "number" } as typeof entry, files);
        return measuredNumber(entry, files) === number ? [] : [`${name}: ${entry.label}`];
      }),
    );
    expect(problems).toEqual([]);
  });
});

test("every thread of “Asked, answered” has a claim", () => {
  const asked = claims.flatMap((claim) => ("asked" in claim ? claim.asked : []));
  expect(asked.toSorted()).toEqual([...headingsOf(askedPage).keys()].toSorted());
});

test("every claim is of one source", () => {
  const grouped = claimGroups.flatMap((group) => group.claims);
  expect(grouped).toHaveLength(claims.length);
  expect(new Set(grouped)).toEqual(new Set(claims));
});

test("no two claims have the same name", () => {
  expect(new Set(claims.map((claim) => claim.name)).size).toBe(claims.length);
});

test("there are over a hundred claims, and two dozen that do not hold as stated", () => {
  expect(claims.length).toBeGreaterThan(100);
  expect(claims.filter(({ verdict }) => verdict !== "confirmed").length).toBeGreaterThanOrEqual(24);
});

test("a corrected claim about a number comes with numbers", () => {
  const bare = claims.filter(({ verdict, simulated, measured }) => verdict === "corrected" && simulated.length + measured.length === 0);
  expect(bare.filter(({ kind }) => kind === "number" || kind === "table" || kind === "output")).toEqual([]);
});

/** Sizes of the machine that every reader of the course knows: bytes of sector and line, lanes, widths. */
const MACHINE = new Set([0, 1, 2, 4, 8, 16, 31, 32, 33, 64, 128]);
const numerals = (text: string) =>
  (text.match(/(?<![A-Za-z])\d[\d,]*(?:\.\d+)?/g) ?? []).map((numeral) => Number(numeral.replaceAll(",", "")));

function numbersOf(claim: Claim): number[] {
  const computed = [...claim.simulated.map(simulatedNumber), ...claim.measured.map((entry) => measuredNumber(entry, files))];
  const labels = [...claim.simulated, ...claim.measured].flatMap(({ label = "" }) => numerals(label));
  return [...computed, ...computed.map((number) => number * 100), ...labels, ...numerals(claim.says)];
}

test("a reason contains only numbers that were computed", () => {
  const problems = claims.flatMap((claim) => {
    const known = numbersOf(claim);
    return numerals(claim.why)
      .filter((number) => !MACHINE.has(number))
      .filter((number) => !known.some((other) => Math.abs(other - number) <= 0.05 * Math.abs(number)))
      .map((number) => `${claim.name} says ${number}, which is not one of its numbers`);
  });
  expect(problems).toEqual([]);
});
