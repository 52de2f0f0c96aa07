// What a command did in its layer, in the words of the pipeline: the paths a commit would touch,
// what else there is to know of them, and the rehearsal that a card shows.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ProcessEnd } from '../../../../contract/call/powers/run-power.ts'
import type {
  ChangedContent,
  Rehearsal,
  RehearsalEnd,
  RehearsedChange,
  SeenThere,
} from '../../../../contract/call/rehearsal.ts'
import type { CommitFacts } from '../../../gate/decision-request.ts'
import type { StagedChanges } from '../../../pipeline/staging/stage-port.ts'
import { isGitData } from '../../../../contract/policy/paths/guarded-path.ts'
import { listing } from '../../../sandbox/rehearsal/changes.ts'
import { identical, type FileState, type State } from '../../../undo/state.ts'
import type { StagedChange, StagedRun } from '../../../undo/staged/staged-store.ts'

export type StagedTexts = {
  readonly redact: (text: string) => Promise<string>
  /** Cleaned, redacted, cut: for output. */
  readonly sanitizeOutput: (
    text: string,
  ) => Promise<{ readonly text: string; readonly truncated: boolean }>
}

type Run = Extract<StagedRun, { kind: 'staged' }>

export async function stagedChanges(
  run: Run,
  { at, durationMs }: { readonly at: number; readonly durationMs: number },
  texts: StagedTexts,
): Promise<StagedChanges> {
  const { root, changes, moved, whole } = run
  return {
    touches: changes.map(({ path, after }) => ({
      kind: 'fs.write' as const,
      path: join(root, path),
      ...(after.k === 'file' ? { bytes: after.s } : {}),
    })),
    facts: { whole, ...factsOf(root, changes) },
    conflicts: moved,
    rehearsal: await rehearsalOf(run, at, durationMs, texts),
  }
}

/** Exported for its tests. */
export function factsOf(
  root: string,
  changes: readonly StagedChange[],
): Omit<CommitFacts, 'whole'> {
  // What only moved is not lost: its content is there under another name.
  const stillThere = new Set(changes.flatMap(({ after }) => contentOf(after) ?? []))
  const lost = changes.filter(({ before, after }) => loses(before, after, stillThere))
  const removed = changes.flatMap(({ path, before, after }) =>
    before.k === 'folder' && after.k !== 'folder' ? [path] : [],
  )
  const trees = removed.filter(
    (folder) =>
      lost.some(({ path }) => path.startsWith(`${folder}/`)) &&
      !removed.some((other) => folder.startsWith(`${other}/`)),
  )
  const names = new Set(changes.flatMap(({ path, after }) => (after.k === 'missing' ? [] : [path])))
  return {
    trees,
    deleted: lost.length,
    privileged: changes.flatMap(({ path, before, after }) =>
      after.k === 'file' && runsAsOwner(after) && !identical(before, after) ? [path] : [],
    ),
    repositories: changes.flatMap(({ path, after }) =>
      after.k === 'file' && makesRepository(root, path, names) ? [dirname(path)] : [],
    ),
  }
}

const contentOf = (state: State): string | null =>
  state.k === 'file' && state.s > 0 ? state.h : null

/** A file that is emptied is as gone as one that is deleted. */
function loses(before: State, after: State, stillThere: ReadonlySet<string>): boolean {
  if (before.k === 'link') return after.k !== 'link'
  if (before.k !== 'file') return false
  if (after.k === 'file' && (after.s > 0 || before.s === 0)) return false
  const content = contentOf(before)
  return content === null || !stillThere.has(content)
}

const runsAsOwner = ({ m }: FileState): boolean => (m & 0o6000) !== 0

/**
 * Git runs what the settings of a repository name, and takes every folder with a HEAD, objects and
 * refs for one.
 */
function makesRepository(root: string, path: string, changed: ReadonlySet<string>): boolean {
  const [name, folder] = [basename(path), dirname(path)]
  const head = join(folder, 'HEAD')
  return (
    (name === 'HEAD' && !isGitData(join(root, path))) ||
    (name === 'config' && (changed.has(head) || existsSync(join(root, head))))
  )
}

async function rehearsalOf(
  { changes, texts, ended }: Run,
  at: number,
  durationMs: number,
  { redact, sanitizeOutput }: StagedTexts,
): Promise<Rehearsal> {
  const shown = new Map(texts.map(({ path, content }) => [path, content]))
  const counts = { added: 0, changed: 0, deleted: 0, type: 0, mode: 0 }
  for (const change of changes) counts[kindOf(change)] += 1
  const listed: RehearsedChange[] = []
  for (const change of changes.slice(0, listing.changes)) {
    const { path, before, after } = change
    const text = shown.get(path)
    const content: ChangedContent =
      before.k === 'link' || after.k === 'link'
        ? { kind: 'link', before: targetOf(before), after: targetOf(after) }
        : text === undefined || 'unshown' in text
          ? unshown(text)
          : {
              kind: 'text',
              before: text.before === null ? null : await redact(text.before),
              after: text.after === null ? null : await redact(text.after),
            }
    listed.push({ kind: kindOf(change), path, was: seenOf(before), now: seenOf(after), content })
  }
  const [stdout, stderr] = await Promise.all([
    sanitizeOutput(ended.stdout),
    sanitizeOutput(ended.stderr),
  ])
  return {
    at,
    by: 'automatic',
    view: 'overlay',
    durationMs,
    end: endOf(ended),
    stdout: stdout.text,
    stderr: stderr.text,
    truncated: stdout.truncated || stderr.truncated,
    counts,
    changes: listed,
    more: changes.length - listed.length,
    hosts: [],
    notes: [],
    inputs: createHash('sha256').update(JSON.stringify(changes)).digest('hex'),
  }
}

function kindOf({ before, after }: StagedChange): RehearsedChange['kind'] {
  if (before.k === 'missing') return 'added'
  if (after.k === 'missing') return 'deleted'
  if (before.k !== after.k) return 'type'
  const onlyMode =
    (before.k === 'folder' && after.k === 'folder') ||
    (before.k === 'file' && after.k === 'file' && before.h === after.h && before.m !== after.m)
  return onlyMode ? 'mode' : 'changed'
}

const targetOf = (state: State): string | null =>
  state.k === 'link' ? Buffer.from(state.l, 'latin1').toString() : null

const unshown = (
  text: { readonly unshown: 'binary' | 'large' | 'enough' } | undefined,
): ChangedContent =>
  text === undefined ? { kind: 'none' } : { kind: 'unshown', why: text.unshown }

function seenOf(state: State): SeenThere | null {
  switch (state.k) {
    case 'missing':
      return null
    case 'file':
      return { is: 'file', bytes: state.s, mode: modeOf(state.m) }
    case 'folder':
      return { is: 'folder', bytes: 0, mode: modeOf(state.m) }
    case 'link':
      return { is: 'link', bytes: 0, mode: '0777' }
    case 'other':
      return { is: 'other', bytes: 0, mode: '0000' }
  }
}

const modeOf = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, '0')

function endOf({ end }: ProcessEnd): RehearsalEnd {
  switch (end.kind) {
    case 'exited':
      return { kind: 'exited', code: end.code }
    case 'signalled':
      return { kind: 'signalled', signal: end.signal }
    case 'out-of-memory':
      return { kind: 'signalled', signal: 'SIGKILL' }
    case 'timed-out':
    case 'cancelled':
      return { kind: 'stopped', limit: 'time' }
    case 'flooded':
      return { kind: 'stopped', limit: 'output' }
  }
}
