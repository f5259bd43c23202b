import { useRef, useState } from "preact/hooks";

const base = import.meta.env.BASE_URL.replace(/\/?$/, "/");

interface FigureLinkProps {
  /** Name of the figure's folder. */
  readonly name: string;
}

/** Below a figure: copies a link to it as it is set now, or the frame that shows it on another page. */
export function FigureLink({ name }: FigureLinkProps) {
  const root = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<"link" | "frame" | "refused">();
  const copy = async (what: "link" | "frame"): Promise<void> => {
    const figure = root.current?.closest<HTMLElement>("[data-figure]");
    if (!figure) return;
    try {
      await navigator.clipboard.writeText(await (what === "link" ? linkTo(figure) : frameOf(figure, name)));
      setCopied(what);
    } catch {
      setCopied("refused");
    }
  };
  return (
    <div class="figure-link" ref={root}>
      <button type="button" onClick={() => void copy("link")}>
        Copy link
      </button>
      <button type="button" onClick={() => void copy("frame")}>
        Copy embed code
      </button>
      <span role="status">{copied === undefined ? "" : said[copied]}</span>
    </div>
  );
}

const said = {
  link: "The link is copied: it opens this figure as you’ve set it.",
  frame: "The HTML of a frame with this figure is copied.",
  refused: "This browser doesn’t let the page write to the clipboard.",
} as const;

async function linkTo(figure: HTMLElement): Promise<string> {
  const { figureFragment } = await import("./figure-address.ts");
  const address = new URL(location.href);
  address.hash = figureFragment(figure);
  return address.href;
}

/** The frame is as high as the figure is now. */
async function frameOf(figure: HTMLElement, name: string): Promise<string> {
  const { figureFragment } = await import("./figure-address.ts");
  const address = new URL(`${base}embed/figures/${name}/`, location.href);
  address.hash = figureFragment(figure, name);
  const title = (figure.ariaLabel ?? name).replaceAll('"', "&quot;");
  return `<iframe src="${address.href}" title="${title}" width="100%" height="${Math.ceil(figure.scrollHeight) + 48}" style="border: 0"></iframe>`;
}
