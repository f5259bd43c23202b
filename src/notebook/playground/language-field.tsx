/** The languages that a kernel of the playground can be written in. */
export type PlaygroundLanguage = "typescript" | "cuda";

const LANGUAGES: readonly (readonly [PlaygroundLanguage, string])[] = [
  ["typescript", "TypeScript index functions"],
  ["cuda", "CUDA C++"],
];

interface LanguageFieldProps {
  readonly language: PlaygroundLanguage;
  /** Each language has its own works, so that the page is opened anew with the other one; the open work is kept on leaving. */
  readonly onChoose: (language: PlaygroundLanguage) => void;
}

export function LanguageField({ language, onChoose }: LanguageFieldProps) {
  return (
    <label class="field">
      <span>Language</span>
      <select
        value={language}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as PlaygroundLanguage;
          if (chosen !== language) onChoose(chosen);
        }}
      >
        {LANGUAGES.map(([value, text]) => (
          <option key={value} value={value} selected={value === language}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Where the playground is, with CUDA. */
export const IN_CUDA = "?language=cuda";

/** Why the playground shows another kernel than the sketch that was to be translated, until the page with CUDA has said it. */
export const NOT_IN_CUDA = "coalesce-playground-not-in-cuda";
