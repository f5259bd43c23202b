import { useRef } from "preact/hooks";
import type { ComparedRow, ComparedTotal, LaunchComparison } from "#cuda/measured/compare-launch.ts";
import { agreementSentence, rowName, totalText } from "#cuda/measured/comparison-words.ts";
import { count } from "#pictures/format.ts";
import { CopyButton } from "../share/copy-button.tsx";
import type { LabSession } from "./lab-session.ts";

interface ReportViewProps {
  readonly session: LabSession;
}

/** How a report with everything that is compared is made. */
const COMMANDS = "nvcc -O3 -lineinfo -o program program.cu\nncu --set full --import-source yes -o report ./program";

/** What the profiler of the learner's own GPU measured, beside what the lab counted of the last run. */
export function ReportView({ session }: ReportViewProps) {
  const { measured, guess } = session;
  if (session.profile.value === undefined || guess.isCovered.value) return null;
  const comparison = measured.comparison.value;
  const problem = measured.problem.value ?? (typeof comparison === "string" ? comparison : undefined);
  return (
    <section class="lab-compare lab-report" role="group" aria-label="Compare with your profiler's report">
      <h2>Compare with your profiler’s report</h2>
      <p>
        Drop a report of Nsight Compute on this page, <code>report.ncu-rep</code>, or the CSV that <code>ncu</code> exported. It is read in
        this tab: nothing is uploaded.
      </p>
      <div class="cell-bar">
        <ReportFile session={session} />
        <LaunchChoice session={session} />
        {measured.report.value !== undefined && (
          <button type="button" onClick={() => measured.close()}>
            Close the report
          </button>
        )}
      </div>
      <div role="status">
        {measured.isReading.value && <p class="fine-print">The report is being read.</p>}
        {problem !== undefined && <p class="notice wrong">{problem}</p>}
        {comparison !== undefined && typeof comparison !== "string" && <Sentences comparison={comparison} />}
      </div>
      {comparison !== undefined && typeof comparison !== "string" && <ComparisonTables comparison={comparison} />}
      {measured.report.value === undefined && <OtherWays session={session} />}
    </section>
  );
}

function ReportFile({ session: { measured } }: ReportViewProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Open a report…
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ncu-rep,.csv,.txt"
        aria-label="A report of Nsight Compute, or its CSV"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // So that the same file can be chosen again.
          currentTarget.value = "";
          if (file) void measured.openFile(file);
        }}
      />
    </>
  );
}

/** Which launch of the report is meant, if it has several. */
function LaunchChoice({ session: { measured } }: ReportViewProps) {
  const report = measured.report.value;
  if (report === undefined || report.launches.length < 2) return null;
  const comparison = measured.comparison.value;
  const shown = measured.chosen.value ?? (typeof comparison === "object" ? comparison.measured.id : undefined);
  return (
    <label class="field">
      Launch
      <select
        value={shown === undefined ? "" : String(shown)}
        onChange={({ currentTarget: { value } }) => (measured.chosen.value = value === "" ? undefined : Number(value))}
      >
        {shown === undefined && <option value="">none of this kernel</option>}
        {report.launches.map((launch) => (
          <option key={launch.id} value={String(launch.id)}>
            {report.reader.measuredName(launch)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How a report is made, and a field for what ncu printed. */
function OtherWays({ session: { measured } }: ReportViewProps) {
  return (
    <details class="lab-details">
      <summary>How to make a report, and where to paste one</summary>
      <pre class="report-commands" tabIndex={0} aria-label="Commands">
        {COMMANDS}
      </pre>
      <CopyButton label="Copy the commands" copied="Copied." text={() => Promise.resolve(COMMANDS)} />
      <label class="paste-field">
        <span>
          What <code>ncu --import report.ncu-rep --page source --print-source cuda,sass --csv</code> printed, or <code>--page raw</code>
        </span>
        <textarea
          rows={3}
          spellcheck={false}
          autocomplete="off"
          placeholder="Paste it here"
          onInput={({ currentTarget: { value } }) => {
            if (value.trim() !== "") void measured.openText(value);
          }}
        />
      </label>
    </details>
  );
}

interface ComparisonProps {
  readonly comparison: LaunchComparison;
}

function Sentences({ comparison }: ComparisonProps) {
  return (
    <>
      {comparison.rows.length > 0 && <p class="report-agreement">{agreementSentence(comparison)}</p>}
      {comparison.notes.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
    </>
  );
}

function ComparisonTables({ comparison: { rows, totals } }: ComparisonProps) {
  return (
    <div class="totals sideways" role="group" aria-label="Counted and measured" tabIndex={0}>
      <table class="report-table">
        <thead>
          <tr>
            <th scope="col">line</th>
            <th scope="col">access</th>
            <th scope="col">count</th>
            <th scope="col">counted</th>
            <th scope="col">measured</th>
            <th scope="col">why they differ</th>
          </tr>
        </thead>
        {rows.map((row) => (
          <RowLines key={`${row.line} ${row.space} ${row.op}`} row={row} />
        ))}
        {totals.length > 0 && (
          <tbody>
            {totals.map((total, i) => (
              <TotalLine key={total.name} total={total} rows={i === 0 ? totals.length : 0} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

function RowLines({ row }: { readonly row: ComparedRow }) {
  const { line, sources, counts, reason } = row;
  return (
    <tbody data-differs={reason ? "" : undefined}>
      {counts.map(({ name, counted, measured }, i) => (
        <tr key={name}>
          {i === 0 && (
            <>
              <th scope="rowgroup" rowSpan={counts.length}>
                {line ?? "?"}
              </th>
              <th scope="rowgroup" rowSpan={counts.length}>
                {rowName(row)}
                {sources.map((source) => (
                  <code key={source}>{source}</code>
                ))}
              </th>
            </>
          )}
          <th scope="row">{name}</th>
          <td>{counted === undefined ? "–" : count(counted)}</td>
          <td data-differs={counted === measured ? undefined : ""}>{measured === undefined ? "–" : count(measured)}</td>
          {i === 0 && (
            <td class="report-reason" rowSpan={counts.length}>
              {reason?.words ?? "equal"}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

/** @param rows of all totals, on the first one */
function TotalLine({ total, rows }: { readonly total: ComparedTotal; readonly rows: number }) {
  const { name, counted, measured, reason } = total;
  return (
    <tr>
      {rows > 0 && (
        <th scope="rowgroup" colSpan={2} rowSpan={rows}>
          whole launch
        </th>
      )}
      <th scope="row">{name}</th>
      <td>{counted === undefined ? "–" : totalText(counted, total)}</td>
      <td data-differs={reason ? "" : undefined}>{totalText(measured, total)}</td>
      <td class="report-reason">{reason?.words ?? "equal"}</td>
    </tr>
  );
}
