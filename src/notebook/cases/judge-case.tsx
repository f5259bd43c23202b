import { render } from "preact";
import { COUNT_NAMES, budgetSentence, findingsSentence } from "#judge/cuda/cuda-sentences.ts";
import type { BudgetVerdict, CudaVerdict } from "#judge/cuda/cuda-verdict.ts";
import { capitalize, count, pluralize } from "#pictures/format.ts";
import { Prose } from "#pictures/inline-code.ts";
import { pageMachine } from "../lab/page-machine.ts";
import type { LabMachine } from "../lab/lab-machine.ts";
import { thoughtOf, type CaseJudging, type WrongRemedy } from "./case-task.ts";

let machine: LabMachine | undefined;

/**
 * Judges a mended kernel in a worker of its own, and shows the verdict.
 *
 * @param wrong what is said to texts that fail as these do
 * @param place where the verdict is shown
 * @returns whether the kernel is mended
 */
export async function judgeInPage(judging: CaseJudging, wrong: readonly WrongRemedy[], text: string, place: HTMLElement): Promise<boolean> {
  machine ??= pageMachine();
  const verdict = await machine.ask({ kind: "case", judging, text });
  const shown = document.createElement("div");
  render(<Verdict verdict={verdict} thought={thoughtOf(verdict, wrong)} />, shown);
  place.replaceChildren(shown);
  return verdict.status === "pass";
}

function Verdict({ verdict, thought }: { readonly verdict: CudaVerdict; readonly thought: string | undefined }) {
  if (verdict.status === "error") {
    return (
      <p class="notice wrong">
        {verdict.line === undefined ? "" : `Line ${verdict.line}: `}
        <Prose text={verdict.message} />
      </p>
    );
  }
  const wrong = verdict.cases.flatMap(({ values, hidden }) => (values.verdict === "fail" ? [{ hidden, message: values.message }] : []));
  const found = verdict.cases.filter(({ findings }) => findings.length > 0);
  const launches = pluralize(verdict.cases.length, "launch").replace("launchs", "launches");
  return (
    <>
      <p class="case-judged-head" data-verdict={verdict.status === "pass" ? "right" : "not-yet"}>
        {verdict.status === "pass" ? "Mended." : "Not mended yet."}
      </p>
      <ul>
        <Check isGood={wrong.length === 0}>
          {wrong[0] === undefined ? (
            `The results are the original’s, in ${launches}.`
          ) : (
            <>
              Other results than the original’s{wrong[0].hidden ? ", in a launch that you don’t see" : ""}:{" "}
              <Prose text={wrong[0].message} />
            </>
          )}
        </Check>
        <Check isGood={found.length === 0}>
          {found[0] === undefined ? (
            "No race, overrun or other fault."
          ) : (
            <>
              {found[0].hidden && "In a launch that you don’t see: "}
              <Prose text={findingsSentence(found[0])} />
            </>
          )}
        </Check>
        {verdict.budgets.map((budget) => (
          <Check key={budget.count} isGood={budget.verdict === "pass"} isSkipped={budget.verdict === "skipped"}>
            <Prose text={budgetText(budget)} />
          </Check>
        ))}
      </ul>
      {thought !== undefined && (
        <p class="case-thought">
          <Prose text={thought} />
        </p>
      )}
    </>
  );
}

interface CheckProps {
  readonly isGood: boolean;
  readonly isSkipped?: boolean;
  readonly children: preact.ComponentChildren;
}

function Check({ isGood, isSkipped = false, children }: CheckProps) {
  const verdict = isSkipped ? "skipped" : isGood ? "right" : "not-yet";
  return (
    <li data-verdict={verdict}>
      <span class="sr-only">{isSkipped ? "Not judged yet: " : isGood ? "Right: " : "Not yet: "}</span>
      {children}
    </li>
  );
}

/** "4,096 sectors of global memory, 8,192 allowed." */
function budgetText(budget: BudgetVerdict): string {
  const { count: target, counted, allowed, verdict } = budget;
  if (verdict === "pass" && counted !== undefined) return `${count(counted)} ${COUNT_NAMES[target]}, ${count(allowed)} allowed.`;
  const sentence = budgetSentence(budget);
  return verdict === "fail" ? sentence : `${capitalize(COUNT_NAMES[target])}. ${sentence}`;
}
