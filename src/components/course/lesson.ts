/** The folder of the part that a lesson belongs to: "lessons/3-shared-memory/02-padding" is in "3-shared-memory"; undefined for other pages. */
export function partFolder(lessonId: string): string | undefined {
  return lessonId.match(/^lessons\/([^/]+)\//)?.[1];
}

/** A part's name from its folder: "3-shared-memory" is "Shared memory". */
export function partName(folder: string): string {
  const words = folder.replace(/^\d+-/, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
