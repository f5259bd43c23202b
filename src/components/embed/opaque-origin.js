// For a frame whose `sandbox` attribute lacks `allow-same-origin`, before any other script: its document has an origin of its own, so its
// storage throws when it is touched, and scripts come only from hosts that allow every origin.
(() => {
  if (self.origin !== "null") return;
  for (const name of ["localStorage", "sessionStorage"]) {
    const kept = new Map();
    const storage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
    };
    Object.defineProperty(self, name, { value: storage });
  }
  // A script that cannot be loaded says so to its element, which tells nobody above it: hence the capture.
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && (document.documentElement.dataset.locked = ""), true);
})();
