/**
 * What a glossary term in running text opens: its definition, in the lesson. On a desk it stands below the term until something else is
 * clicked or Escape is pressed; on a small or touched screen it is a sheet from below, which a swipe, the way back or Escape closes.
 * Without this script, and for whoever wants a tab of its own, the term is a link to the glossary.
 */
const ROOM = matchMedia("(min-width: 50rem) and (hover: hover)");

/** Between a term and its definition, in CSS pixels. */
const GAP = 6;

/** How far down a sheet is swiped to close it, in CSS pixels. */
const SWIPE = 60;

/** The state of the address while a sheet is open, so that the way back closes it. */
const SHEET = "coalesce-term";

addEventListener("click", (event) => {
  const term = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.term[data-definition]") : null;
  if (term === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(term);
});

function open(term: HTMLAnchorElement): void {
  document.querySelector<HTMLDialogElement>(".term-definition")?.remove();
  const dialog = drawn(term);
  document.body.append(dialog);
  if (ROOM.matches) openBelow(dialog, term);
  else openSheet(dialog, term);
}

/** The definition with its way on, and a button that closes it. */
function drawn(term: HTMLAnchorElement): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = "term-definition";
  const heading = document.createElement("h2");
  heading.id = "term-definition";
  heading.textContent = term.textContent;
  dialog.setAttribute("aria-labelledby", heading.id);
  const definition = document.createElement("p");
  definition.textContent = term.dataset["definition"] ?? "";
  const more = document.createElement("a");
  more.href = term.href;
  more.textContent = "More in the glossary";
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  dialog.append(heading, definition, more, close);
  return dialog;
}

/** Below its term, in the page: it scrolls with the text. */
function openBelow(dialog: HTMLDialogElement, term: HTMLAnchorElement): void {
  const line = term.getClientRects()[0] ?? term.getBoundingClientRect();
  const opened = new AbortController();
  const shut = (): void => {
    opened.abort();
    dialog.remove();
    term.removeAttribute("aria-expanded");
  };
  const put = (left: number, top: number): void => {
    dialog.style.left = `${left + scrollX}px`;
    dialog.style.top = `${top + scrollY}px`;
  };
  // It gets the focus, and the page must not scroll to where it would stand otherwise.
  put(line.left, line.bottom + GAP);
  dialog.show();
  term.setAttribute("aria-expanded", "true");
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const isRoomBelow = line.bottom + height + 2 * GAP < innerHeight;
  const left = Math.min(line.left, document.documentElement.clientWidth - width - 16);
  put(left, isRoomBelow ? line.bottom + GAP : line.top - height - GAP);
  dialog.querySelector("button")?.addEventListener("click", () => (shut(), term.focus()));
  const { signal } = opened;
  addEventListener("pointerdown", ({ target }) => target instanceof Node && !dialog.contains(target) && shut(), { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && (shut(), term.focus()), { signal });
}

function openSheet(dialog: HTMLDialogElement, term: HTMLAnchorElement): void {
  dialog.classList.add("sheet");
  const goBack = (): void => dialog.close();
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", goBack);
    dialog.remove();
    // Closed otherwise than by the way back: the address's entry goes, too.
    if (history.state?.[SHEET] === true) history.back();
    term.focus({ preventScroll: true });
  });
  dialog.querySelector("button")?.addEventListener("click", () => dialog.close());
  dialog.querySelector("a")?.addEventListener("click", (event) => {
    // The glossary takes the place of the entry that the sheet has made.
    event.preventDefault();
    location.replace(term.href);
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  closeOnSwipe(dialog);
  history.pushState({ ...history.state, [SHEET]: true }, "");
  addEventListener("popstate", goBack);
  dialog.showModal();
}

function closeOnSwipe(dialog: HTMLDialogElement): void {
  let start: number | undefined;
  const movedBy = ({ touches, changedTouches }: TouchEvent): number =>
    Math.max(0, (touches[0] ?? changedTouches[0])!.clientY - (start ?? 0));
  dialog.addEventListener("touchstart", ({ touches }) => (start = touches[0]?.clientY), { passive: true });
  dialog.addEventListener("touchmove", (event) => (dialog.style.translate = `0 ${movedBy(event)}px`), { passive: true });
  dialog.addEventListener("touchend", (event) => {
    if (movedBy(event) > SWIPE) dialog.close();
    else dialog.style.translate = "";
  });
}
