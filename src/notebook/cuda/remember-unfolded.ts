// Whoever has unfolded the kernel in CUDA of one exercise finds it unfolded in the others.

const KEY = "coalesce:cuda-unfolded";

const panels = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll("details.cuda");

try {
  if (localStorage.getItem(KEY) !== null) for (const panel of panels()) panel.open = true;
  for (const panel of panels()) {
    panel.querySelector("summary")?.addEventListener("click", () => {
      // The click has not folded or unfolded it yet.
      if (panel.open) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, "");
    });
  }
} catch {
  // A browser that stores nothing begins with a folded one each time.
}

export {};
