import { Prose } from "#pictures/inline-code.ts";
import type { AnswerLanguage } from "./answer-language.ts";

/** The languages that an answer can be in, as their buttons say them. ExerciseCell.astro draws the same ones until the cell is opened. */
export const LANGUAGES: readonly (readonly [language: AnswerLanguage, name: string])[] = [
  ["typescript", "TypeScript"],
  ["cuda", "CUDA C++"],
];

interface LanguageSwitchProps {
  readonly language: AnswerLanguage;
  readonly onChoose: (language: AnswerLanguage) => void;
  /** What else is to be known of the choice. */
  readonly note?: string | undefined;
}

/** Chooses the language of the answer. Each has a text of its own. */
export function LanguageSwitch({ language, onChoose, note }: LanguageSwitchProps) {
  return (
    <>
      {LANGUAGES.map(([one, name]) => (
        <button key={one} type="button" data-intent={one} aria-pressed={one === language} onClick={() => onChoose(one)}>
          {name}
        </button>
      ))}
      {note !== undefined && (
        <span role="status" class="language-note">
          <Prose text={note} />
        </span>
      )}
    </>
  );
}
