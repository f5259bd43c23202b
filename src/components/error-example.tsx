export interface ErrorExampleProps {
  readonly code: string;
  /** In words, or as a text around the place that the error is about. */
  readonly example: string | { readonly before: string; readonly place: string; readonly after: string };
}

/** A program that has an error of the lab, with the place marked that the error is about. */
export function ErrorExample({ code, example }: ErrorExampleProps) {
  if (typeof example === "string") return <p>For example: {example}.</p>;
  const { before, place, after } = example;
  return (
    <pre tabIndex={0} aria-label={`A program with ${code}`}>
      <code>
        {before}
        <mark>{place}</mark>
        {after}
      </code>
    </pre>
  );
}
