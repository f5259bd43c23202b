import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { COUNT_NAMES } from "#judge/cuda/cuda-sentences.ts";
import { count, decimal } from "#pictures/format.ts";
import { downloadText } from "../download-text.ts";
import { Drafts } from "../storage/drafts.ts";
import type { CapstoneData } from "./capstone-data.ts";
import type { CapstoneSession, MovedCount } from "./capstone-session.ts";

/** What a learner's two sentences on a capstone are stored by, with the other drafts. */
const whyKey = (capstone: string): string => `why/${capstone}`;

/** After a pause of this length in typing, the sentences are saved. */
const PAUSE_MS = 300;

/** The learner's own page on a capstone that was passed: before, after, the counts that moved, and why, in two sentences of their own. */
export function OwnPage({ session }: { readonly session: CapstoneSession }) {
  const { capstone } = session;
  const why = useSignal("");
  const isLoaded = useSignal(false);
  const isCompared = useSignal(false);
  const drafts = useMemo(() => new Drafts(whyKey(capstone.id), capstone.version, (other) => (why.value = other.text)), [capstone.id]);
  useEffect(() => {
    drafts.load().then(
      (draft) => {
        if (draft) {
          drafts.show(draft);
          why.value = draft.text;
        }
        isLoaded.value = true;
      },
      () => (isLoaded.value = true),
    );
  }, [drafts]);
  useEffect(() => {
    if (!isLoaded.value) return;
    const text = why.value;
    const timer = setTimeout(() => void drafts.save(text), PAUSE_MS);
    const leave = (): void => drafts.leave(text);
    addEventListener("pagehide", leave);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", leave);
    };
  }, [why.value]);
  if (session.passed.value === undefined) return null;
  const moved = session.moved.value;
  const after = session.moved.value ? session.gradedText.value : undefined;
  return (
    <section class="own-page" aria-label="Your page">
      <h3>Your page</h3>
      {moved === undefined || after === undefined ? (
        <p>You have passed. Grade your answer again to see here what it moved.</p>
      ) : (
        <Moved moved={moved} capstone={capstone} />
      )}
      <label>
        In two sentences: why is it faster?
        <textarea
          rows={4}
          value={why.value}
          disabled={!isLoaded.value}
          onInput={({ currentTarget }) => (why.value = currentTarget.value)}
        />
      </label>
      <div class="cell-bar">
        <button
          type="button"
          disabled={moved === undefined || after === undefined}
          onClick={() =>
            downloadText(`${capstone.id}.md`, ownPageMarkdown(capstone, { after: after!, moved: moved!, why: why.value }), "text/markdown")
          }
        >
          Download this page
        </button>
        <button
          type="button"
          aria-expanded={isCompared.value}
          disabled={why.value.trim() === ""}
          onClick={() => (isCompared.value = !isCompared.value)}
        >
          {isCompared.value ? "Hide the course’s two sentences" : "Compare with the course’s two sentences"}
        </button>
      </div>
      {isCompared.value && <blockquote>{capstone.why}</blockquote>}
    </section>
  );
}

function Moved({ moved, capstone }: { readonly moved: readonly MovedCount[]; readonly capstone: CapstoneData }) {
  return (
    <table class="capstone-moved">
      <caption>What moved, from the starter to your answer</caption>
      <thead>
        <tr>
          <th scope="col">Count</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Fewer by a factor of</th>
        </tr>
      </thead>
      <tbody>
        {moved.map((one) => (
          <tr key={`${one.case} ${one.count}`} class={one.count === capstone.moves.count ? "moves" : undefined}>
            <th scope="row">{COUNT_NAMES[one.count]}</th>
            <td>{count(one.before)}</td>
            <td>{count(one.after)}</td>
            <td>{factorOf(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "5.1"; a dash where it was not less before. */
function factorOf({ before, after }: MovedCount): string {
  return after === 0 || before <= after ? "–" : decimal(before / after);
}

interface OwnPageText {
  readonly after: string;
  readonly moved: readonly MovedCount[];
  readonly why: string;
}

/** The learner's page as Markdown: the same for the same answer, without a time. */
export function ownPageMarkdown({ title, starter, caseTitles }: CapstoneData, { after, moved, why }: OwnPageText): string {
  const rows = moved.map((one) => `| ${COUNT_NAMES[one.count]} | ${count(one.before)} | ${count(one.after)} | ${factorOf(one)} |`);
  const cases = [...new Set(moved.map((one) => caseTitles[one.case] ?? one.case))].join(", ");
  return [
    `# ${title}`,
    "",
    ...(why.trim() === "" ? [] : [why.trim(), ""]),
    `## What moved, with ${cases}`,
    "",
    "| Count | Before | After | Fewer by a factor of |",
    "|---|---:|---:|---:|",
    ...rows,
    "",
    "## Before",
    "",
    "```cuda",
    starter.trimEnd(),
    "```",
    "",
    "## After",
    "",
    "```cuda",
    after.trimEnd(),
    "```",
    "",
  ].join("\n");
}
