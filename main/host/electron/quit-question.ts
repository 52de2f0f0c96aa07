// What is asked before Gatehouse ends while calls are held.
import type { MessageBoxOptions } from 'electron'

/** The first button quits; Escape, and closing it, does not. */
export const quitQuestion = (held: number): MessageBoxOptions => ({
  type: 'question',
  title: 'Gatehouse',
  message:
    held === 1 ? '1 call is waiting for approval.' : `${held} calls are waiting for approval.`,
  detail:
    'If you quit, nobody can approve them. They are held again at the next start, and denied once their time runs out.',
  buttons: ['Quit', 'Cancel'],
  defaultId: 1,
  cancelId: 1,
  noLink: true,
})
