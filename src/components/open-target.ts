/** Opens the entry of a list that the page's address names, "#bank-conflict", with what it is folded in, and brings it into view. */
export function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details");
  if (!target || !folded) return;
  target.hidden = false;
  for (let around: HTMLDetailsElement | null | undefined = folded; around; around = around.parentElement?.closest("details"))
    around.open = true;
  target.scrollIntoView({ block: "start", behavior: "instant" });
}
