import { expect, test } from "vitest";
import { pressed, shortcuts, type Action } from "./shortcuts.ts";

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
