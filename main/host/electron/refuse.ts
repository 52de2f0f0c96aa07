// Says why Gatehouse cannot start, at the terminal and in a window, and ends.
import { app, dialog } from 'electron'
import type { Failure } from '../../../contract/failure.ts'

export function refuse(error: Failure): void {
  console.error(`gatehouse: ${error.text}${error.hint === undefined ? '' : `\n${error.hint}`}`)
  dialog.showErrorBox('Gatehouse cannot start', `${error.text}\n\n${error.hint ?? ''}`)
  app.exit(1)
}
