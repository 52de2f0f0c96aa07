// Ways to a file on the person's own `stop` list, and which barriers hold each: one that is named holds
// it with all the others taken away. What is made for them, and how they are tried in a whole app.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { answering, ask, besideHome } from '../fakes/services/whole-app.ts'
import type { Barrier } from '../fakes/stop-barriers.ts'

export const VALUE = 'only-in-the-closed-place'
const workspace = (path: string): string => besideHome(join('home-workspace', path))
const put = (path: string, text: string): void => {
  mkdirSync(dirname(workspace(path)), { recursive: true })
  writeFileSync(workspace(path), text)
}
const SHOW = `tool_name = "show"
version = "1.0.0"
description = "Says what is in a file."
native = true
program = "show.mjs"
max_runtime_ms = 20000
mounts = [{ path = "workspace" }]
side_effects = false
[args]
required = ["name"]
[args.properties.name]
type = "string"
`
const PROGRAM = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { request_id, args_json } = JSON.parse(readFileSync(0, 'utf8'))
const text = readFileSync('/workspace/' + JSON.parse(args_json).name, 'utf8')
console.log(JSON.stringify({
  protocol_version: 0, request_id, ok: true, data_json: JSON.stringify({ text }), stdout: '', stderr: '',
}))
`

export function prepare(): void {
  put('private/key.txt', `${VALUE}\n`)
  put('open/note.txt', 'open\n')
  // A file of its own: searches leave out what has several names, whatever the list says.
  put('private/linked.txt', `${VALUE}\n`)
  linkSync(workspace('private/linked.txt'), workspace('open/twin.txt'))
  symlinkSync('../private', workspace('open/link'))
  execFileSync('git', ['init', '-q'], { cwd: workspace('.') })
  mkdirSync(besideHome('plugins'))
  writeFileSync(join(besideHome('plugins'), 'show.toml'), SHOW)
  writeFileSync(join(besideHome('plugins'), 'show.mjs'), PROGRAM, { mode: 0o755 })
}
/** Lines of the configuration, beside the list. */
export const withPlugin = (): string => `plugins: { builtInFolder: '${besideHome('plugins')}' }\n`

/**
 * How the call ends, and which barriers hold it alone; where it is one, nothing else is behind it.
 */
export type Row = readonly [
  end: 'refused' | 'left out',
  barriers: readonly Barrier[],
  tool: string,
  args: Readonly<Record<string, unknown>>,
]
const line = (end: Row[0], barriers: Row[1], command: string): Row => [
  end,
  barriers,
  'exec',
  { command },
]
const show = (name: string): Row => ['left out', ['cover'], 'show', { name }]
const dryEdit = (path: string): Row[3] => ({
  path,
  edits: [{ old_text: 'only', new_text: 'not only' }],
  dry_run: true,
})

export const ROWS: readonly Row[] = [
  ['refused', ['letters', 'real path'], 'read_file', { path: 'private/key.txt' }],
  ['refused', ['letters', 'real path'], 'read_file', { path: 'open/link/key.txt' }],
  // No letters of this name are on the list.
  ['refused', ['real path'], 'read_file', { path: 'open/twin.txt' }],
  ['refused', ['letters', 'real path'], 'edit_file', dryEdit('private/key.txt')],
  ['refused', ['real path'], 'edit_file', dryEdit('open/twin.txt')],
  [
    'refused',
    ['letters', 'real path', 'search'],
    'search_files',
    { pattern: 'only-in', path: 'private' },
  ],
  ['left out', ['letters', 'real path', 'search'], 'search_files', { pattern: 'only-in' }],
  [
    'left out',
    ['letters', 'real path', 'search'],
    'search_documents',
    { query: 'only closed place' },
  ],
  // A plugin says which folders it needs, not which files.
  show('private/key.txt'),
  show('open/twin.txt'),
  show('open/link/key.txt'),
  line('refused', ['letters', 'cover'], 'cat private/key.txt'),
  line('refused', ['letters', 'cover'], 'cat priv*/key.txt'),
  line('refused', ['letters', 'cover'], 'cat "$PWD/private/key.txt"'),
  line('refused', ['letters', 'cover'], 'x=priv; cat ${x}ate/key.txt'),
  line('left out', ['cover'], 'cat */key.txt'),
  line('left out', ['cover'], 'cat open/twin.txt'),
  line('left out', ['cover'], 'cat open/link/key.txt'),
  line('left out', ['cover'], 'grep -rh only .'),
  line('left out', ['cover'], 'tar cf - . | tr -d "\\0"'),
  line('left out', ['cover'], 'find . -type f -exec cat {} +'),
  line('left out', ['cover'], 'cp -r . /tmp/copy; cat /tmp/copy/*/key.txt'),
  line('left out', ['cover'], 'git add -A; git diff --cached'),
  line('left out', ['cover'], 'touch made; cat */key.txt; rm made'),
]

export const nameOf = ([, , tool, args]: Row): string => `${tool} ${JSON.stringify(args)}`

export const callTool = (tool: string, args: Readonly<Record<string, unknown>>) =>
  answering(ask('tools.run', { tool, args: args as never, wait: true }), () => 'once')

/** What was said to the caller, and whether the file was in it or on a card, for each row. */
export async function tryRows() {
  const tried: { row: string; text: string; shows: boolean; refused: boolean }[] = []
  for (const row of ROWS) {
    const { ended, held } = await callTool(row[2], row[3])
    tried.push({
      row: nameOf(row),
      text: ended.text,
      shows: JSON.stringify([ended, held]).includes(VALUE),
      refused: ended.decision?.effect === 'deny',
    })
  }
  return tried
}
