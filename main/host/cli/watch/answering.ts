// When the card on the screen may be answered: once it was read to its end, not right after it changed
// without the person, and one answer at a time.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { letGo } from '../../../../contract/let-go.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'
import { openApprovalPace } from './approval-pace.ts'
import { endedText } from './ended-text.ts'

export type Asking = {
  /** One line; null where the person goes back or `signal` aborts. */
  line(question: string, signal: AbortSignal): Promise<string | null>
  hidden(question: string, signal: AbortSignal): Promise<string | null>
  /** One key. */
  key(question: string, signal: AbortSignal): Promise<string | null>
  say(text: string): void
}

/** What an answer works with. */
export type Answering = {
  readonly call: Call
  readonly session: Session
  readonly approval: Approval
  readonly asking: Asking
  /** Aborts when the call no longer waits, or its card changed. */
  readonly signal: AbortSignal
  /** The person gives one approval after another faster than a card can be read. */
  readonly hurried: boolean
  /** Gatehouse took an answer from here. */
  taken(approved: boolean): void
}

export type AnsweringDeps = {
  readonly call: Call
  readonly asking: Asking
  session(): Session | null
  /** The card on the screen. */
  card(): Approval | null
  /** What was said last. */
  status(): string
  redraw(): void
}

export type CardAnswers = {
  /** Another card is shown, or the same one with other contents. */
  changed(): void
  /** What is on the screen lies elsewhere now, or the person comes back to it. */
  moved(): void
  /** The end of the card is on the screen. */
  read(): void
  /** Begins an answer, if the card may be answered now; else says why not. */
  start(work: (at: Answering) => Promise<void>): void
  /** The same, once the card was read to its end. */
  whenRead(work: (at: Answering) => Promise<void>): void
  /**
   * A call is over. True: it was answered here, or an answer from here is on its way. Where another
   * was first, that is said as soon as it is known.
   */
  ended(approval: Approval): boolean
}

/** A key meant for the card that stood there before answers nothing; as long as in the window. */
export const INERT_MS = 400
/** Long enough to be read. */
const SAID_MS = 2_000
const JUST_CHANGED = 'The card has just changed. Look at it, then press the key again.'

export function openCardAnswers(deps: AnsweringDeps): CardAnswers {
  const { call, asking, redraw } = deps
  let read: Approval | null = null
  let inert = 0
  let busy = false
  let gone = new AbortController()
  let own: ApprovalId | null = null
  /** What is being answered here, and how it ended meanwhile. */
  let underWay: { readonly id: ApprovalId; over: Approval | null } | null = null
  const pace = openApprovalPace((milliseconds) => call.context.sleep(milliseconds))

  const deafForNow = (): void => {
    inert += 1
    letGo(call.context.sleep(INERT_MS).then(() => void (inert -= 1)))
  }
  const sayChanged = (): void => {
    asking.say(JUST_CHANGED)
    letGo(
      call.context.sleep(SAID_MS).then(() => {
        if (deps.status() === JUST_CHANGED) asking.say('')
      }),
    )
  }
  const start: CardAnswers['start'] = (work) => {
    const [approval, session] = [deps.card(), deps.session()]
    if (approval === null || session === null || busy) return redraw()
    if (inert > 0) return sayChanged()
    busy = true
    const mine: NonNullable<typeof underWay> = { id: approval.id, over: null }
    underWay = mine
    const taken = (approved: boolean): void => {
      own = approval.id
      pace.answered(approved)
    }
    const at: Answering = {
      call,
      session,
      approval,
      asking,
      signal: gone.signal,
      hurried: pace.isHurried(),
      taken,
    }
    letGo(
      work(at).finally(() => {
        busy = false
        underWay = null
        if (mine.over !== null && own !== mine.id) asking.say(endedText(mine.over))
        else redraw()
      }),
    )
  }
  return {
    changed() {
      read = null
      // A question that was about what stood there before is none any more.
      gone.abort()
      gone = new AbortController()
      deafForNow()
      pace.answerableIn(INERT_MS)
    },
    moved: deafForNow,
    read() {
      read = deps.card()
    },
    start,
    whenRead(work) {
      if (read !== null && read.id === deps.card()?.id) start(work)
      else asking.say('Read the card to its end first: Space shows more of it.')
    },
    ended(approval) {
      if (own === approval.id) return true
      if (underWay?.id !== approval.id) return false
      underWay.over = approval
      return true
    },
  }
}
