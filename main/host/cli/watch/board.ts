// The queue on a terminal: joins what Gatehouse tells, what a person presses, and what is drawn.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { letGo } from '../../../../contract/let-go.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import type { Call } from '../command.ts'
import { paint, visible } from '../output/show.ts'
import type { Session } from '../session/session.ts'
import type { TerminalScreen } from '../terminal-screen.ts'
import {
  answerForLonger,
  approveEdited,
  approveOnce,
  denyOnce,
  denyWithNote,
  failureText,
} from './answers.ts'
import type { Answering } from './answers.ts'
import { cachedCard } from './card-lines.ts'
import { choicesOf } from './choices.ts'
import { editArgs } from './edit-args.ts'
import type { Key } from './keys.ts'
import { openQuestions } from './prompt.ts'
import { chosenOf, listed, moved, noQueue, without, withHeld } from './queue.ts'
import type { Queue } from './queue.ts'
import { draw } from './view.ts'
import type { Drawn } from './view.ts'

export type Board = {
  found(session: Session): void
  event(event: PanelEvent): void
  missing(text: string): void
  press(key: Key): void
  redraw(): void
}

/** A key meant for the card that stood there before answers nothing. */
const INERT_MS = 400
const JUST_CHANGED = 'The card has just changed. Look at it, then press the key again.'

