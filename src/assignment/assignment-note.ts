import { base } from "#figures/drawing/base-path.ts";

/** Beside an exercise: the saved assignments that it is part of, each with a link back. Empty where there are none. */
class AssignmentNote extends HTMLElement {
  connectedCallback(): void {
    void this.#show(this.dataset["exercise"] ?? "");
  }

  async #show(exercise: string): Promise<void> {
    try {
      const { savedAssignments } = await import("#notebook/storage/saved-assignments.ts");
      const saved = await savedAssignments();
      const open = saved.filter(({ opensAt = 0 }) => opensAt <= Date.now());
      const lines = open.flatMap(({ assignment }) => {
        const assigned = assignment.exercises.find(({ id }) => id === exercise);
        return assigned === undefined ? [] : [line(assignment.id, assignment.title, assigned.points)];
      });
      this.replaceChildren(...lines);
      // What it is worth in the course would be a second figure.
      const own = document.querySelector<HTMLElement>(`exercise-cell[data-exercise="${CSS.escape(exercise)}"] .own-points`);
      if (own) own.hidden = lines.length > 0;
    } catch (error) {
      console.warn("What is saved in this browser cannot be read.", error);
    }
  }
}

function line(id: string, title: string, points: number): HTMLElement {
  const back = document.createElement("a");
  back.href = `${base}assignment/#${id}`;
  back.textContent = "back to the assignment";
  const paragraph = document.createElement("p");
  paragraph.append(`Part of the assignment ${title}, where it is worth ${points} ${points === 1 ? "point" : "points"} · `, back);
  return paragraph;
}

customElements.define("assignment-note", AssignmentNote);
