// Every word of undoing.
import { counted } from '../../../contract/counted.ts'

export const strings = {
  button: 'Undo…',
  buttonAgain: 'Undo this undo…',
  title: 'Undo this call',
  close: 'Close',
  cancel: 'Cancel',
  searching: 'Checking current files…',
  lead: (paths: string, at: string) => `${paths} would be restored as it was at ${at}, in`,
  leadMany: (paths: string, at: string) => `${paths} would be restored as they were at ${at}, in`,
  paths: (n: number, shown: string) => (n === 1 ? '1 path' : `${shown} paths`),
  nothingKept: 'This call changed no file. Nothing to undo.',
  nothing: 'Everything is as it was before this call. Nothing to restore.',
  changes: 'What would change',
  kinds: { restored: 'Restore', removed: 'Remove', recreated: 'Recreate' },
  is: { file: 'file', link: 'link', folder: 'folder' },
  diffOf: (path: string) => `What the undo would do to ${path}`,
  same: (lines: number) => counted(lines, 'unchanged line'),
  moreRows: (rows: number) => `Show ${rows} more`,
  more: (n: string) => `${n} more would be restored, and are not listed.`,
  conflicts: 'Changed since the call',
  conflictsText:
    'An undo restores everything or nothing. Later changes at these paths would be lost. Select each path you accept.',
  all: 'All',
  ready: (paths: string) => `Restore ${paths}`,
  tickFirst: 'Select every path that changed since, or cancel.',
  busy: 'Restoring…',
  done: (paths: string) => `${paths} restored.`,
  doneForced: 'Although changed since:',
  failed: (n: number) =>
    n === 1 ? '1 path could not be restored:' : `${n} paths could not be restored:`,
  failedText: 'Fix this, then try again. It skips what is already restored.',
  retry: 'Check again',
} as const
