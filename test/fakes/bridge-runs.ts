// Looks for words in the fake runs as the store does: every word, at the beginning of a word; each
// run once.
import type { RunId } from '../../contract/ids.ts'
import type { Run, RunItem, RunMatch, RunTotals } from '../../contract/agent/run.ts'
import { snippet } from '../../main/agent/prompt/snippet.ts'
import { callId, decision, session, workspace } from './bridge-data.ts'
import { ended } from './bridge-history.ts'

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const saidIn = (item: RunItem): string =>
  item.kind === 'call'
    ? JSON.stringify(item.args)
    : 'text' in item && item.kind !== 'notice'
      ? item.text
      : ''

export function searchRuns(
  runs: readonly Run[],
  itemsOf: (id: Run['id']) => readonly RunItem[],
  text: string,
): RunMatch[] {
  const words = wordsOf(text)
  const has = (said: string): boolean =>
    words.length > 0 && words.every((word) => wordsOf(said).some((each) => each.startsWith(word)))
  return runs
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .flatMap((run): RunMatch[] => {
      if (has(run.title)) return [{ run, item: null, ...snippet(run.title, words) }]
      const item = itemsOf(run.id).findLast((each) => has(saidIn(each)))
      return item === undefined ? [] : [{ run, item: item.id, ...snippet(saidIn(item), words) }]
    })
}

const hour = 3_600_000
const readOf = (n: number, path: string, at: number, id: number, by?: 'person'): RunItem => ({
  kind: 'call',
  id,
  at,
  callId: callId(n),
  modelCallId: `toy_${n}`,
  tool: 'read_file',
  args: { path },
  ...(by === undefined ? {} : { by }),
  state: {
    kind: 'ended',
    result: ended(
      n,
      decision(
        'R1',
        'allow',
        [{ kind: 'fs.read', path: `${workspace}/${path}`, zone: 'workspace', is: 'file' }],
        ['Reading inside the workspace runs without asking.'],
      ),
      'done',
      'policy',
      `# ${path}\n\nThe fake bridge made this text up.\n`,
    ),
  },
})

/** What reading the files of a message leaves in the transcript. */
export const attachedReads = (
  paths: readonly string[],
  newNumber: () => number,
  from: { readonly id: number; readonly at: number },
) => paths.map((path, at) => readOf(newNumber(), path, from.at, from.id + at, 'person'))

/** So many items of every kind, and behind them those that are given. */
export function longHistory(many: number, last: readonly RunItem[]): RunItem[] {
  const start = Date.now() - hour
  const items = Array.from({ length: many }, (_, at): RunItem => {
    const base = { id: at + 1, at: start + at }
    if (at % 10 === 0)
      return { kind: 'user', ...base, text: `Message ${at + 1}: look at part ${at / 10 + 1}.` }
    if (at % 10 === 9)
      return {
        kind: 'assistant',
        ...base,
        streaming: false,
        text: `Answer ${at + 1}: **part ${(at + 1) / 10}** is fine.\n\n- one\n- two`,
      }
    return readOf(10_000 + at, `src/part-${at + 1}.ts`, base.at, base.id)
  })
  return [...items, ...last.map((item) => ({ ...item, id: item.id + many }))]
}

export const pageOf = (items: readonly RunItem[], before: number | undefined, limit: number) => {
  const older = items.filter(({ id }) => id < (before ?? Number.MAX_SAFE_INTEGER))
  return { items: older.slice(-limit), older: older.length > limit }
}

export const blankRun = (id: RunId): Run => ({
  costs: [],
  from: null,
  id,
  session,
  title: '',
  agent: 'assistant',
  model: 'you (manual)',
  state: 'idle',
  createdAt: Date.now(),
  updatedAt: Date.now(),
  steps: 0,
  tokensIn: 0,
  tokensOut: 0,
})

export const totalsOf = (runs: readonly Run[]): RunTotals => ({
  runs: runs.length,
  tokensIn: runs.reduce((sum, run) => sum + run.tokensIn, 0),
  tokensOut: runs.reduce((sum, run) => sum + run.tokensOut, 0),
  costs: runs.flatMap(({ costs }) => costs),
  today: runs.flatMap(({ costs }) => costs).slice(0, 1),
})

const fakeFiles = [
  'README.md',
  'package.json',
  'docs/',
  'docs/guide.md',
  'docs/reading list.md',
  'src/',
  'src/main.ts',
  'src/read-feed.ts',
  'src/pages/',
  'src/pages/about.md',
]

/** As main finds them: the folder that is typed, then what is below it. */
export function fakePaths(text: string, limit: number): { paths: string[]; more: boolean } {
  const folder = text.slice(0, text.lastIndexOf('/') + 1)
  const typed = text.slice(folder.length).toLowerCase()
  const below = fakeFiles.filter((path) => path.startsWith(folder) && path !== folder)
  const own = (path: string): string =>
    path.replace(/\/$/, '').split('/').at(-1)?.toLowerCase() ?? ''
  const here = below.filter((path) => !path.slice(folder.length).replace(/\/$/, '').includes('/'))
  const deeper = typed.length < 2 ? [] : below.filter((path) => !here.includes(path))
  const paths = [...here, ...deeper].filter((path) => own(path).includes(typed))
  return { paths: paths.slice(0, limit), more: paths.length > limit }
}
