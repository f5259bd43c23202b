/**
 * Puts the badges that a page was built with beside the lines of its static code, some of which are wrapped; again once the fonts are
 * there. From when the editor is open, the live gutter does this.
 */
export function placeBadges(root: HTMLElement): void {
  placeNow(root);
  void document.fonts.ready.then(() => placeNow(root));
}

function placeNow(root: HTMLElement): void {
  root.dataset["badges"] = "placed";
  if (root.dataset["editor"] !== undefined) return;
  const lines = root.querySelectorAll<HTMLElement>(".code-host code .line");
  for (const badges of root.querySelectorAll<HTMLElement>(".badge-line")) {
    const line = lines[Number(badges.dataset["line"]) - 1];
    if (line !== undefined) badges.style.top = `${line.getBoundingClientRect().top - badges.parentElement!.getBoundingClientRect().top}px`;
  }
}
