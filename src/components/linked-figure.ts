/** Where an address names a figure, `#figure=warp-to-memory&stride=8`, shows it as it was set. Pages load the rest only then. */
async function showLinkedFigure(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (!fragment.startsWith("figure=")) return;
  const { openLinkedFigure } = await import("#figures/drawing/figure-address.ts");
  document.querySelector(".linked-figure-problem")?.remove();
  const { figure, problems } = await openLinkedFigure(fragment);
  if (problems.length > 0) tell(problems, figure ?? document.querySelector("main"));
}

/** A figure that is not set as the link says must not look as if it were. */
function tell(problems: readonly string[], place: HTMLElement | null): void {
  const note = document.createElement("p");
  note.className = "linked-figure-problem not-content";
  note.setAttribute("role", "alert");
  note.textContent = `Not all of this link could be followed. ${problems.join(". ")}. Everything else is set as the link says.`;
  place?.prepend(note);
}

void showLinkedFigure();
addEventListener("hashchange", () => void showLinkedFigure());
