import { useComputed, type ReadonlySignal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import type { HandingIn } from "./handing-in.ts";
import { whatCounts } from "./what-counts.ts";
import { stateOf, type Work } from "./work.ts";
import { contentsOf, type WrittenHandIn } from "./written-hand-ins.ts";

interface HandInFormProps {
  readonly handingIn: HandingIn;
  readonly now: ReadonlySignal<number>;
}

/** "Hand in": who, what goes in, and the button that writes the file. */
export function HandInForm({ handingIn, now }: HandInFormProps) {
  const [isAsking, ask] = useState(false);
  const { assignment, handIns, works, progress, complaint, justWritten } = handingIn;
  const counts = useComputed(() => whatCounts(assignment, handIns.value, now.value)?.message);
  const isEmpty = (): boolean => works.value?.every(({ draft }) => draft === undefined) === true;
  const needsConsent = (): boolean => isEmpty() || whatCounts(assignment, handIns.value, Date.now())?.needsConsent === true;
  const button = useRef<HTMLButtonElement>(null);
  /** The question goes, and with it the button that has the focus. */
  const stopAsking = (): void => {
    ask(false);
    button.current?.focus();
  };
  const write = (): void => {
    stopAsking();
    void handingIn.write();
  };
  /** Asks about what there is now: it may not have been read yet, and other tabs may have gone on. */
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    await handingIn.refresh();
    if (needsConsent()) ask(true);
    else void handingIn.write();
  };
  return (
    <section aria-labelledby="_hand-in">
      <h3 id="_hand-in">Hand in</h3>
      <form class="hand-in" onSubmit={(event) => void submit(event)}>
        <StudentFields handingIn={handingIn} />
        {works.value !== undefined && <GoesIn works={works.value} />}
        {counts.value !== undefined && !isAsking && <p class="counts">{counts}</p>}
        <button ref={button} type="submit" class="primary" aria-disabled={progress.value !== undefined}>
          Hand in
        </button>
        <div role="status">
          {isAsking && (
            <p class="notice" role="group" aria-label="Hand in all the same?">
              {isEmpty() ? "The file would hold no answer: nothing is written yet." : counts} Write the file all the same?
              <button type="button" onClick={write}>
                Write the file
              </button>
              <button type="button" onClick={stopAsking}>
                Leave it
              </button>
            </p>
          )}
        </div>
      </form>
      <div role="status">
        {progress.value !== undefined && <p>{progress}</p>}
        {justWritten.value !== undefined && <Written handIn={justWritten.value} />}
      </div>
      <div role="alert">{complaint.value !== undefined && <p class="notice wrong">{complaint}</p>}</div>
    </section>
  );
}

function StudentFields({ handingIn }: { readonly handingIn: HandingIn }) {
  const { id, name } = handingIn.student.value;
  return (
    <div class="student">
      <label>
        Student id
        <input
          name="student-id"
          value={id}
          required
          maxLength={200}
          pattern=".*\S.*"
          autocomplete="off"
          aria-describedby="_student-id"
          onInput={({ currentTarget }) => handingIn.nameStudent({ id: currentTarget.value, name })}
        />
        <span class="soft" id="_student-id">
          As your instructor knows you; always the same one.
        </span>
      </label>
      <label>
        Name
        <input
          name="student-name"
          value={name}
          maxLength={200}
          autocomplete="name"
          aria-describedby="_student-name"
          onInput={({ currentTarget }) => handingIn.nameStudent({ id, name: currentTarget.value })}
        />
        <span class="soft" id="_student-name">
          May stay empty.
        </span>
      </label>
    </div>
  );
}

/** What goes into the file, what does not, and what does not pass yet. */
function GoesIn({ works }: { readonly works: readonly Work[] }) {
  const titles = (some: readonly Work[]): string => some.map(({ exercise, data }) => data?.title ?? exercise).join(", ");
  const missing = works.filter(({ draft }) => draft === undefined);
  const unsure = works.filter((work) => work.draft !== undefined && stateOf(work) !== "passed");
  return (
    <ul class="goes-in">
      <li>
        {works.length - missing.length} of {works.length} exercises go in, each with your code as it is now.
      </li>
      {missing.length > 0 && <li>Not begun, and left out: {titles(missing)}.</li>}
      {unsure.length > 0 && <li>Not passed on this page as the code is now: {titles(unsure)}. You may hand in all the same.</li>}
    </ul>
  );
}

function Written({ handIn }: { readonly handIn: WrittenHandIn }) {
  const withoutVerdict = contentsOf(handIn).answers.filter(({ pageVerdict }) => pageVerdict === undefined).length;
  return (
    <p class="notice">
      <span>
        <strong>{handIn.fileName}</strong> is among your downloads. This page sends nothing: give the file to your instructor in the way
        that you agreed on. You may go on writing, and hand in again.
        {withoutVerdict > 0 &&
          ` ${withoutVerdict} of its answers could not be graded on this page; your instructor grades them like all others.`}
      </span>
    </p>
  );
}
