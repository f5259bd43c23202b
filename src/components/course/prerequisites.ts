/** A glossary term that a reader brings to the course: its slug, and its plural for running text. */
interface BroughtTerm {
  readonly slug: string;
  readonly plural: string;
}

/** The terms of a first CUDA program: no lesson explains them before it uses them. The landing page lists them. */
export const BROUGHT: readonly BroughtTerm[] = [
  { slug: "kernel", plural: "kernels" },
  { slug: "launch", plural: "launches" },
  { slug: "thread", plural: "threads" },
  { slug: "block", plural: "blocks" },
  { slug: "grid", plural: "grids" },
];
