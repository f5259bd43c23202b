import { useEffect, useState } from "preact/hooks";
import "./hanging-indent.css";
import "./read-only-code.css";

interface ReadOnlyCodeProps {
  readonly code: string;
  /** What a screen reader calls it. */
  readonly label: string;
}

/** TypeScript to be read: plain at first, with syntax colours as soon as they are known. */
export function ReadOnlyCode({ code, label }: ReadOnlyCodeProps) {
  const [colored, setColored] = useState<{ readonly code: string; readonly html: string }>();
  useEffect(() => {
    let isShown = true;
    // Where the script with the colours cannot be loaded, plain text is as good to read.
    import("./highlight.ts")
      .then(({ highlightTypeScript }) => highlightTypeScript(code))
      .then(
        (html) => isShown && setColored({ code, html }),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [code]);
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
