// What a pressed key belongs to: a question at the foot of the screen, the pages of the help, or what
// can be done with the queue and its card.
import type { TerminalScreen } from '../terminal/terminal-screen.ts'
import type { CardPane } from './card-pane.ts'
import type { Key } from './keys.ts'
import type { Questions } from './prompt.ts'
import { helpAfter } from './view.ts'

type Deps = {
  readonly screen: TerminalScreen
  readonly pane: Pick<CardPane, 'isReadable'>
  readonly questions: Questions
  actionOf(key: Key): (() => void) | undefined
  /** A key that belongs to neither: what was said before is over. */
  forgetStatus(): void
  redraw(): void
  quit(): void
}

export type Presses = {
  press(key: Key): void
  /** The first line of the help that is shown; null where it is not. */
  help(): number | null
  showHelp(): void
}

export function openPresses(deps: Deps): Presses {
  const { screen, pane, questions, redraw, quit } = deps
  let help: number | null = null
  return {
    help: () => help,
    showHelp() {
      help = 0
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
      deps.forgetStatus()
      const work = deps.actionOf(key)
      if (work === undefined) redraw()
      else work()
    },
  }
}
