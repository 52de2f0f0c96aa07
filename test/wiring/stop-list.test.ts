// A place of the person's own STOP list in a whole app, asked for by every tool that reaches files, by
// every name it has, with a person who says yes to everything: what is in it is shown to nobody and
// kept nowhere.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  answering,
  ask,
  besideHome,
  journal,
  startAll,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const VALUE = 'only-in-the-closed-place'
const workspace = (path: string): string => besideHome(join('home-workspace', path))
const git = (...words: readonly string[]): void =>
  void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...words], {
    cwd: workspace('.'),
    stdio: 'ignore',
  })

function prepare(): void {
  mkdirSync(workspace('private'), { recursive: true })
  writeFileSync(workspace('private/key.txt'), `${VALUE}\n`)
  writeFileSync(workspace('open.txt'), 'open\n')
  symlinkSync('private', workspace('link'))
  symlinkSync('private/key.txt', workspace('file-link'))
  git('init', '-q')
  git('add', 'open.txt')
  git('commit', '-qm', 'first')
}

type Row = readonly [tool: string, args: Readonly<Record<string, unknown>>]
const line = (command: string): Row => ['exec', { command }]
const mail = { to: ['ada@example.org'], subject: 'x', body: 'x' }

const ROWS: readonly Row[] = [
  ...[
    'private/key.txt',
    './private/../private/key.txt',
    'link/key.txt',
    'file-link',
    'private//key.txt',
    '/proc/self/cwd/private/key.txt',
  ].map((path): Row => ['read_file', { path }]),
  ['list_dir', { path: 'private' }],
  ['list_dir', { path: '.', depth: 5 }],
  ['find_files', { pattern: '**/key*' }],
  ['search_files', { pattern: VALUE.slice(0, 9) }],
  ['search_files', { pattern: VALUE.slice(0, 9), path: 'private' }],
  ['search_files', { pattern: VALUE.slice(0, 9), path: 'link' }],
  ['edit_file', { path: 'private/key.txt', edits: [{ old_text: 'only', new_text: 'x' }] }],
  [
    'edit_file',
    { path: 'link/key.txt', edits: [{ old_text: 'only', new_text: 'x' }], dry_run: true },
  ],
  ['write_file', { path: 'private/key.txt', content: 'x' }],
  ['write_file', { path: 'file-link', content: 'x' }],
  ['google_mail', { action: 'send', ...mail, files: ['private/key.txt'] }],
  ['send_email', { ...mail, files: ['link/key.txt'] }],
  line('cat private/key.txt'),
  line('cat $PWD/private/key.txt'),
  line('cat p*/key.txt'),
  line('cat */key.txt'),
  line('cat link/key.txt'),
  line('cat file-link'),
  line('cat /proc/self/cwd/private/key.txt'),
  line('cat /proc/self/root$PWD/private/key.txt'),
  line('x=priv; cat ${x}ate/key.txt'),
  line('grep -r only .'),
  line('tar cf - . | cat'),
  line('cp -r . /tmp/copy; cat /tmp/copy/private/key.txt'),
  line('find . -type f -exec cat {} +'),
  line('mv private moved; cat moved/key.txt'),
  line('ln -s private other; cat other/key.txt'),
  line('ln private/key.txt other; cat other'),
  line('git add -A; git show :private/key.txt'),
  line('git add -A; git diff --cached'),
  line('git hash-object -w private/key.txt'),
  line("python3 -c \"print(open('pri' + 'vate/key.txt').read())\""),
  line('rm -rf private; ls'),
]

describe('a place of the STOP list', () => {
  it('is shown by no tool, by no name, whatever a person answers', async () => {
    await startAll({ more: 'stop: [private]\n', prepare })
    const read = ask('tools.run', { tool: 'exec', args: { command: 'cat open.txt' }, wait: true })
    expect((await answering(read, () => 'once')).ended.text).toContain('open')
    const shown: string[] = []
    for (const [tool, args] of ROWS) {
      const { ended, held } = await answering(
        ask('tools.run', { tool, args: args as never, wait: true }).catch((thrown: unknown) => ({
          thrown: String(thrown),
        })),
        () => 'once',
      )
      if (JSON.stringify([ended, held]).includes(VALUE)) shown.push(JSON.stringify([tool, args]))
    }
    expect(shown).toEqual([])
    expect(JSON.stringify(await journal())).not.toContain(VALUE)
    expect(readFileSync(workspace('private/key.txt'), 'utf8')).toBe(`${VALUE}\n`)
  }, 600_000)
})
