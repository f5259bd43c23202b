/** The languages that a kernel of the playground can be written in. */
type PlaygroundLanguage = "typescript" | "cuda";

const LANGUAGES: readonly (readonly [PlaygroundLanguage, string])[] = [
  ["typescript", "TypeScript index functions"],
  ["cuda", "CUDA C++"],
];

/** Chooses the language. Each has its own works, so that the page is opened anew with the other; the open one is kept on leaving. */
export function LanguageField({ language }: { readonly language: PlaygroundLanguage }) {
  return (
    <label class="field">
      <span>Language</span>
      <select
        value={language}
        onChange={({ currentTarget }) => location.assign(currentTarget.value === "cuda" ? "?language=cuda" : location.pathname)}
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
