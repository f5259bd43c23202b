import { useState } from "preact/hooks";
import { pageMachine } from "../lab/page-machine.ts";
import { downloadText } from "../download-text.ts";
import { reasonOf } from "../reason-of.ts";
import { pageSandbox } from "../sandbox/page-sandbox.ts";
import { dayOf } from "../storage/history.ts";
import type { LessonWork } from "./course-work.ts";
import { browserShelves, type ShelfName } from "./shelves.ts";
import type { Block } from "./work-document.ts";
import { bringings, importWork, parseWork, readWork, workText, type Bringing, type WorkFile } from "./work-file.ts";

interface TakeAlongProps {
  readonly work: WorkFile;
  readonly lessons: readonly LessonWork[];
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  readonly onImported: () => void;
}

/** A file that was chosen and understood, and that the learner has yet to agree to. */
interface Offer {
  readonly name: string;
  readonly file: WorkFile;
  readonly brings: readonly Bringing[];
}

/** Exports of all work, and the import of what was exported. */
export function TakeAlong({ work, lessons, base, onImported }: TakeAlongProps) {
  const [offer, setOffer] = useState<Offer>();
  const [said, say] = useState<{ readonly text: string; readonly isWrong?: boolean }>();
  const hasWork = lessons.length > 0 || Object.keys(work.gpus).length > 0;
  const tell = (doing: Promise<void>, what: string): void =>
    void doing.catch((error: unknown) => say({ text: `${what} (${reasonOf(error)}).`, isWrong: true }));
  const exportDocument = async (format: DocumentFormat): Promise<void> => {
    const { illustrate } = await import("./illustrate.ts");
    const { documentOf } = await import("./work-document.ts");
    const onProgress = (done: number, total: number): void => say({ text: `Drawing what your code does: ${done} of ${total}` });
    const machine = pageMachine();
    const blocks = documentOf(lessons, await illustrate(lessons, { sandbox: pageSandbox, machine, base, onProgress }));
    machine.stop();
    const { extension, type, textOf } = format;
    downloadText(`coalesce-work.${extension}`, await textOf(blocks), type);
    say({ text: `coalesce-work.${extension} was made.` });
  };
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    setOffer(undefined);
    say(undefined);
    try {
      const theirs = parseWork(await file.text(), file.name);
      setOffer({ name: file.name, file: theirs, brings: bringings(await readWork(browserShelves), theirs) });
    } catch (error) {
      say({ text: reasonOf(error), isWrong: true });
    }
    // So that the same file can be chosen again.
    input.value = "";
  };
  const accept = async ({ file, name }: Offer): Promise<void> => {
    await importWork(browserShelves, file);
    setOffer(undefined);
    say({ text: `${name} was imported. Nothing of yours was overwritten.` });
    onImported();
  };
  return (
    <section class="take-along" aria-label="Take your work along">
      {hasWork && (
        <div class="take-along-row">
          <button type="button" onClick={() => downloadText(`coalesce-work-${dayOf(Date.now())}.json`, workText(work), "application/json")}>
            Export everything
          </button>
          {formats.map((format) => (
            <button key={format.name} type="button" onClick={() => tell(exportDocument(format), `The document could not be made`)}>
              {format.name}
            </button>
          ))}
        </div>
      )}
      <label class="import-work">
        <span>Import a file that was exported</span>
        <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => void choose(currentTarget)} />
      </label>
      {hasWork && (
        <p class="soft">
          “Export everything” is the file to keep: it brings all of your work, with its history, into another browser. The others are for
          reading: the notebook opens in Jupyter.
        </p>
      )}
      {offer !== undefined && (
        <div class="notice" role="group" aria-label={`Import ${offer.name}?`}>
          <div>
            <p>{offer.name} brings:</p>
            <ul>
              {offer.brings.map((bringing) => (
                <li key={bringing.shelf}>{bringingText(bringing)}</li>
              ))}
              {offer.brings.length === 0 && <li>nothing</li>}
            </ul>
            <p>Where the two differ, both versions are kept: the newer one is current, and the other is in the history or set aside.</p>
          </div>
          <button type="button" onClick={() => tell(accept(offer), "Not everything could be imported; import the file again")}>
            Import
          </button>
          <button type="button" onClick={() => setOffer(undefined)}>
            Cancel
          </button>
        </div>
      )}
      <p role="status" class={said?.isWrong ? "notice wrong" : "soft"} hidden={said === undefined}>
        {said?.text}
      </p>
    </section>
  );
}

const shelfTitles: Readonly<Record<ShelfName, string>> = {
  drafts: "code",
  unsaved: "unsaved code",
  history: "histories of exercises",
  passed: "passed exercises",
  verdicts: "last verdicts",
  activity: "tries and hints",
  predictions: "predictions",
  selfTests: "answers to self-tests",
  cases: "case files",
  evidence: "concepts that you were asked about",
  notes: "notes",
  sketches: "sketches of the playground",
  kernels: "kernels of the lab",
  kernelRuns: "histories of kernels",
  gpus: "measurements of GPUs",
  checklists: "checklists",
  reading: "places where you read",
  assignments: "assignments",
  handIns: "hand-ins",
  student: "name and id for hand-ins",
};

/** "code: 3 new, 1 different from yours, 2 the same" */
function bringingText({ shelf, fresh, differing, same }: Bringing): string {
  const parts = [
    fresh > 0 && `${fresh} new`,
    differing > 0 && `${differing} different from yours`,
    same > 0 && `${same} the same as yours`,
  ];
  return `${shelfTitles[shelf]}: ${parts.filter(Boolean).join(", ")}`;
}

/** A format that a learner's work can be read in elsewhere. */
interface DocumentFormat {
  readonly name: string;
  readonly extension: string;
  readonly type: string;
  readonly textOf: (blocks: readonly Block[]) => Promise<string>;
}

const formats: readonly DocumentFormat[] = [
  {
    name: "Notebook (.ipynb)",
    extension: "ipynb",
    type: "application/x-ipynb+json",
    async textOf(blocks) {
      const { notebookOf, notebookText } = await import("./work-notebook.ts");
      return notebookText(notebookOf(blocks));
    },
  },
  {
    name: "HTML",
    extension: "html",
    type: "text/html",
    async textOf(blocks) {
      const [{ htmlOf }, { micromark }, { highlightCode }] = await Promise.all([
        import("./work-html.ts"),
        import("micromark"),
        import("../highlight.ts"),
      ]);
      return htmlOf(blocks, { highlight: highlightCode, prose: (markdown) => micromark(markdown) });
    },
  },
  {
    name: "Markdown",
    extension: "md",
    type: "text/markdown",
    async textOf(blocks) {
      const { markdownOf } = await import("./work-markdown.ts");
      return markdownOf(blocks);
    },
  },
];
