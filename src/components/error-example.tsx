import type { ListedError } from "#build/lab-errors.ts";

/** A program that has an error of the lab, with the place marked that the error is about. */
export function ErrorExample({ code, example }: Pick<ListedError, "code" | "example">) {
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
