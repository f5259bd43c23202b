import { expect, test } from "vitest";
import { keyWithModifiers, pressed, shortcuts, type Action } from "./shortcuts.ts";

/** The actions of keys that are pressed one after another. */
function actions(keys: string): (Action | undefined)[] {
  let pending: readonly string[] = [];
  return [...keys].map((key) => {
    const next = pressed(pending, key);
    pending = next.pending;
    return next.action;
  });
}

test.each(shortcuts.map((shortcut) => [shortcut.keys.join(" "), shortcut] as const))(
  "%s does what its list says",
  (_, { keys, action }) => {
    expect(actions(keys.join("")).at(-1)).toEqual(action);
  },
);

test("a key that continues no shortcut begins a new one", () => {
  expect(actions("ge")).toEqual([undefined, { kind: "editor", direction: 1 }]);
  expect(actions("xgp").at(-1)).toEqual({ kind: "go", path: "practice/" });
});

test("no shortcut is the beginning of another, so none has to wait for time to pass", () => {
  const sequences = shortcuts.map(({ keys }) => keys.join(" "));
  expect(sequences.filter((one) => sequences.some((other) => other !== one && other.startsWith(`${one} `)))).toEqual([]);
  expect(new Set(sequences).size).toBe(sequences.length);
});

test.each([
  ["Alt+Shift+N", { key: "N", code: "KeyN" }, "n"],
  ["the same on a Mac, where Option and Shift write another character", { key: "˜", code: "KeyN" }, "n"],
  ["a letter where another keyboard has it", { key: "E", code: "KeyD" }, "e"],
  ["Alt+Shift+?", { key: "?", code: "Slash" }, "?"],
  ["Alt+Shift+ArrowUp, which moves lines in editors", { key: "ArrowUp", code: "ArrowUp" }, undefined],
  ["Alt+Shift+F, which begins no shortcut", { key: "F", code: "KeyF" }, undefined],
  ["AltGr+N", { key: "N", code: "KeyN", ctrlKey: true }, undefined],
  ["Shift+N", { key: "N", code: "KeyN", altKey: false }, undefined],
])("%s", (_, press, key) => {
  expect(keyWithModifiers({ altKey: true, shiftKey: true, ctrlKey: false, metaKey: false, ...press })).toBe(key);
});
