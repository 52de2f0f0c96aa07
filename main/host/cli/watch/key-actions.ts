// What each key does to the queue and to its card.
import type { CliContext } from '../cli-context.ts'
import type { TerminalScreen } from '../terminal/terminal-screen.ts'
import { answerForLonger, approveEdited, approveOnce, denyOnce, denyWithNote } from './answers.ts'
import type { Answering } from './answering.ts'
import type { CardPane } from './card-pane.ts'
import { choicesOf } from './choices.ts'
import { editArgs } from './edit-args.ts'
import type { Key } from './keys.ts'
import { failureText } from './send-answer.ts'

export type KeyDeps = {
  readonly context: CliContext
  readonly screen: TerminalScreen
  readonly pane: CardPane
  say(text: string): void
  redraw(): void
  /** The person was elsewhere, and comes back to the screen. */
  cameBack(): void
  /** Runs with the card on the screen, if it may be answered now. */
  start(work: (at: Answering) => Promise<void>): void
  /** The same, once the card was read to its end. */
  whenRead(work: (at: Answering) => Promise<void>): void
  move(by: number): void
  help(): void
  quit(): void
}

/** What a key does; undefined for one that does nothing. */
export function keyActions(deps: KeyDeps): (key: Key) => (() => void) | undefined {
  const { context, screen, say, pane, start, whenRead, move } = deps
  const longer = (at: Answering): Promise<void> => {
    pane.toEnd()
    return answerForLonger(at, choicesOf(at.approval, pane.previews(at.approval.id)))
  }
  const runInCopy = async (
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
    if (at.signal.aborted) deps.cameBack()
    deps.redraw()
    await approveEdited(at, edited)
  }
  const scroll = (by: number): void => {
    pane.scroll(by)
    deps.redraw()
  }
  const pageUp = (): void => scroll(1 - pane.bodyRows())
  const pageDown = (): void => scroll(pane.bodyRows() - 1)

  const texts: Readonly<Record<string, () => void>> = {
    a: () => whenRead(approveOnce),
    e: () => whenRead(edit),
    d: () => start(denyOnce),
    w: () => start(denyWithNote),
    l: () => whenRead(longer),
    r: () => start((at) => runInCopy(at, 'approvals.rehearse')),
    n: () => start((at) => runInCopy(at, 'approvals.run-again')),
    j: () => move(1),
    k: () => move(-1),
    g: () => scroll(-Infinity),
    G: () => scroll(Infinity),
    b: pageUp,
    ' ': pageDown,
    '?': deps.help,
    q: deps.quit,
  }
  const named: Partial<Record<Extract<Key, { kind: 'named' }>['name'], () => void>> = {
    up: () => scroll(-1),
    down: () => scroll(1),
    'page-up': pageUp,
    'page-down': pageDown,
    home: () => scroll(-Infinity),
    end: () => scroll(Infinity),
    interrupt: deps.quit,
  }
  return (key) => (key.kind === 'text' ? texts[key.text] : named[key.name])
}
