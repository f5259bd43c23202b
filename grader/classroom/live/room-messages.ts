import { z } from "zod";
import type { PredictionVerdict } from "#judge/judge-prediction.ts";

/** The largest count of anything in this course. */
const MOST_COUNTED = 1e15;

const token = z.string().min(1).max(64);
const question = z.string().min(1).max(300);

/** The messages that pages may send to a room, by the last part of the address. Nothing else is read. */
export const roomMessages = {
  /** A browser comes in, or comes back with the token that it was given before. */
  join: z.strictObject({ code: z.string().max(40), name: z.string().max(200).optional(), token: token.optional() }),
  /** The browser leaves the room. */
  leave: z.strictObject({ token }),
  /** A prediction: the question's id, and the number that was answered. */
  prediction: z.strictObject({ token, question, given: z.number().min(0).max(MOST_COUNTED) }),
  /** The verdict on an answer to an exercise, by the course's own judge in the browser; the answer itself stays there. */
  verdict: z.strictObject({
    token,
    exercise: z.string().min(1).max(100),
    status: z.enum(["pass", "fail", "error"]),
    /** The misconception that the judge named. */
    mistake: z.string().min(1).max(100).optional(),
  }),
  /** The instructor asks a question; null: none. */
  ask: z.strictObject({ question: question.nullable() }),
  /** The instructor shows the answers. */
  reveal: z.strictObject({ question }),
  /** The instructor asks a question again: its answers so far are dropped. */
  again: z.strictObject({ question }),
} as const;

export type RoomMessageName = keyof typeof roomMessages;
export type RoomMessage<Name extends RoomMessageName> = z.infer<(typeof roomMessages)[Name]>;

/** The reply to a browser that has joined. */
export interface Joined {
  readonly token: string;
}

/** The state of students' pages, sent at once and whenever it changes. */
export interface PageState {
  /** The question that the room is asked now; its page is a path below the course's base. */
  readonly asked?: {
    readonly question: string;
    readonly page: string;
    readonly lesson: string;
    readonly isRevealed: boolean;
    /** Whether this browser has answered it. */
    readonly isAnswered: boolean;
  };
  /** Ids of the assigned exercises: verdicts on others are not sent. */
  readonly exercises: readonly string[];
  /** Whether the room has stopped counting. */
  readonly isOver: boolean;
}

/** The state of the projector, sent at once and whenever it changes: always all of it. */
export interface ProjectorState {
  readonly title: string;
  readonly code: string;
  /** Addresses of the course on the local network; the first one is in the QR code. */
  readonly addresses: readonly string[];
  /** How many browsers joined and have not left. */
  readonly joined: number;
  /** How many of them have a page of the course visible. */
  readonly present: number;
  /** The names of those who gave one, in alphabetical order. */
  readonly names: readonly string[];
  readonly questions: readonly QuestionState[];
  /** The id of the question that is asked now. */
  readonly asked?: string;
  readonly exercises: readonly ExerciseState[];
  readonly isOver: boolean;
}

export interface QuestionState {
  readonly id: string;
  readonly lesson: string;
  /** Code stands between backticks. */
  readonly question: string;
  readonly unit: string;
  /** Whether the lesson has an exercise of the assignment. */
  readonly isAssigned: boolean;
  /** How many have answered. */
  readonly answered: number;
  /** Only once it has been revealed. */
  readonly revealed?: Revealed;
}

/** A room's answers, and the right one. */
export interface Revealed {
  /** The answers, the smallest first. */
  readonly bars: readonly Bar[];
  /** Answers that have no bar of their own, because there are too many different ones. */
  readonly others: number;
  /** How many were right. */
  readonly right: number;
  /** The right answer: "16 sectors". */
  readonly actual: string;
  /** The reason that the lesson gives, where it is text. */
  readonly reason: string;
  /** The figure that shows the case: its address below the course's base. */
  readonly figure?: string;
}

/** An answer, and how many gave it or nearly the same one. */
export interface Bar {
  readonly answer: string;
  readonly count: number;
  readonly verdict: PredictionVerdict;
}

export interface ExerciseState {
  readonly id: string;
  readonly title: string;
  /** How many had an answer judged. */
  readonly tried: number;
  readonly passed: number;
  /** The misconceptions that occurred, the most frequent first. */
  readonly mistakes: readonly MistakeState[];
  /** Answers that fail for a reason other than the mistakes that the exercise knows, or do not run. */
  readonly unnamed: Omit<MistakeState, "id" | "says">;
}

/** A misconception, by its name and the question that helps. */
export interface MistakeState {
  readonly id: string;
  readonly says: string;
  /** How many ever made it. */
  readonly made: number;
  /** How many of them have not passed the exercise yet. */
  readonly still: number;
}
