// What stops each way to a stopped file, and that there is a way: the same rows in the same
// app without the list show the file. A row that shows nothing either way would prove nothing.
// @module-tag whole
import { execFileSync, spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  answering,
  ask,
  besideHome,
  inHome,
  startServices,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const VALUE = 'only-in-the-closed-place'
const workspace = (path: string): string => besideHome(join('home-workspace', path))
const put = (path: string, text: string): void => {
  mkdirSync(dirname(workspace(path)), { recursive: true })
  writeFileSync(workspace(path), text)
}
function prepare(): void {
  put('private/key.txt', `${VALUE}\n`)
  put('open/note.txt', 'open\n')
  // A file of its own: searches leave out what has several names, whatever the list says.
  put('private/linked.txt', `${VALUE}\n`)
  linkSync(workspace('private/linked.txt'), workspace('open/twin.txt'))
  symlinkSync('../private', workspace('open/link'))
  execFileSync('git', ['init', '-q'], { cwd: workspace('.') })
}

/**
 * gate: the call is refused. tool: its result leaves it out. sandbox: the command runs, and the place is
 * covered.
 */
type Row = readonly [
  barrier: 'gate' | 'tool' | 'sandbox',
  tool: string,
  args: Readonly<Record<string, unknown>>,
]
const line = (barrier: Row[0], command: string): Row => [barrier, 'exec', { command }]
const ROWS: readonly Row[] = [
  ['gate', 'read_file', { path: 'private/key.txt' }],
  ['gate', 'read_file', { path: 'open/link/key.txt' }],
  ['gate', 'read_file', { path: 'open/twin.txt' }],
  ['gate', 'search_files', { pattern: 'only-in', path: 'private' }],
  ['tool', 'search_files', { pattern: 'only-in' }],
  ['tool', 'search_documents', { query: 'only closed place' }],
  line('gate', 'cat private/key.txt'),
  line('gate', 'cat priv*/key.txt'),
  line('gate', 'cat "$PWD/private/key.txt"'),
  line('sandbox', 'cat */key.txt'),
  line('sandbox', 'cat open/twin.txt'),
  line('sandbox', 'cat open/link/key.txt'),
  line('gate', 'x=priv; cat ${x}ate/key.txt'),
  line('sandbox', 'grep -rh only .'),
  line('sandbox', 'tar cf - . | tr -d "\\0"'),
  line('sandbox', 'find . -type f -exec cat {} +'),
  line('sandbox', 'cp -r . /tmp/copy; cat /tmp/copy/*/key.txt'),
  line('sandbox', 'git add -A; git diff --cached'),
  line('sandbox', 'touch made; cat */key.txt; rm made'),
]

/** What was said to the caller and on cards, for each row. */
async function walk(): Promise<readonly (readonly [row: string, barrier: string])[]> {
  const found: [string, string][] = []
  for (const [, tool, args] of ROWS) {
    const { ended, held } = await answering(
      ask('tools.run', { tool, args: args as never, wait: true }),
      () => 'once',
    )
    const shows = JSON.stringify([ended, held]).includes(VALUE)
    const barrier = shows ? 'none' : !ended.ok && tool !== 'exec' ? 'gate' : 'hidden'
    const refused = ended.decision?.effect === 'deny'
    found.push([`${tool} ${JSON.stringify(args)}`, refused ? 'gate' : barrier])
  }
  return found
}
const named = (barrier: (row: Row) => string): readonly (readonly [string, string])[] =>
  ROWS.map((row) => [`${row[1]} ${JSON.stringify(row[2])}`, barrier(row)] as const)

describe('a way to a stopped file', () => {
  it(
    'is stopped, and leaves nothing of it in what Gatehouse keeps',
    { timeout: 600_000 },
    async () => {
      await startServices({ more: 'stop: [private]\n', prepare })
      expect(await walk()).toEqual(named(([barrier]) => (barrier === 'gate' ? 'gate' : 'hidden')))
      expect(spawnSync('grep', ['-rlaF', VALUE, inHome('.')], { encoding: 'utf8' }).stdout).toBe('')
    },
  )

  it('shows it where the list is taken away', { timeout: 600_000 }, async () => {
    await startServices({ prepare })
    expect(await walk()).toEqual(named(() => 'none'))
  })
})
