import { useId, useRef, useState } from "preact/hooks";
import { plainText } from "#pictures/inline-code.ts";
import { useCloseOutside } from "../close-outside.ts";
import "./start-menu.css";

/** Something to start from. */
export interface StartEntry {
  readonly value: string;
  readonly title: string;
  /** What it is about, with code between backticks: it is searched, too. */
  readonly sentence?: string;
}

export interface StartGroup {
  readonly name: string;
  readonly entries: readonly StartEntry[];
}

interface StartMenuProps {
  /** What it is for: "Start from". */
  readonly label: string;
  /** What the field for searching is called: "Search 80 kernels". */
  readonly search: string;
  readonly groups: readonly StartGroup[];
  readonly onChoose: (value: string) => void;
}

/** A long list to choose from, group by group, which is searched as one types: each word must be in a title, a sentence or a group's name. */
export function StartMenu({ label, search, groups, onChoose }: StartMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDetailsElement>(null);
  const [words, setWords] = useState("");
  const shown = matching(groups, words);
  const close = (): void => {
    if (menu.current === null) return;
    menu.current.open = false;
    setWords("");
  };
  const choose = (value: string): void => {
    close();
    menu.current?.querySelector("summary")?.focus();
    onChoose(value);
  };
  useCloseOutside(menu, close);
  const [best] = shown.flatMap(({ entries }) => entries);
  return (
    <div class="field start-menu">
      <span id={`${id}-label`}>{label}</span>
      <details
        ref={menu}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && matchMedia("(pointer: fine)").matches) currentTarget.querySelector("input")?.focus();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            close();
            menu.current?.querySelector("summary")?.focus();
          } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            moveFocus(event.currentTarget, event.key === "ArrowDown" ? 1 : -1);
          }
        }}
      >
        <summary id={`${id}-summary`} aria-labelledby={`${id}-label ${id}-summary`}>
          choose…
        </summary>
        <div class="start-panel">
          <input
            type="search"
            aria-label={search}
            placeholder={search}
            autocomplete="off"
            spellcheck={false}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || best === undefined) return;
              event.preventDefault();
              choose(best.value);
            }}
          />
          <p class="start-count" role="status">
            {words.trim() !== "" && countText(shown)}
          </p>
          <div class="start-groups">
            <div>
              {shown.map(({ name, entries }) => (
                <section key={name} aria-label={name}>
                  <p class="start-group">{name}</p>
                  <ul>
                    {entries.map(({ value, title, sentence }) => (
                      <li key={value}>
                        <button
                          type="button"
                          data-value={value}
                          title={sentence === undefined ? undefined : plainText(sentence)}
                          onClick={() => choose(value)}
                        >
                          {title}
                        </button>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </div>
        </div>
      </details>
    </div>
  );
}

/** The groups with the entries in which every word occurs; those whose title has them all stand first. */
export function matching(groups: readonly StartGroup[], text: string): readonly StartGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const hasAll = (searched: string): boolean => words.every((word) => searched.toLowerCase().includes(word));
  const found = groups.flatMap(({ name, entries }) => {
    const own = entries.filter(({ title, sentence = "", value }) => hasAll(`${name} ${title} ${value} ${plainText(sentence)}`));
    return own.length === 0 ? [] : [{ name, entries: own }];
  });
  const hasTitle = ({ entries }: StartGroup): number => Number(entries.some(({ title }) => hasAll(title)));
  return found.toSorted((a, b) => hasTitle(b) - hasTitle(a));
}

function countText(groups: readonly StartGroup[]): string {
  const found = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return found === 0 ? "None has these words." : found === 1 ? "1 found." : `${found} found.`;
}

/** From the search field down the list, and back. */
function moveFocus(menu: HTMLElement, by: 1 | -1): void {
  const stops = [...menu.querySelectorAll<HTMLElement>(".start-panel :is(input, button)")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
}
