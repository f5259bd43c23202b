import { devices, h200, type AccessWidth } from "#simulator";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { PlacedArray } from "#cuda/launch/place-arguments.ts";
import type { PrintedLine } from "#cuda/launch/printer.ts";
import { runLaunch, type LaunchResult } from "#cuda/launch/run-launch.ts";
import type { SiteOp } from "#cuda/machine/access-site.ts";
import type { Finding } from "#cuda/machine/findings.ts";
import type { Memory } from "#cuda/machine/memory.ts";
import type { SiteCounts } from "#cuda/machine/request-stream.ts";
import { TooMuchWorkError } from "#cuda/machine/run-program.ts";
import { placeAt } from "#cuda/source-error.ts";
import type { Span } from "#cuda/syntax/tree.ts";
import { typeName } from "#cuda/program/types.ts";
import { compileText, labErrorOf, type LabError } from "./compile-text.ts";

/** What is run: a text, a launch, and the device whose rules count. */
export interface LabRun {
  readonly source: string;
  readonly launch: KernelLaunch;
  /** Key of a device in `devices`. */
  readonly device: string;
}

/** A place of the text that loads or stores, with what its requests to one memory add up to. */
export interface LabAccess {
  /** Number of the access site. */
  readonly site: number;
  readonly line: number;
  readonly column: number;
  /** The access as written, in one line. */
  readonly text: string;
  readonly op: SiteOp;
  readonly bytesPerLane: AccessWidth;
  readonly counts: SiteCounts;
}

export interface LabFinding extends Finding {
  readonly line: number;
  readonly column: number;
  /** What stands there, in one line. */
  readonly text: string;
  readonly bytesPerLane: AccessWidth | undefined;
  readonly op: SiteOp | undefined;
}

/** How often a line of the text ran. */
export interface LineExecutions {
  readonly line: number;
  /** Times that a warp ran it. */
  readonly warps: number;
  /** Lanes that took part, in sum. */
  readonly lanes: number;
}

export interface LabArray {
  readonly name: string;
  /** Of an element, as in the text. */
  readonly type: string;
  readonly length: number;
}

/** What a launch did, as plain data. */
export interface LabProfile {
  readonly kind: "profile";
  readonly status: LaunchResult["status"];
  readonly run: LabRun;
  /** In the order of the text; those that were made at least once. */
  readonly accesses: readonly LabAccess[];
  readonly findings: readonly LabFinding[];
  readonly furtherFindings: number;
  readonly lines: readonly LineExecutions[];
  readonly steps: number;
  readonly arrays: readonly LabArray[];
  readonly printed: readonly PrintedLine[];
  readonly furtherPrinted: number;
}

export type LabOutcome = LabProfile | { readonly kind: "error"; readonly run: LabRun; readonly error: LabError };

/** A profile, with what only the machine can read: the memory after the launch. */
export interface ProfiledRun {
  readonly outcome: LabOutcome;
  readonly after: { readonly memory: Memory; readonly arrays: readonly PlacedArray[] } | undefined;
}

/** Memory of a launch in the lab: a browser's tab has to hold it. */
export const MEMORY_BYTES = 2 ** 29;

/** Compiles a text and runs its launch, with all counts and all sanitizers. */
export function profileRun(run: LabRun, progress?: (steps: number, blocks: number) => boolean): ProfiledRun {
  const { source, launch } = run;
  try {
    const kernel = compileText(source, launch.kernel);
    const result = runLaunch(kernel, launch, {
      device: devices[run.device] ?? h200,
      memoryBytes: MEMORY_BYTES,
      ...(progress && { progress }),
    });
    return { outcome: profileOf(run, result), after: { memory: result.memory, arrays: result.arrays } };
  } catch (error) {
    return { outcome: { kind: "error", run, error: errorOf(error, source) }, after: undefined };
  }
}

function errorOf(error: unknown, source: string): LabError {
  if (!(error instanceof TooMuchWorkError)) return labErrorOf(error, source);
  const place = error.step === undefined ? { line: undefined, column: undefined } : placeAt(source, error.step.span.from);
  return { message: `The launch was ended: ${error.message}`, ...place };
}

function profileOf(run: LabRun, result: LaunchResult): LabProfile {
  const { source } = run;
  const textAt = ({ from, to }: Span): string => source.slice(from, to).replace(/\s+/g, " ");
  const accesses = result.sites.flatMap(({ site, counts }) =>
    counts
      .filter(({ requests }) => requests > 0)
      .map((counts): LabAccess => {
        const { number, op, bytesPerLane, span } = site;
        return { site: number, ...placeAt(source, span.from), text: accessed(textAt(span), op), op, bytesPerLane, counts };
      }),
  );
  return {
    kind: "profile",
    status: result.status,
    run,
    accesses: accesses.toSorted((a, b) => a.line - b.line || a.column - b.column || a.site - b.site),
    findings: result.findings.map((finding) => {
      const site = finding.site === undefined ? undefined : result.sites[finding.site]?.site;
      return {
        ...finding,
        ...placeAt(source, finding.span.from),
        text: textAt(finding.span),
        bytesPerLane: site?.bytesPerLane,
        op: site?.op,
      };
    }),
    furtherFindings: result.furtherFindings,
    lines: linesOf(source, result),
    steps: result.steps,
    arrays: result.arrays.map(({ name, type, length }) => ({ name, type: typeName(type), length })),
    printed: result.printed,
    furtherPrinted: result.furtherPrinted,
  };
}

/** What a statement accesses, as written: what a store assigns to is left of the sign. */
export function accessed(text: string, op: SiteOp): string {
  if (op !== "store") return text;
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (depth === 0 && sign === "=" && text[at + 1] !== "=" && !"=!<>".includes(text[at - 1] ?? "")) {
      return text
        .slice(0, at)
        .replace(/[-+*/%&|^]$/, "")
        .trim();
    }
  }
  return text;
}

/** A line ran as often as the step of it that ran most often: a line has several, and a loop's line its body's passes. */
function linesOf(source: string, { executions }: LaunchResult): LineExecutions[] {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const lines = new Map<number, LineExecutions>();
  for (const { steps, warps, lanes } of executions) {
    for (const { span } of steps) {
      const line = lineOf(span.from);
      if (warps > (lines.get(line)?.warps ?? 0)) lines.set(line, { line, warps, lanes });
    }
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
}
