import { count } from "#pictures/format.ts";
import { timeText } from "../history/entries.ts";
import { MAX_RUNS, isSameRun, type KeptRun } from "../storage/lab-runs.ts";
import { launchText } from "./lab-kernel.ts";
import type { LabSession } from "./lab-session.ts";
import { sumsText } from "./run-sums.ts";

/** The runs of the open kernel, to go back to or to compare with. */
export function RunHistoryView({ session }: { readonly session: LabSession }) {
  const { history } = session;
  const runs = history.runs.value;
  return (
    <details class="lab-details run-history">
      <summary>History of runs ({count(runs.length)})</summary>
      {runs.length === 0 ? (
        <p>Nothing yet. Each version of this kernel that you run is kept here.</p>
      ) : (
        <>
          <p class="history-count">The newest {MAX_RUNS} versions of this kernel that ran, each text with each launch once.</p>
          {history.problem.value !== undefined && (
            <p class="notice wrong">This browser does not keep them beyond this visit ({history.problem.value}).</p>
          )}
          <ol>
            {runs.map((run) => (
              <HistoryRun key={`${run.at}/${run.run.source}`} session={session} kept={run} />
            ))}
          </ol>
        </>
      )}
    </details>
  );
}

interface HistoryRunProps {
  readonly session: LabSession;
  readonly kept: KeptRun;
}

function HistoryRun({ session, kept: { at, run, sums } }: HistoryRunProps) {
  const time = timeText(at, Date.now());
  const isNow = isSameRun(run, session.kernel.value);
  const name = `${run.launch.kernel}, ${launchText(run.launch)}`;
  return (
    <li>
      <span class="history-time">{time}</span>
      <span class="history-note">
        {name}
        <code>{sums === undefined ? "not run" : session.guess.isCovered.value ? "counts covered" : sumsText(sums)}</code>
      </span>
      {isNow ? (
        <span class="history-now">as it is now</span>
      ) : (
        <span class="history-actions">
          {sums !== undefined && (
            <button
              type="button"
              aria-label={`Compare with the run of ${time}, ${name}`}
              onClick={() => {
                session.comparison.show({ label: `Run of ${time}`, run, sums });
                document.querySelector(".lab-compare")?.scrollIntoView({ block: "nearest" });
              }}
            >
              Compare
            </button>
          )}
          <button type="button" aria-label={`Restore the run of ${time}, ${name}`} onClick={() => session.restore(run)}>
            Restore
          </button>
        </span>
      )}
    </li>
  );
}
