import { useState } from "preact/hooks";
import { Fragment } from "preact";
import { FINDINGS } from "#cuda/errors/findings.ts";
import { errorWords } from "#cuda/launch/cuda-error.ts";
import type { AccessTrace } from "#simulator";
import { base } from "#figures/drawing/base-path.ts";
import { landingPicture } from "#cuda/profile/landing-order.ts";
import { ordersWords } from "#cuda/profile/remedies.ts";
import { NOT_OF_A_SAMPLE, sampleWords } from "#cuda/profile/sample-words.ts";
import { remedyWords, type Remedy } from "#cuda/profile/remedy.ts";
import { count, decimal, pluralize } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { FaultFigure } from "../cell/fault-figure.tsx";
import { RequestPicture, TotalsTable, type Column } from "../cell/preview.tsx";
import { Arrays } from "./arrays-view.tsx";
import { Costs } from "./costs-view.tsx";
import { HostOutput } from "./host-launches.tsx";
import { MOST_LISTED, furtherText } from "./badge-gutter.tsx";
import { LandingTimeLine } from "./landing-time-line.tsx";
import { drawnRequest, leftWords, requestThatLeft } from "./lab-lanes.ts";
import type { LabSession } from "./lab-session.ts";
import type { LabAccess, LabFinding, LabProfile } from "./profile.ts";

interface LabViewProps {
  readonly session: LabSession;
}

/** What came of the last launch besides its picture. */
export function LabResults({ session }: LabViewProps) {
  const profile = session.profile.value;
  if (profile === undefined) return null;
  return (
    <>
      <Costs session={session} profile={profile} />
      <h2>Counts</h2>
      <LabTotals profile={profile} />
      <Lines profile={profile} />
      <HostOutput session={session} />
      {profile.host === undefined && <Printed profile={profile} />}
      <Arrays session={session} profile={profile} />
    </>
  );
}

/** What each access adds up to over the launch, and all of a kind together. */
export function LabTotals({ profile }: { readonly profile: LabProfile }) {
  const { accesses } = profile;
  return (
    <>
      <TotalsTable
        accesses={[...accesses.slice(0, MOST_LISTED).flatMap(traceOf), ...sums(profile)]}
        scope="whole launch"
        furtherGlobal={[["tag wavefronts", ({ tagWavefronts }) => count(tagWavefronts)], lanesPerRequest]}
        furtherShared={[["requests", ({ requests }) => count(requests)], lanesPerRequest]}
      />
      {accesses.length > MOST_LISTED && <p>{furtherText(accesses.length)}</p>}
      <OtherMemories profile={profile} />
    </>
  );
}

/** The totals of an access in a launch, with the active lanes of all its requests together. */
type LabTrace = AccessTrace & { readonly activeLanes: number };

const lanesPerRequest: Column<LabTrace> = [
  "active lanes per request",
  ({ activeLanes, requests }) => (requests === 0 ? "–" : decimal(activeLanes / requests)),
];

/** An access as the tables of totals show it; one to local or constant memory has no row there. */
function traceOf({ line, text, op, bytesPerLane, counts }: LabAccess): LabTrace[] {
  if (counts.space !== "global" && counts.space !== "shared") return [];
  return [{ ...counts, access: `${line}: ${text}`, array: "", op: op === "store" ? "store" : "load", bytesPerLane }];
}

const PLURALS = { load: "all loads", store: "all stores", reduction: "all reductions", atomic: "all atomics" } as const;

/** Loads, stores, reductions and atomics of each memory in sum, where there are several. */
function sums({ accesses }: LabProfile): LabTrace[] {
  const groups = [...Map.groupBy(accesses, ({ op, counts }) => `${counts.space}/${op}`).values()];
  return groups.flatMap((group) => {
    const [first] = group;
    const traces = group.flatMap(traceOf);
    const [trace] = traces;
    if (first === undefined || trace === undefined || traces.length === 1) return [];
    return [{ ...traces.reduce(added), access: PLURALS[first.op] }];
  });
}

/** The counts of two accesses to one memory together; the conflict degree is the larger one. */
function added(one: LabTrace, other: LabTrace): LabTrace {
  const sum: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const own = sum[name];
    if (typeof own !== "number" || typeof value !== "number" || name === "bytesPerLane") continue;
    sum[name] = name === "conflictDegree" ? Math.max(own, value) : own + value;
  }
  return sum as unknown as LabTrace;
}

