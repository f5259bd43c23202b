import { keyWithModifiers, pressed, type Action } from "./shortcuts.ts";

/** Stored as "off" when the learner has turned single keys off. */
const KEY = "coalesce.single-keys";

/** Cells with code to write: exercises, try cells, the playground. */
const CODE = ".code-host";

/** The list of keyboard shortcuts, and the shortcuts themselves. */
class KeyboardHelp extends HTMLElement {
  #pending: readonly string[] = [];
  /** Whether the keys that are waiting began with the modifiers: the next one then needs none, and belongs to no field. */
  #isModified = false;
  /** Whether somebody has written on this page: from then on, a single key may be meant for a text that has lost the keyboard. */
  #hasWritten = false;

  connectedCallback(): void {
    const { box } = this;
    box.checked = areSingleKeysOn();
    box.addEventListener("change", () => storeSingleKeys(box.checked));
    this.querySelector(".open-keys")?.addEventListener("click", () => this.#toggle());
    // Before an editor sees the keys, which keeps some of them.
    document.addEventListener("keydown", (event) => this.#noteWriting(event), { capture: true });
    document.addEventListener("input", (event) => this.#noteInput(event));
    document.addEventListener("keydown", (event) => this.#pressModified(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  get dialog(): HTMLDialogElement {
    return required(this.querySelector("dialog"));
  }

  get box(): HTMLInputElement {
    return required(this.querySelector("input"));
  }

  #noteWriting({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void {
    if ([...key].length === 1 && !ctrlKey && !metaKey && !altKey && isWriting(target)) this.#hasWritten = true;
  }

  /** An on-screen keyboard tells of no keys. */
  #noteInput(event: Event): void {
    if (event instanceof InputEvent && event.inputType.startsWith("insert") && isWriting(event.target)) this.#hasWritten = true;
  }

  /** With Alt and Shift, shortcuts act everywhere and always. */
  #pressModified(event: KeyboardEvent): void {
    if (["Shift", "Alt"].includes(event.key) || isInOtherDialog(this.dialog)) return;
    const key = keyWithModifiers(event) ?? (this.#isModified ? event.key : undefined);
    if (key === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    this.#follow(this.#isModified ? this.#pending : [], key, event);
    this.#isModified = this.#pending.length > 0;
  }

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key === "Shift") return;
    if (!this.box.checked || this.#hasWritten || isWriting(event.target) || isInOtherDialog(this.dialog)) return;
    this.#follow(this.#pending, event.key, event);
  }

  #follow(before: readonly string[], key: string, event: KeyboardEvent): void {
    const { action, pending } = pressed(before, key);
    this.#pending = pending;
    if (action === undefined || (this.dialog.open && action.kind !== "list")) return;
    event.preventDefault();
    this.#carryOut(action);
  }

  #carryOut(action: Action): void {
    switch (action.kind) {
      case "list":
        return this.#toggle();
      case "search":
        return document.querySelector<HTMLElement>("site-search button[data-open-modal]")?.click();
      case "editor":
        return goToEditor(action.direction);
      case "page":
        return document.querySelector<HTMLElement>(`.pagination-links a[rel="${action.rel}"]`)?.click();
      case "go":
        return location.assign(`${this.dataset["base"] ?? "/"}${action.path}`);
    }
  }

  #toggle(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }
}

/** The editor after or before the place where the keyboard is; from the last one it goes on with the first. */
function goToEditor(direction: 1 | -1): void {
  const editors = [...document.querySelectorAll<HTMLElement>(CODE)].filter((host) => host.checkVisibility());
  const here = document.activeElement ?? document.body;
  const after = editors.findIndex((host) => here === document.body || isAfter(here, host));
  const before = editors.findLastIndex((host) => here !== document.body && isAfter(host, here));
  const next = direction === 1 ? editors[after] : editors[before];
  const host = next ?? editors.at(direction === 1 ? 0 : -1);
  if (host === undefined) return;
  host.scrollIntoView({ block: "center", behavior: "instant" });
  const field = host.querySelector<HTMLElement>("textarea, [contenteditable=true], [role=textbox]");
  if (field === null) host.click();
  else field.focus();
}

/** Whether the other element comes after this one and is not inside of it. */
function isAfter(element: Element, other: Element): boolean {
  const position = element.compareDocumentPosition(other);
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (position & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

/** Whether keys typed at a place belong to it: to a field, an editor, or a list that finds its options by their letters. */
function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button", "submit", "reset"].includes(target.type);
  return (
    target.isContentEditable || target.matches("textarea, select, [role=textbox]") || target.closest(".monaco-editor, .cm-editor") !== null
  );
}

function isInOtherDialog(own: HTMLDialogElement): boolean {
  return [...document.querySelectorAll("dialog[open]")].some((dialog) => dialog !== own);
}

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

function storeSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch (error) {
    console.warn("This browser does not keep the setting.", error);
  }
}

function required<T>(element: T | null): T {
  if (element === null) throw new Error("the list of keyboard shortcuts is incomplete");
  return element;
}

customElements.define("keyboard-help", KeyboardHelp);
