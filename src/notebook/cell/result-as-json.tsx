import { useState } from "preact/hooks";
import type { GradeResult } from "#judge/result.ts";
import { resultJson } from "#judge/report/result-text.ts";

/** The result to the letter, as the command line prints it with --json. */
export function ResultAsJson({ result }: { readonly result: GradeResult }) {
  const [wasCopied, setCopied] = useState(false);
  const json = resultJson(result);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(json);
    setCopied(true);
  };
  return (
    <details class="as-json">
      <summary>Result as JSON</summary>
      <button type="button" onClick={() => void copy()}>
        {wasCopied ? "Copied" : "Copy"}
      </button>
      <pre tabIndex={0} aria-label="Result as JSON">
        {json}
      </pre>
    </details>
  );
}
