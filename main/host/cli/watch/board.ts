// The queue on a terminal: joins what Gatehouse tells, what a person presses, and what is drawn.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { letGo } from '../../../../contract/let-go.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import { allHeld } from '../approvals/all-held.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'
import type { TerminalScreen } from '../terminal-screen.ts'
import { INERT_MS, openCardAnswers } from './answering.ts'
import { openCardPane } from './card-pane.ts'
import { keyActions } from './key-actions.ts'
import type { Key } from './keys.ts'
import { openQuestions } from './prompt.ts'
import { endedText } from './ended-text.ts'
import { after, chosenOf, listed, moved, noQueue, without, withHeld } from './queue.ts'
import type { Queue } from './queue.ts'
import { failureText } from './send-answer.ts'
import { helpAfter } from './view.ts'

export type Board = {
  found(session: Session): void
  event(event: PanelEvent): void
  missing(text: string): void
  press(key: Key): void
  redraw(): void
  /** The screen has another size, or the person comes back to it. */
  resized(): void
}

/** `quit` is called when the person leaves. */
export function openBoard(call: Call, screen: TerminalScreen, quit: () => void): Board {
  const { context } = call
  let queue: Queue = noQueue
  let session: Session | null = null
  let missing: string | null = 'Looking for the running Gatehouse.'
  let [status, stopped] = ['', false]
  /** Calls of which was said a moment ago how they ended. */
  let unseen = 0
  let help: number | null = null
  let meanwhile: PanelEvent[] | null = null
  const pane = openCardPane(screen, context.color)

  const redraw = (): void => {
    const shown = { missing, stopped, queue, question: questions.text(), status, help }
    if (pane.draw(shown)) answers.read()
  }
  const questions = openQuestions(redraw, context.sleep)
  const say = (text: string): void => {
    status = text
    redraw()
  }
  const { line, hidden, key: oneKey } = questions
  const answers = openCardAnswers({
    call,
    asking: { line, hidden, key: oneKey, say },
    session: () => session,
    card: () => chosenOf(queue),
    status: () => status,
    redraw,
  })

  /**
   * What follows from another queue: another card is shown from its top, and takes no answer at first,
   * also where the person went to it: a key sent with the one before was pressed without seeing it.
   */
  const become = (next: Queue): void => {
    const [before, now] = [chosenOf(queue), chosenOf(next)]
    queue = next
    if (before?.id === now?.id && JSON.stringify(before) === JSON.stringify(now)) return redraw()
    if (before?.id !== now?.id) pane.toTop()
    answers.changed()
    if (now !== null && now.id !== before?.id) letGo(opened(now.id))
    redraw()
  }
  /** A card that is opened is looked at again, and what its scopes would have done is counted. */
  const opened = async (id: ApprovalId): Promise<void> => {
    const here = session
    const [fresh, scopes] = await Promise.all([
      here?.call('approvals.rehearse', { id, opened: true }),
      here?.call('approvals.scopes', { id }),
    ])
    if (queue.chosen !== id || session !== here) return
    if (scopes?.ok === true) pane.keepPreviews(id, scopes.value)
    if (fresh?.ok === true && fresh.value.state === 'pending') become(withHeld(queue, fresh.value))
    else redraw()
  }

  const actionOf = keyActions({
    context,
    screen,
    pane,
    say,
    redraw,
    start: answers.start,
    cameBack: answers.moved,
    whenRead: answers.whenRead,
    move: (by) => become(moved(queue, by)),
    help() {
      help = 0
      redraw()
    },
    quit,
  })
  /** They are read page by page: what comes and goes meanwhile counts behind them. */
  const readAll = async (there: Session): Promise<void> => {
    const since: PanelEvent[] = []
    meanwhile = since
    const [held, app] = await Promise.all([allHeld(there), there.call('app.state', {})])
    if (session !== there) return
    stopped = app.ok && app.value.stopped !== null
    meanwhile = null
    if (held.ok) become(since.reduce(after, listed(queue, held.value)))
    else say(failureText(held.error))
  }
  const closed = (approval: Approval): void => {
    if (!queue.held.some(({ id }) => id === approval.id)) return
    if (!answers.ended(approval)) {
      status = endedText(approval)
      unseen += 1
      letGo(context.sleep(INERT_MS).then(() => void (unseen -= 1)))
    }
    become(without(queue, approval.id))
  }

  return {
    redraw,
    found(there) {
      session = there
      missing = null
      letGo(readAll(there))
      redraw()
    },
    event(event) {
      meanwhile?.push(event)
      if (event.kind === 'approval-opened' && queue.held.length === 0) screen.write('\u{7}')
      if (event.kind === 'approval-closed') closed(event.approval)
      else if (event.kind === 'app-changed') {
        stopped = event.app.stopped !== null
        redraw()
      } else {
        const next = after(queue, event)
        if (next !== queue) become(next)
      }
    },
    missing(text) {
      session = null
      if (missing === text) return
      missing = text
      status = ''
      become(noQueue)
    },
    resized() {
      answers.moved()
      redraw()
    },
    press(key) {
      if (key.kind === 'named' && key.name === 'interrupt') return quit()
      // What cannot be seen cannot be answered.
      if (!pane.isReadable()) {
        if (questions.text() === null && key.kind === 'text' && key.text === 'q') quit()
        return
      }
      if (questions.take(key)) return
      if (help !== null) {
        help = key.kind === 'text' && key.text === ' ' ? helpAfter(help, screen) : null
        return redraw()
      }
      // A key that was on its way when a call ended takes nothing away that was said of that.
      if (unseen === 0) status = ''
      const work = actionOf(key)
      if (work === undefined) redraw()
      else work()
    },
  }
}
