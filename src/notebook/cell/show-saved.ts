/** Before a cell is opened: shows the code that the learner left here, and whether the exercise was passed. */
export async function showSaved(cell: HTMLElement, exercise: string): Promise<void> {
  try {
    const [{ readRecord }, { readPassed }] = await Promise.all([import("../drafts/draft-store.ts"), import("../drafts/progress.ts")]);
    const [record, passed] = await Promise.all([readRecord(exercise), readPassed(exercise)]);
    if (passed !== undefined) cell.dataset["passed"] = "";
    const code = cell.querySelector(".code-host code");
    if (record === undefined || code === null || code.textContent?.trimEnd() === record.current.text.trimEnd()) return;
    code.replaceChildren(...record.current.text.trimEnd().split("\n").flatMap(lineNodes));
  } catch (error) {
    console.warn("What was saved in this browser cannot be read.", error);
  }
}

/** As Shiki writes a line, so that line numbers and spacing stay. */
function lineNodes(text: string, number: number): Node[] {
  const line = document.createElement("span");
  line.className = "line";
  line.textContent = text;
  return number === 0 ? [line] : [document.createTextNode("\n"), line];
}
