/** A sentence of the grader: what stands between backquotes is code. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split("`").map((piece, number) => (number % 2 === 1 ? <code key={number}>{piece}</code> : piece))}</>;
}
