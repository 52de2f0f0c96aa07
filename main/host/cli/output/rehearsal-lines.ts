// What a rehearsal showed, as a terminal shows it: nothing cut off that was kept, nothing hidden.
import { assertNever } from '../../../../contract/never.ts'
import type {
  Rehearsal,
  RehearsalEnd,
  RehearsedChange,
  SeenThere,
} from '../../../../contract/call/rehearsal.ts'
import { diffLines } from './diff-lines.ts'
import { clock, visible, visibleLines } from './show.ts'
import type { Paint } from './show.ts'

/** Titles with their lines; a title without lines is not shown. */
export function rehearsalLines(
  rehearsal: Rehearsal,
  tones: Paint,
): readonly (readonly [title: string, lines: readonly string[]])[] {
  const {
    at,
    by,
    view,
    durationMs,
    hosts,
    changes,
    more,
    counts,
    notes,
    stdout,
    stderr,
    truncated,
  } = rehearsal
  const sum = Object.entries(counts).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${words[kind as RehearsedChange['kind']]}`],
  )
  return [
    [
      `rehearsed in a throw-away copy (${view}), ${clock(at)}, ${by === 'person' ? 'on request' : 'unasked'}`,
      [
        `${endText(rehearsal.end)} after ${Math.round(durationMs)} ms`,
        sum.length === 0
          ? 'no files in the workspace would change'
          : `in the workspace: ${sum.join(', ')}`,
        ...notes.map(visible),
      ],
    ],
    [
      'hosts it tried to reach',
      hosts.map(({ host, port }) =>
        tones.yellow(visible(port === null ? host : `${host}:${port}`)),
      ),
    ],
    [
      'would change',
      [
        ...changes.flatMap((change) => changeLines(change, tones)),
        ...(more === 0 ? [] : [`… and ${more} more, not listed`]),
      ],
    ],
    ['output', [...outputLines(stdout), ...(truncated ? ['(cut)'] : [])]],
    ['error output', outputLines(stderr)],
  ]
}

const words: Readonly<Record<RehearsedChange['kind'], string>> = {
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
  type: 'of another type',
  mode: 'with other permissions',
}

function endText(end: RehearsalEnd): string {
  switch (end.kind) {
    case 'done':
      return 'it was done'
    case 'failed':
      return `it failed: ${visible(end.error.text)}`
    case 'exited':
      return `it ended with exit code ${end.code}`
    case 'signalled':
      return `it ended by ${visible(end.signal)}`
    case 'stopped':
      return {
        time: 'it took too long and was stopped',
        output: 'it printed too much and was stopped',
        written: 'it wrote too much and was stopped',
      }[end.limit]
    default:
      return assertNever(end, 'endText')
  }
}

const outputLines = (text: string): string[] =>
  text === '' ? [] : visibleLines(text).replace(/\n$/, '').split('\n')

function changeLines({ kind, path, was, now, content }: RehearsedChange, tones: Paint): string[] {
  const tone = {
    added: tones.green,
    deleted: tones.red,
    changed: tones.yellow,
    type: tones.yellow,
    mode: tones.yellow,
  }[kind]
  const head = tone(
    `${words[kind]}: ${visible(path === '' ? '(the workspace itself)' : path)}${sizes(kind, was, now)}`,
  )
  switch (content.kind) {
    case 'text':
      return [
        head,
        ...diffLines(content.before, content.after ?? '', tones).map((line) => `  ${line}`),
      ]
    case 'link':
      return [head, `  ${linkText(content.before)} → ${linkText(content.after)}`]
    case 'unshown':
      return [head, `  (${whyNot[content.why]})`]
    case 'none':
      return [head]
    default:
      return assertNever(content, 'changeLines')
  }
}

const linkText = (target: string | null): string =>
  target === null ? 'no link' : `link to ${visible(target)}`
const whyNot = {
  binary: 'not text',
  large: 'too large to show',
  unreadable: 'not readable',
  enough: 'not shown, because there are many',
} as const

function sizes(
  kind: RehearsedChange['kind'],
  was: SeenThere | null,
  now: SeenThere | null,
): string {
  const of = (seen: SeenThere): string => (seen.is === 'file' ? `${seen.bytes} bytes` : seen.is)
  if (was === null || now === null)
    return `  (${of(now ?? was ?? { is: 'other', bytes: 0, mode: '0000' })})`
  return kind === 'mode' ? `  (${was.mode} to ${now.mode})` : `  (${of(was)} to ${of(now)})`
}
