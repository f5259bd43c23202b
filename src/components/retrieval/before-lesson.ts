/** The line above a lesson's text: it loads its questions when it is opened. */
class BeforeLesson extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector("details");
    const ask = async (): Promise<void> => {
      if (!details?.open || "asked" in this.dataset) return;
      this.dataset["asked"] = "";
      try {
        const { loadQuestions } = await import("./load-questions.ts");
        await (await loadQuestions()).showQuestions(this);
      } catch {
        delete this.dataset["asked"];
        this.querySelector("[role=status]")?.replaceChildren(
          "The questions couldn’t be loaded. Once there is a connection, open this again.",
        );
      }
    };
    details?.addEventListener("toggle", ask);
    void ask();
  }
}

customElements.define("before-lesson", BeforeLesson);
