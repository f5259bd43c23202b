import { useEffect, useState } from "preact/hooks";
import type { CodeLanguage } from "./highlight.ts";
import "./hanging-indent.css";
import "./read-only-code.css";

interface ReadOnlyCodeProps {
  readonly code: string;
  readonly language?: CodeLanguage;
  /** What a screen reader calls it. */
  readonly label: string;
}

/** Code to be read, TypeScript unless said otherwise: plain at first, with syntax colours as soon as they are known. */
export function ReadOnlyCode({ code, language = "typescript", label }: ReadOnlyCodeProps) {
  const [colored, setColored] = useState<{ readonly code: string; readonly html: string }>();
  useEffect(() => {
    let isShown = true;
    // Where the script with the colours cannot be loaded, plain text is as good to read.
    import("./highlight.ts")
      .then(({ highlightCode }) => highlightCode(code, language))
      .then(
        (html) => isShown && setColored({ code, html }),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [code, language]);
  return (
    <div class="read-only-code" role="group" aria-label={label} tabIndex={0}>
      {colored?.code === code ? (
        <div dangerouslySetInnerHTML={{ __html: colored.html }} />
      ) : (
        <pre>
          <code>{code}</code>
        </pre>
      )}
    </div>
  );
}
