/** What a shortcut does: it follows a link, moves to an editor, or opens search or the list of shortcuts. */
export type Action =
  | { readonly kind: "list" }
  | { readonly kind: "search" }
  | { readonly kind: "editor"; readonly direction: 1 | -1 }
  | { readonly kind: "page"; readonly rel: "next" | "prev" }
  | { readonly kind: "go"; readonly path: string };

/** A shortcut of the pages: keys that are pressed one after another, outside of fields and editors. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  readonly says: string;
  readonly action: Action;
}

/** The shortcuts, in the order of their list. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ["?"], says: "Show or hide this list", action: { kind: "list" } },
  { keys: ["/"], says: "Search", action: { kind: "search" } },
  { keys: ["e"], says: "Go to the next editor on the page, and write", action: { kind: "editor", direction: 1 } },
  { keys: ["E"], says: "Go to the previous editor", action: { kind: "editor", direction: -1 } },
  { keys: ["n"], says: "Next page", action: { kind: "page", rel: "next" } },
  { keys: ["p"], says: "Previous page", action: { kind: "page", rel: "prev" } },
  { keys: ["g", "h"], says: "Go to the landing page", action: { kind: "go", path: "" } },
  { keys: ["g", "c"], says: "Go to the course", action: { kind: "go", path: "map/" } },
  { keys: ["g", "p"], says: "Go to practice", action: { kind: "go", path: "practice/" } },
  { keys: ["g", "t"], says: "Go to the playground", action: { kind: "go", path: "playground/" } },
  { keys: ["g", "l"], says: "Go to the lab", action: { kind: "go", path: "lab/" } },
  { keys: ["g", "f"], says: "Go to the figures", action: { kind: "go", path: "figures/" } },
  { keys: ["g", "w"], says: "Go to my work", action: { kind: "go", path: "my-work/" } },
];

/** Keys that work inside editors and figures; the pages handle them, not the shortcuts. */
export const otherKeys: readonly { readonly keys: readonly string[]; readonly says: string }[] = [
  { keys: ["Ctrl", "Enter"], says: "In an editor: grade, or run (Command Enter on a Mac)" },
  { keys: ["Esc"], says: "In an editor: the next Tab leaves it" },
  { keys: ["Left", "Right"], says: "In a figure: walk along the lanes; on a slider: change its value" },
  { keys: ["Ctrl", "K"], says: "Search, also from within a field (Command K on a Mac)" },
];

/** How keys are called that are pressed together, in the list. */
export const modifiers = ["Alt", "Shift"] as const;

/**
 * The key that is pressed with Alt and Shift, which browsers and screen readers leave free; on a Mac, where the two write other characters,
 * by its place. Undefined where they are not pressed, or the key begins no shortcut.
 */
export function keyWithModifiers({ key, code, altKey, shiftKey, ctrlKey, metaKey }: KeyPress): string | undefined {
  if (!altKey || !shiftKey || ctrlKey || metaKey) return undefined;
  const pressed = /^[a-z]$/i.test(key)
    ? key.toLowerCase()
    : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? (code === "Slash" ? "?" : key));
  return shortcuts.some(({ keys }) => keys[0] === pressed) ? pressed : undefined;
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** What a key does after the keys before it: an action, or the keys that are waiting for the next one. */
export function pressed(before: readonly string[], key: string): { readonly action?: Action; readonly pending: readonly string[] } {
  const keys = [...before, key];
  const starts = shortcuts.filter((shortcut) => keys.every((key, i) => shortcut.keys[i] === key));
  const whole = starts.find((shortcut) => shortcut.keys.length === keys.length);
  if (whole !== undefined) return { action: whole.action, pending: [] };
  if (starts.length > 0) return { pending: keys };
  return before.length === 0 ? { pending: [] } : pressed([], key);
}
