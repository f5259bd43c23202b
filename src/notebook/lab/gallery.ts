/** What the lab's page says of a kernel to start from; its text and launch are loaded when it is chosen: see gallery-texts.ts. */
export interface GalleryEntry {
  readonly slug: string;
  readonly title: string;
  /** What to look at. */
  readonly sentence: string;
  readonly group: string;
  readonly exercise: { readonly id: string; readonly title: string };
  readonly lesson: { readonly id: string; readonly title: string };
}
