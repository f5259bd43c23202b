import { useEffect, useRef, useState } from "preact/hooks";
import { count } from "#pictures/format.ts";
import { openDiff } from "../editor/diff-editor.ts";
import { timeText } from "../history/entries.ts";
import { reasonOf } from "../reason-of.ts";
import { StartMenu } from "../kept/start-menu.tsx";
import { isSameRun } from "../storage/lab-runs.ts";
import type { GalleryEntry } from "./gallery.ts";
import { launchText } from "./lab-kernel.ts";
import { startGroups } from "./lab-view.tsx";
import type { LabSession } from "./lab-session.ts";
import type { LabProfile, LabRun } from "./profile.ts";
import type { OtherVersion } from "./run-comparison.ts";
import { differences, sumsOf, type CountDifference } from "./run-sums.ts";

interface CompareViewProps {
  readonly session: LabSession;
  readonly gallery: readonly GalleryEntry[];
}

/** The last run beside another version: the sources, and how the counts differ. */
export function CompareView({ session, gallery }: CompareViewProps) {
  const { comparison, guess } = session;
  const profile = session.profile.value;
  const other = comparison.other.value;
  if (profile === undefined || guess.isCovered.value) return null;
  return (
    <section class="lab-compare" role="group" aria-label="Compare with another version">
      <h2>Compare with another version</h2>
      <div class="cell-bar">
        <VersionChoice session={session} gallery={gallery} profile={profile} />
        {other !== undefined && (
          <button type="button" onClick={() => comparison.close()}>
            Close
          </button>
        )}
      </div>
      <div role="status">
        <Running session={session} />
        {comparison.problem.value !== undefined && <p class="notice wrong">{comparison.problem.value}</p>}
      </div>
      {other !== undefined && (
        <>
          <Differences other={other} profile={profile} />
          <Sources other={other} run={profile.run} />
        </>
      )}
    </section>
  );
}

function Running({ session: { comparison } }: Pick<CompareViewProps, "session">) {
  const running = comparison.running.value;
  if (running === undefined) return null;
  return (
    <p class="cell-bar">
      “{running.label}” is being run: {count(running.progress.blocks)} blocks have ended.
      <button type="button" onClick={() => comparison.close()}>
        Stop
      </button>
    </p>
  );
}

function VersionChoice({ session, gallery, profile }: CompareViewProps & { readonly profile: LabProfile }) {
  const { comparison, history, keeping } = session;
  const runs = history.runs.value.filter(({ run, sums }) => sums !== undefined && !isSameRun(run, profile.run));
  const { value: origin } = keeping.origin;
  const own = keeping.own.value.filter(({ id }) => origin.kind !== "own" || origin.id !== id);
  const choose = async (chosen: string): Promise<void> => {
    const [kind, name = ""] = chosen.split(/:(.*)/s);
    if (kind === "run") {
      const kept = runs.find(({ at }) => String(at) === name);
      if (kept?.sums) comparison.show({ label: `Run of ${timeText(kept.at, Date.now())}`, run: kept.run, sums: kept.sums });
    } else if (kind === "own") {
      const kept = own.find(({ id }) => id === name);
      if (kept) await comparison.run(kept.sketch.title, runOf(kept.sketch));
    } else {
      const entry = gallery.find(({ slug }) => slug === name);
      if (entry === undefined) return;
      try {
        const { galleryKernel } = await import("./gallery-texts.ts");
        await comparison.run(entry.title, runOf(galleryKernel(entry.slug, entry.title)));
      } catch (error) {
        comparison.problem.value = `The kernel could not be loaded: ${reasonOf(error)}`;
      }
    }
  };
  const groups = [
    {
      name: "Earlier runs of this kernel",
      entries: runs.map(({ at, run }) => ({ value: `run:${at}`, title: `${timeText(at, Date.now())}: ${kernelText(run)}` })),
    },
    { name: "My other kernels", entries: own.map(({ id, sketch }) => ({ value: `own:${id}`, title: sketch.title })) },
    ...startGroups(gallery).map(({ name, entries }) => ({
      name: `Gallery: ${name}`,
      entries: entries.map((entry) => ({ ...entry, value: `gallery:${entry.value}` })),
    })),
  ].filter(({ entries }) => entries.length > 0);
  return (
    <StartMenu
      label="Compare the last run with"
      search="Search runs and kernels"
      groups={groups}
      onChoose={(chosen) => void choose(chosen)}
    />
  );
}

/** "tiled, 16 × 16 blocks of 32 × 32 threads" */
function kernelText({ launch }: LabRun): string {
  return `${launch.kernel}, ${launchText(launch)}`;
}

function runOf({ source, launch, device }: LabRun): LabRun {
  return { source, launch, device };
}

interface ComparedProps {
  readonly other: OtherVersion;
}

const NOW = "Last run";

function Differences({ other, profile }: ComparedProps & { readonly profile: LabProfile }) {
  const rows = differences(other.sums, sumsOf(profile));
  return (
    <div class="totals sideways" role="group" aria-label="Differences in counts" tabIndex={0}>
      <table class="count-differences">
        <caption>
          {kernelText(other.run)} against {kernelText(profile.run)}
        </caption>
        <thead>
          <tr>
            <th scope="col">whole launch</th>
            <th scope="col">{other.label}</th>
            <th scope="col">{NOW}</th>
            <th scope="col">{NOW} has</th>
          </tr>
        </thead>
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, own]) => (
          <tbody key={group}>
            {own.map((row) => (
              <Row key={row.count} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Row({ row: { group, count, before, now, change, isBetter } }: { readonly row: CountDifference }) {
  return (
    <tr data-change={isBetter === undefined ? undefined : isBetter ? "better" : "worse"}>
      <th scope="row">
        {group === "execution" ? "" : `${group}, `}
        {count}
      </th>
      <td>{before}</td>
      <td>{now}</td>
      <td>{change}</td>
    </tr>
  );
}

function Sources({ other, run }: ComparedProps & { readonly run: LabRun }) {
  const host = useRef<HTMLDivElement>(null);
  const [complaint, setComplaint] = useState<string>();
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openDiff(host.current, {
      original: other.run.source,
      modified: run.source,
      originalLabel: other.label,
      modifiedLabel: NOW,
      language: "cuda",
    });
    opened.catch((error: unknown) => setComplaint(`The comparison could not be loaded (${reasonOf(error)}).`));
    return () => void opened.then((diff) => diff.dispose()).catch(() => undefined);
  }, [other, run.source]);
  if (other.run.source === run.source) return <p>The texts are the same; only the launches differ.</p>;
  return (
    <>
      {complaint !== undefined && <p class="notice wrong">{complaint}</p>}
      <div class="compare-sources" ref={host} />
    </>
  );
}
