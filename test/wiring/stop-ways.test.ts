// The person's own STOP list by ways other than a tool's path: second names made before and by a
// command, what is swapped after the approval, what a command leaves, what is kept, shown and exported.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import {
  answering,
  ask,
  besideHome,
  inHome,
  journal,
  startAll,
  tryTo,
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
  put('certs/server.pem', `${VALUE}\n`)
  put('Ｐrivate/open.txt', 'open\n')
  put('caf\u00e9/key.txt', `${VALUE}\n`)
  put('open.txt', 'open\n')
  put('folder/open.txt', 'open\n')
  linkSync(workspace('private/key.txt'), workspace('twin.txt'))
  linkSync(workspace('certs/server.pem'), workspace('folder/twin.txt'))
  symlinkSync('private/key.txt', workspace('AGENTS.md'))
  execFileSync('git', ['init', '-q'], { cwd: workspace('.') })
}
const more = 'stop: [private, "**/*.pem", "caf\u0065\u0301"]\n'
const approveOnce = () => 'once' as const

type Row = readonly [tool: string, args: Readonly<Record<string, unknown>>]
const line = (command: string): Row => ['exec', { command }]
const mail = { to: ['ada@example.org'], subject: 'x', body: 'x' }
const NAMES: readonly Row[] = [
  ...[
    'twin.txt',
    'folder/twin.txt',
    'AGENTS.md',
    'caf\u00e9/key.txt',
    'cafe\u0301/key.txt',
  ].flatMap((path): Row[] => [
    ['read_file', { path }],
    ['edit_file', { path, edits: [{ old_text: 'only', new_text: 'x' }], dry_run: true }],
    ['edit_file', { path, edits: [{ old_text: 'only', new_text: 'x' }] }],
    ['write_file', { path, content: 'x' }],
    ['send_email', { ...mail, files: [path] }],
    ['search_files', { pattern: 'only-in', path }],
    line(`cat '${path}'`),
    line(`git add -f '${path}'; git show ':${path}'; git diff --cached; git stash show -p`),
    line(`cp '${path}' copy; cat copy`),
    line(`git hash-object -w '${path}' | xargs git cat-file -p`),
  ]),
  ['search_files', { pattern: 'only-in' }],
  ['search_documents', { query: 'only in the closed place' }],
  ['find_files', { pattern: '**/*.pem' }],
  line('git grep --untracked only-in'),
  line('git add -A; git commit -qm x; git log -p; git show; git grep only-in HEAD'),
  line('tar cf - . | tr -d "\\0"'),
  line('ln certs/server.pem x; ln private/key.txt y; cat x y'),
  line('cp -al . ../other 2>&1; cp -al . inner; cat inner/private/key.txt inner/certs/server.pem'),
  line('mv certs moved; cat moved/*'),
  line('mv folder f2; cat f2/twin.txt'),
  line('cat certs/*.pe?'),
  line('cat c*/s*'),
  line('cat */*'),
  line('cat *.t?t */*.t?t'),
  line('printf "%s\\n" "$(<private/key.txt)"'),
  line('mapfile -t x < twin.txt; echo "${x[@]}"'),
  line('exec 3<twin.txt; cat <&3'),
  line('cat /proc/*/root/*/*/private/key.txt /proc/1/cwd/private/key.txt /proc/self/fd/*'),
  line('mkdir m; mount --bind private m; cat m/key.txt'),
  line('unshare -rm sh -c "umount private; cat private/key.txt"'),
  line("python3 -c \"import os;os.rename('certs','c');print(open('c/server.pem').read())\""),
  line(
    'dd if=twin.txt; head -c 99 twin.txt; od -c twin.txt | tr -d " \\n"; base64 twin.txt | base64 -d',
  ),
  line('diff twin.txt open.txt; cmp -l twin.txt open.txt; sort twin.txt; rev twin.txt | rev'),
]

