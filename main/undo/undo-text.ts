// What undo found, in the words of the contract and for people. Pure.
import { counted } from '../../contract/counted.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import type { UndoForecast } from '../../contract/call/undo.ts'
import type { UndoChange, UndoConflict, UndoPreview } from '../../contract/call/undo-preview.ts'
import type { ScanResult, Scanning, Wanted } from './checkpoint.ts'
import { workspaceLimits } from './limits.ts'
import type { Plan, Step } from './plan.ts'
import type { Seen } from './since-then.ts'
import { shownPath, type State } from './state.ts'

const MOST_CHANGES = 2_000
const MOST_NAMED = 10

export type StoredCall = {
  readonly callId: CallId
  /** Epoch milliseconds. */
  readonly at: number
  readonly root: string
  readonly files: number
  /** gone: cleaned up for its age or for room. */
  readonly state: 'kept' | 'gone'
}

/** Why it cannot be undone: `undo.unknown`, `undo.gone`, `undo.nothing`. Null: that is yet to be seen. */
export function notUndoable(callId: CallId, row: StoredCall | null): Failure | null {
  if (row === null)
    return failure(
      'undo.unknown',
      `Nothing was kept for ${callId}.`,
      'Only calls that changed files, and whose journal row says so, can be undone.',
    )
  if (row.state === 'gone')
    return failure(
      'undo.gone',
      `The data kept for ${callId} was cleaned up.`,
      'Checkpoints are deleted after 30 days, or earlier to save space.',
    )
  return row.files === 0
    ? failure('undo.nothing', `${callId} changed no file, so there is nothing to restore.`)
    : null
}

export const lost = (callId: CallId): Failure =>
  failure('undo.gone', `The data kept for ${callId} is missing.`)

/** The sentence on a held call, before anyone answers it. */
export function forecastText(scanned: ScanResult, { paths }: Wanted): UndoForecast {
  if (scanned.kind === 'none')
    return { kind: 'none', text: `This cannot be undone: ${scanned.why}.` }
  if (paths !== null)
    return {
      kind: 'files',
      text: `You can undo this: the current content of ${paths.length === 1 ? 'this path' : 'these paths'} is kept.`,
    }
  const others =
    scanned.others === 1
      ? ' One pipe, socket or device in it is not.'
      : ` ${scanned.others.toLocaleString('en')} pipes, sockets or devices in it are not.`
  const snapshot = `a snapshot of the workspace is kept, ${entriesText(scanned.entries)}, ${sizeText(scanned.bytes)}.`
  return scanned.others === 0
    ? { kind: 'files', text: `You can undo this: ${snapshot}` }
    : { kind: 'part', text: `You can undo part of this: ${snapshot}${others}` }
}

const entriesText = (count: number): string =>
  count === 0
    ? 'no files or folders'
    : count === 1
      ? 'one file or folder'
      : `${count.toLocaleString('en')} files and folders`

const seenText: Readonly<Record<Seen, readonly string[]>> = {
  after: [],
  now: [
    'The state after the call is unknown. The undo restores everything that changed since the call started.',
  ],
  before: [
    'The call left too many files to compare. The undo restores what was there before; newer files and folders stay and are not listed.',
  ],
}

export function previewOf(
  callId: CallId,
  { at, root, plan, texts, alongside, seen }: Scanning,
): UndoPreview {
  const shown = plan.steps.filter(({ shown: is }) => is)
  const over = shown.filter(
    ({ now }) => now.k === 'file' && now.s > workspaceLimits.fileBytes,
  ).length
  return {
    callId,
    at,
    root,
    changes: shown.slice(0, MOST_CHANGES).map(changeOf),
    total: shown.length,
    conflicts: plan.conflicts.map(({ path, why }) => ({ path, why })),
    previews: texts.map((text) => ({ ...text })),
    notes: [
      ...seenText[seen],
      ...(alongside.length === 0
        ? []
        : [
            `At the same time ${alongside.join(', ')} ran in this folder; their changes may be included.`,
          ]),
      ...(over === 0 ? [] : ['This undo cannot itself be undone: a file is too large to keep.']),
    ],
  }
}

function changeOf({ path, now, before }: Step): UndoChange {
  const is = before.k === 'missing' ? now : before
  return {
    path: path === '' ? '.' : shownPath(path),
    kind: before.k === 'missing' ? 'removed' : now.k === 'missing' ? 'recreated' : 'restored',
    is: is.k === 'folder' || is.k === 'link' ? is.k : 'file',
    bytesNow: bytesOf(now),
    bytesThen: bytesOf(before),
  }
}

const bytesOf = (state: State): number | null => (state.k === 'file' ? state.s : null)

export const conflictsOf = ({ conflicts }: Plan, forced: boolean): UndoConflict[] =>
  conflicts.filter((each) => each.forced === forced).map(({ path, why }) => ({ path, why }))

export function conflictText(conflicts: readonly UndoConflict[]): Failure {
  const named = conflicts.slice(0, MOST_NAMED).map(({ path, why }) => `${path} (${why})`)
  const more = conflicts.length - named.length
  return failure(
    'undo.conflicts',
    `Not undone: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. These changed since the call.`,
    'Check them first. To restore them anyway, force them by name, or all.',
  )
}

export const notesOf = (stayed: readonly string[], final: string | null): string[] => [
  ...(stayed.length === 0
    ? []
    : [
        `Left in place, because they contain newer files: ${stayed.slice(0, MOST_NAMED).join(', ')}${stayed.length > MOST_NAMED ? ' …' : ''}.`,
      ]),
  ...(final === null ? [] : [`This undo cannot itself be undone: ${final}.`]),
]

/** 1 byte, 12 kB, 3.4 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  for (const [unit, size] of [
    ['kB', 1e3],
    ['MB', 1e6],
    ['GB', 1e9],
  ] as const) {
    const amount = bytes / size
    if (amount < 999.5 || unit === 'GB')
      return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
  }
  return `${bytes} bytes`
}
