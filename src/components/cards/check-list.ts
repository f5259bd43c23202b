import { saveTicks, readTicks } from "#notebook/storage/ticks.ts";

/** Gives each item of a list a checkbox, and saves the ticks in the browser. */
class CheckList extends HTMLElement {
  connectedCallback(): void {
    const ticked = readTicks(this.#key, () => localStorage);
    for (const item of this.querySelectorAll("li")) this.#makeTickable(item, ticked);
    this.#count();
    this.addEventListener("change", () => {
      saveTicks(this.#key, this.#ticked(), () => localStorage);
      this.#count();
    });
  }

  get #key(): string {
    return this.dataset["key"] ?? "";
  }

  get #boxes(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>("li input")];
  }

  #makeTickable(item: HTMLLIElement, ticked: ReadonlySet<string>): void {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.value = (item.textContent ?? "").replace(/\s+/g, " ").trim();
    box.checked = ticked.has(box.value);
    const text = document.createElement("span");
    text.append(...item.childNodes);
    const label = document.createElement("label");
    label.append(box, text);
    item.replaceChildren(label);
  }

  #ticked(): Set<string> {
    return new Set(this.#boxes.filter(({ checked }) => checked).map(({ value }) => value));
  }

  #count(): void {
    const count = this.querySelector(".checklist-count");
    if (count) count.textContent = `${this.#ticked().size} of ${this.#boxes.length}`;
  }
}

customElements.define("check-list", CheckList);
