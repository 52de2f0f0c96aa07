// The queue on a terminal: joins what Gatehouse tells, what a person presses, and what is drawn.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { letGo } from '../../../../contract/let-go.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'
import type { TerminalScreen } from '../terminal/terminal-screen.ts'
import { openCardAnswers } from './answering.ts'
import { openCardPane } from './card-pane.ts'
import { keyActions } from './key-actions.ts'
import type { Key } from './keys.ts'
import { openQuestions } from './prompt.ts'
import { endedText } from './ended-text.ts'
import { after, chosenOf, listed, moved, noQueue, type Queue, without, withHeld } from './queue.ts'
import { failureText } from './send-answer.ts'
import { openPresses } from './press.ts'
import { openQueueReader, readOpened } from './read-queue.ts'
import { openStatusLine } from './status-line.ts'

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
  let queue: Queue = noQueue
  let session: Session | null = null
  let missing: string | null = 'Looking for the running Gatehouse.'
  let stopped = false
  const status = openStatusLine(call.context.sleep)
  const reader = openQueueReader()
  const pane = openCardPane(screen, call.context.color)

  const redraw = (): void => {
    const said = { question: questions.text(), status: status.text(), help: presses.help() }
    if (pane.draw({ missing, stopped, queue, ...said })) answers.read()
  }
  const questions = openQuestions(redraw, call.context.sleep)
  const say = (text: string): void => {
    status.say(text)
    redraw()
  }
  const answers = openCardAnswers({
    call,
    asking: { ...questions, say },
    session: () => session,
    card: () => chosenOf(queue),
    status: status.text,
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
  const opened = async (id: ApprovalId): Promise<void> => {
    const here = session
    const { fresh, scopes } = await readOpened(here, id)
    if (queue.chosen !== id || session !== here) return
    if (scopes?.ok === true) pane.keepPreviews(id, scopes.value)
    if (fresh?.ok === true && fresh.value.state === 'pending') become(withHeld(queue, fresh.value))
    else redraw()
  }

  const presses = openPresses({
    screen,
    pane,
    questions,
    actionOf: keyActions({
      context: call.context,
      screen,
      pane,
      say,
      redraw,
      start: answers.start,
      cameBack: answers.moved,
      whenRead: answers.whenRead,
      move: (by) => become(moved(queue, by)),
      help: () => presses.showHelp(),
      quit,
    }),
    forgetStatus: status.forget,
    redraw,
    quit,
  })
  const readAll = async (there: Session): Promise<void> => {
    const read = await reader.read(there)
    if (session !== there) return
    stopped = read.stopped
    if (read.held.ok) become(read.since.reduce(after, listed(queue, read.held.value)))
    else say(failureText(read.held.error))
  }
  const closed = (approval: Approval): void => {
    if (!queue.held.some(({ id }) => id === approval.id)) return
    if (!answers.ended(approval)) status.sayEnded(endedText(approval))
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
      reader.saw(event)
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
      status.clear()
      become(noQueue)
    },
    resized() {
      answers.moved()
      redraw()
    },
    press: presses.press,
  }
}
