// What the queue of held calls takes from other modules, and what it offers them.
import type { Replacement } from '../../contract/approval/replacement.ts'
import type {
  Approval,
  ApprovalAnswer,
  ApprovalState,
  Reply,
} from '../../contract/approval/approval.ts'
import type { Proof } from '../../contract/approval/proof.ts'
import type { FirstAnswer, FleetPerson, SecondHash } from '../../contract/approval/second-person.ts'
import type { SecondAnswer } from '../../contract/fleet/second-request.ts'
import type { Cut } from '../../contract/approval/result-review.ts'
import type { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ApprovalId, RequestHash, SessionId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { AnsweredOn } from '../../contract/call/principal.ts'
import type { Result } from '../../contract/result.ts'

export type AnswerPatch = {
  readonly answeredAt: number
  readonly answeredOn: AnsweredOn | null
  readonly answer: ApprovalAnswer | null
  readonly word: string | null
  /** Left out: nothing is cut. */
  readonly cut?: Cut | null
  readonly route: ApprovalRoute
  /** The second person whose answer it is. */
  readonly by?: FleetPerson | null
}

export type ApprovalQueueDeps = {
  readonly table: {
    insert(approval: Approval, request: JsonObject): void
    get(id: ApprovalId): Approval | null
    list(
      states: readonly ApprovalState[],
      before: number | undefined,
      limit: number,
    ): readonly Approval[]
    /** Oldest first, each read when its turn comes. */
    pending(): Iterable<Approval>
    pendingIds(): readonly ApprovalId[]
    count(): number
    findPending(requestHash: RequestHash, session: SessionId): Approval | null
    /** One statement; false when the row was not in `from` any more. */
    transition(id: ApprovalId, from: ApprovalState, to: ApprovalState, patch: AnswerPatch): boolean
    /**
     * One transaction: ends a pending approval and puts another in its place. False when it had
     * ended.
     */
    replace(id: ApprovalId, patch: AnswerPatch, by: Approval, request: JsonObject): boolean
  }
  /** Work on the table as a value: tried again while the database is locked. Never rejects. */
  readonly attempt: <T>(work: () => T) => Promise<Result<T, Failure>>
  /** The entries of main/pipeline/record.ts. What cannot be written now is an error of `asked`. */
  readonly record: {
    /** `replaced`: the approval in whose place it is asked for. */
    asked(approval: Approval, replaced: ApprovalId | null): Promise<Result<unknown, Failure>>
    /** Written as soon as it can be: it has happened. */
    answered(approval: Pick<Approval, 'id' | 'callId' | 'tool'>, how: AnsweredHow): Promise<unknown>
  }
  readonly opened: (approval: Approval) => void
  readonly closed: (approval: Approval) => void
  /** Checks a proof of presence, and uses it up. */
  readonly prove: (
    proof: Proof,
    surface: AnsweredOn,
    approval: Approval,
  ) => Promise<Result<Proof['kind'], Failure>>
  /** Whether a proof is wanted on this surface even below R4. */
  readonly wantsProof: (surface: AnsweredOn) => boolean
  /**
   * Checks what a lasting answer would bring about (a lease, a rule) and gives the way to bring it
   * about, which is taken only once the answer has won. A failure leaves the question open.
   */
  readonly lasting: (approval: Approval, reply: Reply) => Result<Keep, Failure>
  /**
   * The approval to ask again, because the files it was rehearsed on have changed; null while they
   * have not. A failure leaves the old one pending.
   */
  readonly renewed: (approval: Approval) => Promise<Result<Replacement | null, Failure>>
  /**
   * The approval to ask in place of one whose command ran in a copy, once it has run there again; a
   * failure leaves the old one pending.
   */
  readonly restaged: (approval: Approval) => Promise<Result<Replacement, Failure>>
  /** The approval for edited arguments, evaluated again; a failure leaves the old one pending. */
  readonly edited: (approval: Approval, args: JsonObject) => Promise<Result<Replacement, Failure>>
  /**
   * Asks a second person, durably: the call waits then. Null where it has ended meanwhile, or waits
   * already. A failure leaves the first person's answer uncounted.
   */
  readonly second: {
    ask(approval: Approval, first: FirstAnswer): Promise<Result<Approval | null, Failure>>
  }
  /** Called once for each approval that ended: the pipeline goes on from there. */
  readonly onEnded: (approval: Approval) => void
  /** A bug, met where nobody waits. */
  readonly report: (fault: unknown) => void
  readonly now: () => number
}

/** Who gave the second answer, to which request, and when by their clock. */
export type Seconded = FleetPerson & { readonly request: SecondHash; readonly at: number }

/** How an approval ended, for the journal. */
export type AnsweredHow = {
  readonly answer: ApprovalAnswer
  readonly route: ApprovalRoute
  readonly surface: AnsweredOn | null
  readonly stepUp?: Proof['kind'] | undefined
  readonly word?: string | undefined
  readonly cut?: Cut | undefined
  readonly about?: 'result' | undefined
  /** The second person. */
  readonly second?: Seconded | undefined
  /** Of the arguments as a person edited them. */
  readonly edited?: RequestHash | undefined
}

/** Makes a lasting answer last. Null for an answer that does not. */
export type Keep = (() => Promise<Result<null, Failure>>) | null

/** Why a question is withdrawn: nobody answered it. */
export type Withdrawal = Exclude<ApprovalRoute, 'person' | 'time-out'>

export type ApprovalQueue = {
  /** Puts a question, or joins the one that already asks the same for the same session. */
  ask(
    approval: Approval,
    request: JsonObject,
    opened: (approval: Approval) => void,
  ): Promise<Result<Approval, Failure>>
  /**
   * Answers once. Failures leave the question as it was: `approval.unknown`, `approval.answered`,
   * `approval.expired`, `approval.not-offered`, `approval.step-up`, those of the proof, of a
   * lasting answer, and of edited arguments.
   */
  answer(id: ApprovalId, reply: Reply, surface: AnsweredOn): Promise<Result<Approval, Failure>>
  /**
   * The answer of a second person, checked: signed, and for exactly what is asked. Counts once. A
   * failure says why it does not.
   */
  second(id: ApprovalId, answer: SecondAnswer): Promise<Result<Approval, Failure>>
  /**
   * Runs a staged command again in a new copy; what it changed before is thrown away. Gives the
   * approval that takes its place. Failures leave the question as it was: those of `answer`, and
   * `approval.not-staged`.
   */
  runAgain(id: ApprovalId, surface: AnsweredOn): Promise<Result<Approval, Failure>>
  /**
   * Replaces a pending approval by a new one for the same call, evaluated again. The old row is
   * never changed: it ends, and those who waited for it wait for the new one. False when the old
   * one had ended meanwhile. A failure leaves the old one pending.
   */
  replace(id: ApprovalId, by: Replacement): Promise<Result<boolean, Failure>>
  /**
   * Withdraws a question nobody has answered, and says why; does nothing to one that has ended.
   * Tried again until it is written.
   */
  cancel(id: ApprovalId, why: Withdrawal): Promise<void>
  /**
   * Decides that all that is pending is denied, as stopped, before it returns; what ends one of them
   * meanwhile changes nothing of that. Gives how many there are.
   */
  decideAll(surface: AnsweredOn): number
  /**
   * Denies everything that waits: a person stopped everything. Gives how many there were; the rest
   * is tried again.
   */
  stopAll(surface: AnsweredOn): Promise<Result<number, Failure>>
  /** Oldest first, each read when its turn comes: there may be thousands. */
  pending(): Iterable<Approval>
  /** How many wait. From memory once `recover` was called. */
  held(): number
  /**
   * At start: expires what ran out meanwhile, arms the rest, and closes what was approved but never
   * begun.
   */
  recover(): Promise<void>
  dispose(): void
}
