import { useRef, useState } from "preact/hooks";
import type { Sketch } from "#judge/sketch.ts";
import { base } from "./base-path.ts";

/** Makes the kernel of a figure, as it is set now. What makes it is loaded only then. */
export type FigureSketch = () => Promise<Sketch>;

interface FigureLinkProps {
  /** Name of the figure's folder. */
  readonly name: string;
  readonly sketch?: FigureSketch | undefined;
}

/** Below a figure: opens it in the playground or copies a link to it as it is set now, or the frame that shows it on another page. */
export function FigureLink({ name, sketch }: FigureLinkProps) {
  const root = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const copy = async (what: "link" | "frame"): Promise<void> => {
    const figure = root.current?.closest<HTMLElement>("[data-figure]");
    if (!figure) return;
    try {
      const { frameOf, linkTo } = await import("./figure-address.ts");
      await navigator.clipboard.writeText(what === "link" ? linkTo(figure) : frameOf(figure, name, base));
      setOutcome(what);
    } catch {
      setOutcome("refused");
    }
  };
  const addressOf = async (figureSketch: FigureSketch): Promise<string | undefined> => {
    try {
      const { playgroundLink } = await import("./playground-link.ts");
      return await playgroundLink(base, await figureSketch());
    } catch {
      setOutcome("not loaded");
      return undefined;
    }
  };
  return (
    <div class="figure-link" ref={root}>
      {sketch && <PlaygroundLink addressOf={() => addressOf(sketch)} />}
      <button type="button" onClick={() => void copy("link")}>
        Copy link
      </button>
      <button type="button" data-copies="frame" onClick={() => void copy("frame")}>
        Copy embed code
      </button>
      <span role="status">{outcome === undefined ? "" : said[outcome]}</span>
    </div>
  );
}

interface PlaygroundLinkProps {
  /** undefined: it could not be made, and the reader has been told. */
  readonly addressOf: () => Promise<string | undefined>;
}

/** A link whose address is made when the reader comes near it, so that a new tab can open it as well. */
function PlaygroundLink({ addressOf }: PlaygroundLinkProps) {
  const [address, setAddress] = useState(`${base}playground/`);
  const prepare = async (): Promise<string | undefined> => {
    const made = await addressOf();
    if (made !== undefined) setAddress(made);
    return made;
  };
  const open = async (event: MouseEvent): Promise<void> => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const made = await prepare();
    if (made !== undefined) location.assign(made);
  };
  return (
    <a href={address} onPointerEnter={() => void prepare()} onFocus={() => void prepare()} onClick={(event) => void open(event)}>
      Open in the playground
    </a>
  );
}

type Outcome = "link" | "frame" | "refused" | "not loaded";

const said: Readonly<Record<Outcome, string>> = {
  link: "The link is copied: it opens this figure as you’ve set it.",
  frame: "The HTML of a frame with this figure is copied.",
  refused: "This browser doesn’t let the page write to the clipboard.",
  "not loaded": "The playground couldn’t be loaded. Try again when you’re online.",
};
