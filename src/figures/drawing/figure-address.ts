/**
 * What a reader has set in a figure, as part of an address: `#figure=warp-to-memory&stride=8`. The keys are the names of the figure's
 * controls, so every figure has one without code of its own, and the controls themselves say what is valid.
 */

/** A control's name as a key: "Bytes per lane" is "bytes-per-lane". */
export function keyOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A control of a figure: its key, what it is set to, and a way to set it. */
interface Control {
  readonly key: string;
  readonly value: string;
  /** Returns what is wrong with the value, or undefined once it is set. */
  readonly set: (value: string) => string | undefined;
}

/** The controls that a figure has now; some come and go with the values of others. */
function controlsOf(figure: Element): Control[] {
  const sliders = [...figure.querySelectorAll<HTMLInputElement>('.controls input[type="range"]')].map(slider);
  const choices = [...figure.querySelectorAll<HTMLFieldSetElement>(".controls fieldset")].map(choice);
  return [...sliders, ...choices];
}

function slider(input: HTMLInputElement): Control {
  const label = input.labels?.[0]?.textContent ?? input.ariaLabel ?? "";
  return {
    key: keyOf(label),
    value: input.value,
    set(value) {
      const from = Number(input.min);
      const to = Number(input.max);
      const step = Number(input.step || 1);
      const wanted = Number(value);
      if (!/^-?\d+$/.test(value) || wanted < from || wanted > to || (wanted - from) % step !== 0) {
        return `${label} goes from ${from} to ${to}${step === 1 ? "" : ` in steps of ${step}`}, not to “${value}”`;
      }
      input.value = value;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return undefined;
    },
  };
}

function choice(fieldset: HTMLFieldSetElement): Control {
  const label = fieldset.querySelector("legend")?.textContent ?? "";
  const options = [...fieldset.querySelectorAll<HTMLInputElement>('input[type="radio"]')].map((input) => ({
    input,
    name: input.labels?.[0]?.textContent.trim() ?? "",
  }));
  return {
    key: keyOf(label),
    value: keyOf(options.find(({ input }) => input.checked)?.name ?? ""),
    set(value) {
      const option = options.find(({ name }) => keyOf(name) === value);
      if (option === undefined) return `${label} can be ${options.map(({ name }) => name).join(", ")}, not “${value}”`;
      option.input.click();
      return undefined;
    },
  };
}

/** The figures of a page that can be linked to, in its order. */
function linkableFigures(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-figure]")];
}

/** What a figure is called in an address: its name, and its number where the page has several of that name. */
function nameInAddress(figure: HTMLElement): string {
  const { figure: name = "" } = figure.dataset;
  const number = linkableFigures()
    .filter((other) => other.dataset["figure"] === name)
    .indexOf(figure);
  return number <= 0 ? name : `${name}.${number + 1}`;
}

/** The figure as the reader has set it, as the fragment of an address, without the number sign. */
function figureFragment(figure: HTMLElement, name = nameInAddress(figure)): string {
  return new URLSearchParams([["figure", name], ...controlsOf(figure).map(({ key, value }): [string, string] => [key, value])]).toString();
}

/** How long a figure may take to come alive after it was scrolled to, in ms, before its link is given up. */
const ALIVE_WITHIN_MS = 20_000;

/**
 * Shows the figure that the address names, as it was set when the link was copied.
 *
 * @returns the figure, and what could not be set, as sentences; no problems when all could
 */
export async function openLinkedFigure(fragment: string): Promise<{ readonly figure?: HTMLElement; readonly problems: readonly string[] }> {
  const settings = new URLSearchParams(fragment);
  const name = settings.get("figure");
  if (name === null) return { problems: [] };
  settings.delete("figure");
  const figure = linkableFigures().find((one) => nameInAddress(one) === name);
  if (figure === undefined) return { problems: [`This page has no figure “${name}”`] };
  figure.scrollIntoView({ block: "center" });
  await alive(figure);
  return { figure, problems: await setAll(figure, settings) };
}

/** What each figure was last asked to show: only that is set once it comes alive. */
const asked = new WeakMap<Element, object>();

/**
 * Sets the figure of a name that is next on the page, or else the last one before, at once or, where its script has not run yet, when it
 * comes into view.
 *
 * @param place where on the page it is asked for
 * @returns where the figure is; undefined where there is none
 */
export function setFigureNear(
  place: Element,
  name: string,
  settings: Readonly<Record<string, string | number>>,
): "above" | "below" | undefined {
  const named = linkableFigures().filter((one) => one.dataset["figure"] === name);
  const isBelow = (one: Element) => (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const figure = named.find(isBelow) ?? named.at(-1);
  if (figure === undefined) return undefined;
  asked.set(figure, settings);
  void alive(figure, Infinity).then(async () => {
    if (asked.get(figure) !== settings) return;
    const problems = await setAll(
      figure,
      Object.entries(settings).map(([key, value]): [string, string] => [key, String(value)]),
    );
    if (problems.length > 0) console.warn(problems.join(". "));
  });
  return isBelow(figure) ? "below" : "above";
}

async function setAll(figure: Element, settings: Iterable<readonly [key: string, value: string]>): Promise<string[]> {
  const problems: string[] = [];
  for (const [key, value] of settings) {
    const control = controlsOf(figure).find((one) => one.key === key);
    const problem = control === undefined ? `This figure has no control “${key}”` : control.set(value);
    if (problem !== undefined) problems.push(problem);
    // A control may change which others there are.
    await nextFrame();
  }
  return problems;
}

/** Astro takes the attribute `ssr` off an island once its script runs. */
async function alive(figure: Element, withinMs = ALIVE_WITHIN_MS): Promise<void> {
  const island = figure.closest("astro-island");
  if (island?.hasAttribute("ssr")) await change(island, "ssr", withinMs);
  await nextFrame();
}

/** Resolves when an attribute has changed, or when the time is over. */
function change(element: Element, attribute: string, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => end());
    const end = (): void => {
      observer.disconnect();
      resolve();
    };
    observer.observe(element, { attributeFilter: [attribute] });
    if (withinMs < Infinity) setTimeout(end, withinMs);
  });
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

/** The address of this page with the figure as it is set now. */
export function linkTo(figure: HTMLElement): string {
  const address = new URL(location.href);
  address.hash = figureFragment(figure);
  return address.href;
}

/**
 * The HTML of a frame that shows the figure as it is set now, as high as it is now.
 *
 * @param name name of the figure's folder
 * @param base the site's base path, with a slash at its end
 */
export function frameOf(figure: HTMLElement, name: string, base: string): string {
  const address = new URL(`${base}embed/figures/${name}/`, location.href);
  address.hash = figureFragment(figure, name);
  const title = (figure.ariaLabel ?? name).replaceAll('"', "&quot;");
  return `<iframe src="${address.href}" title="${title}" width="100%" height="${Math.ceil(figure.scrollHeight) + 48}" style="border: 0"></iframe>`;
}
