import { parse } from "yaml";
import { z } from "zod";

const lanes = z
  .string()
  .describe("Which lanes are active, as a condition on `lane`: `lane < 16`. All of them if it is left out.")
  .optional();
const width = z.literal([1, 2, 4, 8, 16, 32]).default(4).describe("Bytes per lane.");

const given = {
  label: z.string().describe("What the number is, where the count's name does not say it.").optional(),
  gives: z.number().describe("The number, which a test computes again."),
};

const request = {
  op: z.enum(["load", "store"]).default("load"),
  at: z.string().describe("Byte address of a lane, as an expression in `lane`: `lane * 4 + 100`."),
  width,
  lanes,
};

const globalRequest = z.strictObject({
  of: z.literal("global"),
  ...request,
  count: z.enum([
    "requests",
    "sectors",
    "idealSectors",
    "cacheLines",
    "tagWavefronts",
    "usefulBytes",
    "sectorBytes",
    "lineBytes",
    "dramReadBytes",
    "dramWriteBytes",
    "efficiency",
    "lineUtilisation",
    "bytesPerSector",
    "dramAmplification",
  ]),
  ...given,
});

const sharedRequest = z.strictObject({
  of: z.literal("shared"),
  ...request,
  count: z.enum(["wavefronts", "groups", "bankConflicts", "conflictDegree"]),
  ...given,
});

const arithmetic = z.strictObject({
  of: z.literal("arithmetic"),
  calculate: z.string().describe("An expression of numbers alone: `33 / 32 - 1`."),
  ...given,
});

const simulated = z.discriminatedUnion("of", [globalRequest, sharedRequest, arithmetic]);

const launch = { kernel: z.string().describe("The kernel's name in the measurement files."), param: z.number() };

const measured = z.strictObject({
  ...launch,
  read: z.string().describe("`GBps`, `us`, `us_batch` (per launch, back to back), or a profiler metric's name."),
  per: z.string().describe("Another metric to divide by.").optional(),
  against: z
    .strictObject({ kernel: z.string().optional(), param: z.number() })
    .describe("Another launch to divide by: how many times as much.")
    .optional(),
  of: z.number().describe("A number to divide by: a peak in GB/s, bytes that are useful.").optional(),
  on: z.enum(["h100", "h200"]).default("h100").describe("The GPU."),
  unit: z.string().optional(),
  label: z.string().describe("What the number is, in words."),
});

const claim = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  section: z.string().describe("Where it is made: id of a section of the part's document."),
  kind: z
    .enum(["number", "rule", "table", "output", "code", "exercise", "advice"])
    .describe("What kind of statement it is: `output` is a program's expected output, `code` a comment or what code does."),
  says: z.string().describe("What the document says, in our words."),
  simulated: z.array(simulated).default([]),
  measured: z.array(measured).default([]),
  verdict: z
    .enum(["confirmed", "corrected", "depends", "answered"])
    .describe("Whether it holds; `answered` is what the document leaves open, or doubts itself."),
  why: z.string().describe("One sentence of why."),
});

/** The claims of a part's document, as its file lists them. */
const claimsFile = z.array(claim);

export type Simulated = z.infer<typeof simulated>;
export type Measured = z.infer<typeof measured>;
type ClaimEntry = z.infer<typeof claim>;

/** A checkable statement of one of the documents, with what the simulator and the GPU say about it. */
export interface Claim extends ClaimEntry {
  /** "<part>/<id>". */
  readonly name: string;
  readonly part: number;
}

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
