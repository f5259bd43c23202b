import { parse } from "yaml";
import { z } from "zod";
import { measured, simulated, specified } from "./evidence.ts";

const entry = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  kind: z
    .enum(["number", "rule", "table", "output", "code", "exercise", "advice"])
    .describe("What kind of statement it is: `output` is a program's expected output, `code` a comment or what code does."),
  says: z.string().describe("What is said, in our words."),
  simulated: z.array(simulated).default([]),
  measured: z.array(measured).default([]),
  specified: z.array(specified).default([]),
  verdict: z
    .enum(["confirmed", "corrected", "depends", "answered"])
    .describe("Whether it holds; `answered` is what the source leaves open, or doubts itself."),
  why: z.string().describe("One sentence of why."),
};

const ofDocument = z.strictObject({ ...entry, section: z.string().describe("Where it is made: id of a section of the part's document.") });

const ofLesson = z.strictObject({
  ...entry,
  lesson: z.string().describe("The folder of the lesson that says it: `00-copying-without-registers`."),
  sentences: z
    .array(z.string())
    .min(1)
    .describe("The lesson's sentences that say it, word by word; a computed number is `…`. The first one gives the place."),
});

const askedInPublic = z.strictObject({
  ...entry,
  asked: z.string().describe("The section of “Asked, answered” with the thread in which somebody says it, as the page's address names it."),
});

/** The claims of a part: of its document, or, where it mirrors none, of its lessons and of people who ask in public. */
const claimsFile = z.array(z.union([ofDocument, ofLesson, askedInPublic]));

type ClaimEntry = z.infer<typeof claimsFile>[number];

/** A checkable statement, with what the simulator and the GPU say about it. */
export type Claim = ClaimEntry & {
  /** "<part>/<id>". */
  readonly name: string;
  readonly part: number;
};

/** What a verdict is called on the page. */
export const verdictNames: Readonly<Record<Claim["verdict"], string>> = {
  confirmed: "Confirmed",
  corrected: "Corrected",
  depends: "It depends",
  answered: "Answered",
};

const files = import.meta.glob<string>("../../../content/claims/*.yaml", { eager: true, query: "?raw", import: "default" });

/** Every claim, part by part, in the order of the files: content/claims/<part>-….yaml. */
export const claims: readonly Claim[] = Object.entries(files)
  .sort(([a], [b]) => a.localeCompare(b))
  .flatMap(([file, text]) => {
    const part = Number(file.match(/(\d)[^/]*\.yaml$/)?.[1]);
    return claimsFile.parse(parse(text)).map((claim) => ({ ...claim, part, name: `${part}/${claim.id}` }));
  });

/**
 * The claim with a name, "<part>/<id>".
 *
 * @throws RangeError when there is none
 */
export function claimNamed(name: string): Claim {
  const claim = claims.find((claim) => claim.name === name);
  if (!claim) throw new RangeError(`content/claims has no claim ${name}`);
  return claim;
}
