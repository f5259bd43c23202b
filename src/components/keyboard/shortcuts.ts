/** Pages that shortcuts go to, by their path: what the list calls them. */
const PLACES = {
  "": "the landing page",
  "map/": "the course",
  "practice/": "practice",
  "playground/": "the playground",
  "lab/": "the lab",
  "figures/": "the figures",
  "my-work/": "my work",
} as const;

/** What a shortcut does: it follows a link, moves to an editor, or opens search or the list of shortcuts. */
export type Action =
  | { readonly kind: "list" }
  | { readonly kind: "search" }
  | { readonly kind: "editor"; readonly direction: 1 | -1 }
  | { readonly kind: "page"; readonly rel: "next" | "prev" }
  | { readonly kind: "go"; readonly path: keyof typeof PLACES };

/** A shortcut of the pages: keys that are pressed one after another, outside of fields and editors. */
export interface Shortcut {
  /** As `KeyboardEvent.key` names them. */
  readonly keys: readonly string[];
  readonly action: Action;
}

/** The shortcuts, in the order of their list. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ["?"], action: { kind: "list" } },
  { keys: ["/"], action: { kind: "search" } },
  { keys: ["e"], action: { kind: "editor", direction: 1 } },
  { keys: ["E"], action: { kind: "editor", direction: -1 } },
  { keys: ["n"], action: { kind: "page", rel: "next" } },
  { keys: ["p"], action: { kind: "page", rel: "prev" } },
  { keys: ["g", "h"], action: { kind: "go", path: "" } },
  { keys: ["g", "c"], action: { kind: "go", path: "map/" } },
  { keys: ["g", "p"], action: { kind: "go", path: "practice/" } },
  { keys: ["g", "t"], action: { kind: "go", path: "playground/" } },
  { keys: ["g", "l"], action: { kind: "go", path: "lab/" } },
  { keys: ["g", "f"], action: { kind: "go", path: "figures/" } },
  { keys: ["g", "w"], action: { kind: "go", path: "my-work/" } },
];

/** What the list says of a shortcut. Pages that are served carry the words in their HTML, and their scripts need none of them. */
export function shortcutSays({ action }: Shortcut): string {
  switch (action.kind) {
    case "list":
      return "Show or hide this list";
    case "search":
      return "Search";
    case "editor":
      return action.direction === 1 ? "Go to the next editor on the page, and write" : "Go to the previous editor";
    case "page":
      return action.rel === "next" ? "Next page" : "Previous page";
    case "go":
      return `Go to ${PLACES[action.path]}`;
  }
}

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
