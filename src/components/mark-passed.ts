/**
 * Sets `data-passed` on those elements whose exercise, `data-exercise`, was passed in this browser. The map and the list of
 * exercises share it.
 */
export async function markPassed(elements: Iterable<HTMLElement>): Promise<void> {
  try {
    const { readPassed } = await import("#notebook/storage/passed.ts");
    await Promise.all(
      [...elements].map(async (element) => {
        const passed = await readPassed(element.dataset["exercise"] ?? "");
        element.toggleAttribute("data-passed", passed !== undefined);
      }),
    );
  } catch (error) {
    console.warn("What was passed in this browser cannot be read.", error);
  }
}
