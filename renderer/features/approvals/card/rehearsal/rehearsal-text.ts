// A rehearsal in words: how it ended, what came out different, how the copy was made. Pure.
import type { Approval } from '../../../../../contract/approval/approval.ts'
import { assertNever } from '../../../../../contract/never.ts'
import type {
  Rehearsal,
  RehearsalEnd,
  RehearsedChange,
  TriedHost,
} from '../../../../../contract/call/rehearsal.ts'
import type { ListedChange } from '../../../../ui/change-list.tsx'
import { bytes } from '../../../../ui/text/time-text.ts'
import { strings } from '../../strings.ts'

const words = strings.rehearsal

/**
 * Whether asking for a rehearsal makes sense: all it reaches lies in the workspace, and it changes
 * something. Main has the last word.
 */
export function mayRehearse({ decision }: Pick<Approval, 'decision'>): boolean {
  const inside = decision.touches.every(
    (touch) =>
      (touch.kind === 'fs.read' || touch.kind === 'fs.write' || touch.kind === 'proc.run') &&
      touch.zone === 'workspace',
  )
  return inside && decision.touches.some(({ kind }) => kind === 'proc.run' || kind === 'fs.write')
}

export type EndWords = { readonly text: string; readonly tone: 'ok' | 'warn' | 'bad' }

export function endWords(end: RehearsalEnd): EndWords {
  switch (end.kind) {
    case 'done':
      return { text: words.done, tone: 'ok' }
    case 'failed':
      return { text: words.failed, tone: 'bad' }
    case 'exited':
      return { text: words.exited(end.code), tone: end.code === 0 ? 'ok' : 'bad' }
    case 'signalled':
      return { text: words.signalled(end.signal), tone: 'bad' }
    case 'stopped':
      return { text: words.stopped[end.limit], tone: 'warn' }
    default:
      return assertNever(end, 'endWords')
  }
}

/** `3 added, 1 changed`; what did not happen is not counted out. */
export function countWords(counts: Rehearsal['counts']): string {
  const parts = (['added', 'changed', 'deleted', 'type', 'mode'] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [words.counted[kind](counts[kind])],
  )
  return parts.length === 0 ? words.nothing : parts.join(', ')
}

/** `example.org:443`; without a port only its name was looked up. */
export const hostWords = ({ host, port }: TriedHost): string =>
  port === null ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`

export function changeWords(change: RehearsedChange): ListedChange {
  return {
    mark: change.kind,
    word: words.kinds[change.kind],
    path: change.path,
    aside: asideOf(change),
    diff: diffOf(change),
  }
}

function asideOf({ kind, was, now, content }: RehearsedChange): string {
  if (kind === 'mode') return `${was?.mode ?? ''} → ${now?.mode ?? ''}`
  if (kind === 'type')
    return `${was === null ? '' : words.is[was.is]} → ${now === null ? '' : words.is[now.is]}`
  const there = now ?? was
  if (there !== null && there.is !== 'file') return words.is[there.is]
  const size =
    was !== null && now !== null && was.bytes !== now.bytes
      ? `${bytes(was.bytes)} → ${bytes(now.bytes)}`
      : bytes(there?.bytes ?? 0)
  const mode =
    was !== null && now !== null && was.mode !== now.mode ? `, ${was.mode} → ${now.mode}` : ''
  return `${size}${mode}${content.kind === 'unshown' ? `, ${words.unshown[content.why]}` : ''}`
}

function diffOf({ content }: RehearsedChange): ListedChange['diff'] {
  if (content.kind !== 'text' && content.kind !== 'link') return null
  if ((content.before ?? '') === (content.after ?? '')) return null
  return { before: content.before, after: content.after ?? '' }
}