/** `quit` is called when the person leaves. */
export function openBoard(call: Call, screen: TerminalScreen, quit: () => void): Board {
  const { context } = call
  const tones = paint(context.color)
  let queue: Queue = noQueue
  let session: Session | null = null
  let missing: string | null = 'Looking for the running Gatehouse.'
  let [status, stopped, help, busy] = ['', false, false, false]
  let top = 0
  let drawn: Drawn = { lines: [], top: 0, bodyRows: 0, cardRows: 0 }
  let previews: { readonly id: ApprovalId; readonly found: ScopePreviews } | null = null
  /** The card as it was read to its end; null where it was not. */
  let readToEnd: Approval | null = null
  let inert = 0
  let gone = new AbortController()

  const redraw = (): void => {
    drawn = draw(
      {
        missing,
        stopped,
        queue,
        card: cardLines(chosenOf(queue), previewsOf()),
        top,
        question: questions.text(),
        status,
        help,
      },
      screen,
      tones,
    )
    top = drawn.top
    if (drawn.cardRows > 0 && top + drawn.bodyRows >= drawn.cardRows) readToEnd = chosenOf(queue)
    // Cleared before it is written: after the last column a terminal would clear that column.
    const lines = drawn.lines.map((line) => `\u{1b}[K${line}\u{1b}[0m`)
    const rest = lines.length < screen.rows ? '\r\n\u{1b}[J' : ''
    screen.write(`\u{1b}[H${lines.join('\r\n')}${rest}`)
  }
  const questions = openQuestions(redraw, context.sleep)

  const previewsOf = (): ScopePreviews | null =>
    previews?.id === queue.chosen ? previews.found : null
  const cardLines = cachedCard(context.color)

  /** What follows from another queue: another card is shown from its top, and is deaf at first. */
  const become = (next: Queue, byPerson: boolean): void => {
    const [before, now] = [chosenOf(queue), chosenOf(next)]
    queue = next
    if (before?.id === now?.id && JSON.stringify(before) === JSON.stringify(now)) return redraw()
    readToEnd = null
    if (before?.id !== now?.id) top = 0
    // A question that was about what stood there before is none any more.
    gone.abort()
    gone = new AbortController()
    if (!byPerson) deafForNow()
    if (now !== null && now.id !== before?.id) letGo(opened(now.id))
    redraw()
  }
  const deafForNow = (): void => {
    inert += 1
    letGo(
      context.sleep(INERT_MS).then(() => {
        inert -= 1
        if (inert === 0 && status === JUST_CHANGED) say('')
      }),
    )
  }
  /** A card that is opened is looked at again, and what its scopes would have done is counted. */
  const opened = async (id: ApprovalId): Promise<void> => {
    const here = session
    const [fresh, scopes] = await Promise.all([
      here?.call('approvals.rehearse', { id, opened: true }),
      here?.call('approvals.scopes', { id }),
    ])
    if (queue.chosen !== id || session !== here) return
    if (scopes?.ok === true) previews = { id, found: scopes.value }
    if (fresh?.ok === true && fresh.value.state === 'pending')
      become(withHeld(queue, fresh.value), true)
    else redraw()
  }

  const say = (text: string): void => {
    status = text
    redraw()
  }
  const start = (work: (at: Answering) => Promise<void>): void => {
    const approval = chosenOf(queue)
    if (approval === null || session === null || busy) return
    if (inert > 0) return say(JUST_CHANGED)
    busy = true
    const { line, hidden, key } = questions
    const at = { call, session, approval, signal: gone.signal, asking: { line, hidden, key, say } }
    letGo(
      work(at).finally(() => {
        busy = false
        redraw()
      }),
    )
  }
  const whenRead = (work: (at: Answering) => Promise<void>): void => {
    if (readToEnd === null || readToEnd.id !== queue.chosen)
      return say('Read the card to its end first: Space shows more of it.')
    start(work)
  }
  const longer = (at: Answering): Promise<void> => {
    top = Number.MAX_SAFE_INTEGER
    return answerForLonger(at, choicesOf(at.approval, previewsOf()))
  }
  const again = async (
    at: Answering,
    channel: 'approvals.rehearse' | 'approvals.run-again',
  ): Promise<void> => {
    say('Running it in a throw-away copy …')
    const done = await at.session.call(channel, { id: at.approval.id })
    say(
      done.ok
        ? 'It ran in a throw-away copy; what it did is on the card.'
        : failureText(done.error),
    )
  }

  const edit = async (at: Answering): Promise<void> => {
    const edited = await editArgs(at.approval, context, screen, at.signal)
    redraw()
    await approveEdited(at, edited)
  }

  const texts: Readonly<Record<string, () => void>> = {
    a: () => whenRead(approveOnce),
    e: () => whenRead(edit),
    d: () => start(denyOnce),
    w: () => start(denyWithNote),
    l: () => whenRead(longer),
    r: () => start((at) => again(at, 'approvals.rehearse')),
    n: () => start((at) => again(at, 'approvals.run-again')),
    j: () => become(moved(queue, 1), true),
    k: () => become(moved(queue, -1), true),
    g: () => scroll(-Infinity),
    G: () => scroll(Infinity),
    b: () => scroll(1 - drawn.bodyRows),
    ' ': () => scroll(drawn.bodyRows - 1),
    '?': () => {
      help = true
      redraw()
    },
    q: quit,
  }
  const scroll = (by: number): void => {
    top = Math.max(0, Math.min(drawn.cardRows, top + by))
    redraw()
  }
  const named: Partial<Record<Extract<Key, { kind: 'named' }>['name'], () => void>> = {
    up: () => scroll(-1),
    down: () => scroll(1),
    'page-up': () => scroll(1 - drawn.bodyRows),
    'page-down': () => scroll(drawn.bodyRows - 1),
    home: () => scroll(-Infinity),
    end: () => scroll(Infinity),
    interrupt: quit,
  }

  return {
    redraw,
    found(there) {
      session = there
      missing = null
      letGo(
        Promise.all([
          there.call('approvals.list', { states: ['pending'], limit: 200 }),
          there.call('app.state', {}),
        ]).then(([held, app]) => {
          if (session !== there) return
          stopped = app.ok && app.value.stopped !== null
          if (held.ok) become(listed(queue, held.value), false)
          else say(failureText(held.error))
        }),
      )
      redraw()
    },
    event(event) {
      if (event.kind === 'approval-opened') {
        if (queue.held.length === 0) screen.write('\u{7}')
        become(withHeld(queue, event.approval), false)
      } else if (event.kind === 'approval-changed') {
        if (event.approval.state === 'pending') become(withHeld(queue, event.approval), false)
      } else if (event.kind === 'approval-closed') closed(event.approval)
      else if (event.kind === 'app-changed') {
        stopped = event.app.stopped !== null
        redraw()
      }
    },
    missing(text) {
      session = null
      if (missing === text) return
      missing = text
      status = ''
      become(noQueue, false)
    },
    press(key) {
      if (key.kind === 'named' && key.name === 'interrupt') return quit()
      if (questions.take(key)) return
      if (help) {
        help = false
        return redraw()
      }
      status = ''
      const work = key.kind === 'text' ? texts[key.text] : named[key.name]
      if (work === undefined) redraw()
      else work()
    },
  }

  function closed(approval: Approval): void {
    if (!queue.held.some(({ id }) => id === approval.id)) return
    if (!(busy && approval.id === queue.chosen))
      status = `${endWords[approval.state] ?? 'Ended'} elsewhere: ${visible(approval.title)}`
    become(without(queue, approval.id), false)
  }
}

const endWords: Partial<Record<Approval['state'], string>> = {
  approved: 'Approved',
  consumed: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Withdrawn',
}
