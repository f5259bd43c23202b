// The kernel in CUDA is open where there is room beside the code, and folded on narrow screens. Whoever folds or unfolds one finds the
// others so, too.

const KEY = "coalesce:cuda-panel";
const ROOM = "(min-width: 72rem)";

const panels = document.querySelectorAll<HTMLDetailsElement>("details.cuda");

function show(isOpen: boolean): void {
  for (const panel of panels) panel.open = isOpen;
}

try {
  const kept = localStorage.getItem(KEY);
  show(kept === null ? matchMedia(ROOM).matches : kept === "open");
  for (const panel of panels) {
    panel.querySelector("summary")?.addEventListener("click", () => {
      // The click has not folded or unfolded it yet.
      localStorage.setItem(KEY, panel.open ? "folded" : "open");
    });
  }
} catch {
  // A browser that stores nothing begins anew each time.
  show(matchMedia(ROOM).matches);
}

export {};