describe('a place of the STOP list', () => {
  it('is shown under none of its names, and kept nowhere @whole', async () => {
    await startAll({ more, prepare })
    const shown: string[] = []
    for (const [tool, args] of NAMES) {
      const ended = await answering(
        ask('tools.run', { tool, args: args as never, wait: true }).catch(String),
        approveOnce,
      )
      if (JSON.stringify(ended).includes(VALUE)) shown.push(JSON.stringify([tool, args]))
    }
    expect(shown).toEqual([])
    expect(JSON.stringify(await journal())).not.toContain(VALUE)
    // Checkpoints, rehearsals, indexes, kept results: everything of Gatehouse's own. Not the views: where
    // no overlay can be mounted, one is a copy of the whole workspace for as long as it is open, and
    // what is closed is covered in it as in the workspace.
    const stored = spawnSync('grep', ['-rlaF', '--exclude-dir=staged', VALUE, inHome('.')], {
      encoding: 'utf8',
    })
    expect(stored.stdout).toBe('')
    expect(readFileSync(workspace('private/key.txt'), 'utf8')).toBe(`${VALUE}\n`)
    expect(readFileSync(workspace('certs/server.pem'), 'utf8')).toBe(`${VALUE}\n`)
  }, 600_000)

  type Swap = readonly [what: string, swap: () => void]
  const SWAPS: readonly Swap[] = [
    [
      'a link',
      () => relink('open.txt', () => symlinkSync('private/key.txt', workspace('open.txt'))),
    ],
    [
      'a hard link',
      () => relink('open.txt', () => linkSync(workspace('private/key.txt'), workspace('open.txt'))),
    ],
    ['a linked folder', () => relink('folder', () => symlinkSync('private', workspace('folder')))],
    [
      'the stopped folder itself, moved',
      () => relink('folder', () => renameSync(workspace('private'), workspace('folder'))),
    ],
  ]
  function relink(path: string, make: () => void): void {
    rmSync(workspace(path), { recursive: true })
    make()
  }
  const HELD: readonly Row[] = [
    ['send_email', { ...mail, files: ['open.txt'] }],
    ['send_email', { ...mail, files: ['folder/key.txt'] }],
    ['edit_file', { path: 'open.txt', edits: [{ old_text: 'open', new_text: 'x' }] }],
    ['write_file', { path: 'folder/key.txt', content: 'x' }],
    line('cat open.txt folder/* > all; cat all'),
    line('cat open.txt folder/*; touch x; rm x; touch y'),
  ]
  it.each(SWAPS)(
    'is not reached through %s that came after the approval @whole',
    async (_, swap) => {
      await startAll({
        more,
        prepare: () => {
          prepare()
          put('folder/key.txt', 'open\n')
        },
      })
      const shown: string[] = []
      for (const [tool, args] of HELD) {
        for (const each of ['private', 'folder', 'open.txt'])
          rmSync(workspace(each), { recursive: true, force: true })
        put('private/key.txt', `${VALUE}\n`)
        put('folder/key.txt', 'open\n')
        put('open.txt', 'open\n')
        let swapped = false
        const { ended, held } = await answering(
          ask('tools.run', { tool, args: args as never, wait: true }).catch(String),
          () => {
            if (!swapped) swap()
            swapped = true
            return 'once'
          },
        )
        if (held.length > 0 && !swapped) shown.push(`nothing was swapped: ${tool}`)
        if (JSON.stringify([ended, held]).includes(VALUE)) shown.push(JSON.stringify([tool, args]))
        const where = ['private/key.txt', 'folder/key.txt']
          .map(workspace)
          .find((path) => existsSync(path) && readFileSync(path, 'utf8').includes(VALUE))
        if (where === undefined) shown.push(`changed by ${JSON.stringify([tool, args])}`)
      }
      expect(shown).toEqual([])
    },
    600_000,
  )

  it('is not in the preview of an undo', async () => {
    await startAll({ more, prepare })
    const callIds: string[] = []
    for (const path of ['a.txt', 'folder/a.txt']) {
      const { held } = await answering(
        ask('tools.run', { tool: 'write_file', args: { path, content: 'made\n' }, wait: true }),
        approveOnce,
      )
      callIds.push(...held.map(({ callId }: Approval) => callId))
    }
    expect(callIds.length).toBe(2)
    rmSync(workspace('a.txt'))
    linkSync(workspace('private/key.txt'), workspace('a.txt'))
    rmSync(workspace('folder'), { recursive: true })
    symlinkSync('private', workspace('folder'))
    put('private/a.txt', `${VALUE}\n`)
    const previews = await Promise.all(
      callIds.map((callId) => tryTo('undo.preview', { callId: callId as never })),
    )
    expect(JSON.stringify(previews)).not.toContain(VALUE)
    for (const callId of callIds)
      await tryTo('undo.apply', { callId: callId as never, force: 'all' })
    expect(readFileSync(workspace('private/key.txt'), 'utf8')).toBe(`${VALUE}\n`)
    expect(readFileSync(workspace('private/a.txt'), 'utf8')).toBe(`${VALUE}\n`)
  }, 600_000)
})
