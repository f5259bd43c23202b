/** Where an address names a figure, `#figure=warp-to-memory&stride=8`, shows it as it was set. Pages load the rest only then. */
async function showLinkedFigure(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (!fragment.startsWith("figure=")) return;
  const { openLinkedFigure } = await import("#figures/drawing/figure-address.ts");
  const problems = await openLinkedFigure(fragment);
  document.querySelector(".linked-figure-problem")?.remove();
  if (problems.length > 0) tell(problems);
}

/** A figure that is not set as the link says must not look as if it were. */
function tell(problems: readonly string[]): void {
  const note = document.createElement("p");
  note.className = "linked-figure-problem not-content";
  note.setAttribute("role", "alert");
  note.textContent = `Not all of this link could be followed. ${problems.join(". ")}. Everything else is set as the link says.`;
  const name = new URLSearchParams(location.hash.slice(1)).get("figure")?.replace(/\.\d+$/, "") ?? "";
  const figure = document.querySelector(`[data-figure="${CSS.escape(name)}"]`);
  if (figure) figure.prepend(note);
  else document.querySelector("main")?.prepend(note);
}

void showLinkedFigure();
addEventListener("hashchange", () => void showLinkedFigure());