function otherMemoryWords(op: string, counts: LabProfile["accesses"][number]["counts"]): string {
  switch (counts.space) {
    case "bulk":
      return `bulk ${op}, ${pluralize(counts.requests, "request")}, ${pluralize(counts.sectors, "sector")}`;
    case "cluster":
      return `${op} in the shared memory of another block, ${pluralize(counts.requests, "request")}, ${pluralize(counts.sectors, "sector")}`;
    case "local":
      return `${op} in local memory, ${pluralize(counts.requests, "request")}, ${pluralize(counts.sectors, "sector")}`;
    default:
      return `${op} in ${counts.space} memory, ${pluralize(counts.requests, "request")}`;
  }
}

function OtherMemories({ profile }: { readonly profile: LabProfile }) {
  const others = profile.accesses.filter(({ counts }) => ["local", "constant", "cluster", "bulk"].includes(counts.space));
  if (others.length === 0) return null;
  return (
    <ul class="other-memories">
      {others.slice(0, MOST_LISTED).map(({ line, text, op, counts }, number) => (
        <li key={number}>
          Line {line}, <code>{text}</code>: {otherMemoryWords(op, counts)}.
        </li>
      ))}
    </ul>
  );
}

/** Lines of the text whose executions are listed. */
const MOST_LINES = 1000;

function Lines({ profile }: { readonly profile: LabProfile }) {
  const source = profile.run.source.split("\n");
  return (
    <details class="lab-details">
      <summary>How often each line ran</summary>
      <div class="totals sideways" role="group" aria-label="How often each line ran" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">line</th>
              <th scope="col">warps</th>
              <th scope="col">lanes per warp</th>
            </tr>
          </thead>
          <tbody>
            {profile.lines.slice(0, MOST_LINES).map(({ line, warps, lanes }) => (
              <tr key={line}>
                <th scope="row">
                  {line}: <code>{source[line - 1]?.trim()}</code>
                </th>
                <td>{count(warps)}</td>
                <td>{warps === 0 ? "–" : decimal(lanes / warps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** What kinds of findings are called. */
export const FINDING_NAMES = new Map<LabFinding["kind"], string>(FINDINGS.map(({ kind, name }) => [kind, name]));

/** Where there is room, all that is said of each finding stands open; on a phone, several take a line each. */
const HAS_ROOM = "(min-width: 50rem)";

/** Why the text does not run, or what its launch must not do, each with its place and the warp that did it. */
export function LabFindings({ session }: LabViewProps) {
  return (
    <div aria-live="polite" class="lab-findings">
      <Findings session={session} />
    </div>
  );
}

function Findings({ session }: LabViewProps) {
  const { signature, outcome, stopped, isCurrent } = session;
  const shown = isCurrent.value ? outcome.value : undefined;
  const complaint = signature.value?.error ?? (shown?.kind === "error" ? shown.error : undefined);
  if (complaint !== undefined) {
    const { line, column = 1, message, code, definition } = complaint;
    return (
      <div class="complaint">
        <Prose text={`${line === undefined ? "" : `Line ${line}, column ${column}: `}${message}`} />
        {code !== undefined && <Explanation code={code} />}
        {definition !== undefined && <MissingDefinition session={session} definition={definition} />}
        <KernelAlone session={session} />
      </div>
    );
  }
  if (stopped.value !== undefined) return <p class="notice">{stopped.value}</p>;
  if (shown?.kind !== "profile") return null;
  const { findings, furtherFindings, error, remedies, sample } = shown;
  return (
    <>
      {sample !== undefined && (
        <div class="notice sampled">
          <p>
            <Prose text={`${sampleWords(sample)} ${NOT_OF_A_SAMPLE}`} />
          </p>
        </div>
      )}
      {findings.map((finding, number) => (
        <Fragment key={number}>
          <details class="complaint finding" open={findings.length === 1 || (globalThis.matchMedia?.(HAS_ROOM).matches ?? true)}>
            <summary>
              <Prose
                text={`${FINDING_NAMES.get(finding.kind)}, line ${finding.line}: ${finding.message}${furtherOfKind(finding.further)}`}
              />
            </summary>
            <Orders finding={finding} />
            <LandingOrder finding={finding} />
            <Proof finding={finding} />
            <Explanation code={finding.kind} />
          </details>
          {remedies
            .filter(({ ends }) => ends[0] === number)
            .map((remedy) => (
              <FindingRemedy key={remedy.words} session={session} remedy={remedy} findings={findings} />
            ))}
        </Fragment>
      ))}
      {furtherFindings > 0 && <p>{pluralize(furtherFindings, "finding")} at other places are not shown.</p>}
      {error !== undefined && (
        <p class="notice">
          <Prose text={errorWords(error)} />
        </p>
      )}
    </>
  );
}

/** What to do about findings; what was tried is put into the text by a click. */
function FindingRemedy({ session, remedy, findings }: LabViewProps & Pick<LabProfile, "findings"> & { readonly remedy: Remedy }) {
  return (
    <div class="notice finding-remedy">
      <p>
        <Prose text={remedyWords(remedy, findings)} />
      </p>
      {remedy.edits.length > 0 && (
        <button type="button" class="plain-button" onClick={() => session.putIn(remedy.edits)}>
          Put it in
        </button>
      )}
    </div>
  );
}

/** The other accesses of the same fault. */
function Orders({ finding }: { readonly finding: LabFinding }) {
  const words = ordersWords(finding);
  return words === undefined ? null : (
    <p>
      <Prose text={words} />
    </p>
  );
}

/** Of a launch that hangs with one order of its copies: that order, drawn. */
function LandingOrder({ finding: { line, thread, block, landings } }: { readonly finding: LabFinding }) {
  return landings === undefined ? null : <LandingTimeLine picture={landingPicture({ line, thread, block, landings })} />;
}

/** The way to an error's entry in the list of errors. */
function Explanation({ code }: { readonly code: string }) {
  return (
    <p>
      <a href={`${base}lab/errors/#${code}`}>When this comes, and what to do</a>
    </p>
  );
}

/** Where `main` cannot be run, the way to a kernel of it. */
function KernelAlone({ session }: LabViewProps) {
  const { value: signature } = session.signature;
  if (session.kernel.value.host === undefined || signature?.parameters === undefined) return null;
  return (
    <p>
      <button type="button" class="plain-button" onClick={() => session.takeLaunchesFrom("form")}>
        Profile <code>{signature.kernel}</code> alone
      </button>{" "}
      without <code>main()</code>, with sizes that are guessed.
    </p>
  );
}

/** A definition that the text lacks, and the button that inserts it. */
function MissingDefinition({ session, definition }: LabViewProps & { readonly definition: string }) {
  return (
    <div class="missing-definition">
      <pre tabIndex={0} aria-label="The definition">
        <code>{definition.trimEnd()}</code>
      </pre>
      <button type="button" class="plain-button" onClick={() => session.putIn([{ offset: 0, text: definition }])}>
        Paste it above the text
      </button>
    </div>
  );
}

const furtherOfKind = (further: number): string => (further === 0 ? "" : ` And ${count(further)} more of this kind here.`);

function Proof({ finding }: { readonly finding: LabFinding }) {
  const { request, space, op, bytesPerLane, text } = finding;
  const left = requestThatLeft(finding);
  const [isOpen, setOpen] = useState(false);
  if (left?.fault !== undefined)
    return (
      // Drawn once it is seen: it begins where the first lane that faults is in sight.
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Show the warp that did it</summary>
        {isOpen && <FaultFigure drawn={left} title={text} caption={leftWords(finding, left.fault)} />}
      </details>
    );
  if (request === undefined || space === undefined || op === undefined || bytesPerLane === undefined) return null;
  // Far from any array, addresses are large: the picture counts from the line that the lowest one is in.
  const active = request.addresses.filter((_, lane) => (request.activeMask >>> lane) & 1);
  const base = Math.floor(Math.min(...active) / 128) * 128;
  const drawn = drawnRequest(
    { space, activeMask: request.activeMask, addresses: request.addresses.map((address) => address - base) },
    { op, bytesPerLane },
  );
  if (drawn === undefined || active.some((address) => address % bytesPerLane !== 0)) return null;
  return (
    <details>
      <summary>Show the warp that did it</summary>
      <RequestPicture request={drawn} lanes={[request.lane]} title={text} />
    </details>
  );
}

/** What the threads printed. */
export function Printed({ profile: { printed, furtherPrinted } }: { readonly profile: LabProfile }) {
  if (printed.length === 0) return null;
  return (
    <section class="printed" role="group" aria-label="Printed output">
      <p class="panel-title">Printed</p>
      <ol tabIndex={0} aria-label="Printed lines">
        {printed.map(({ text, thread, block }, number) => (
          <li key={number}>
            <span class="printed-by">
              thread ({thread.join(", ")}) of block ({block.join(", ")}):
            </span>{" "}
            <code>{text}</code>
          </li>
        ))}
      </ol>
      {furtherPrinted > 0 && <p class="printed-rest">{pluralize(furtherPrinted, "further line")} are not kept.</p>}
    </section>
  );
}
