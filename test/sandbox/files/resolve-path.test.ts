import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolvePath, within } from '../../../main/sandbox/files/resolve-path.ts'
import { scratchFolder } from '../scratch.ts'
import { tries } from '../../soak.ts'

const root = scratchFolder('place')
const at = (...parts: string[]): string => join(root, ...parts)
const [ws, home, data] = [at('ws'), at('home'), at('home/.local/share/gatehouse')]

for (const folder of [
  'ws/dir/sub',
  'ws/.git',
  'ws-beside',
  'out/deep',
  'home/.local/share/gatehouse',
  'home/.aws',
  'home/.config/gcloud',
  'home/.config/other',
  'real-ssh',
  'home/.docker',
  'real-ws/in',
]) {
  mkdirSync(at(folder), { recursive: true })
}
for (const file of [
  'ws/a.txt',
  'ws/dir/b.txt',
  'ws/with space',
  'ws/ümläut',
  'ws/~',
  'ws/...',
  'ws-beside/x',
  'out/secret',
  'home/note',
  'home/.aws/credentials',
  'home/.docker/config.json',
  'home/.docker/daemon.json',
  'home/.netrc',
  'real-ssh/id',
  'home/.local/share/gatehouse/journal.db',
  'real-ws/in/f',
]) {
  writeFileSync(at(file), 'x')
}
const links: Record<string, string> = {
  'ws/to-file': 'a.txt',
  'ws/to-dir': 'dir',
  'ws/to-out': at('out'),
  'ws/to-out-relative': '../out',
  'ws/to-secret': '../out/secret',
  'ws/dangling-in': 'dir/new.txt',
  'ws/dangling-out': at('out/new.txt'),
  'ws/loop-a': 'loop-b',
  'ws/loop-b': 'loop-a',
  'ws/self': 'self',
  'ws/to-root': '/',
  'ws/to-ws': ws,
  'ws/to-aws': at('home/.aws'),
  'ws/to-journal': at('home/.local/share/gatehouse/journal.db'),
  'ws/via-aws': `${home}/.aws/../note`,
  'ws/dir/up': '..',
  'ws/chain-1': 'chain-2',
  'ws/chain-2': 'chain-3',
  'ws/chain-3': '../out/secret',
  'ws/to-proc': '/proc/self',
  'home/.ssh': at('real-ssh'),
  'linked-ws': at('real-ws'),
}
for (const [from, to] of Object.entries(links)) symlinkSync(to, at(from))
let far = 'ws/far-0'
for (let step = 1; step <= 45; step += 1) {
  symlinkSync(`far-${step}`, at(far))
  far = `ws/far-${step}`
}
writeFileSync(at(far), 'x')
execFileSync('mkfifo', [at('ws/fifo')])

const resolved = resolvePath({ workspace: ws, stop: [data], home })
type Row = readonly [
  given: string,
  path: string,
  zone: 'workspace' | 'outside' | 'stop',
  is: 'file' | 'folder' | 'other' | 'missing',
]

const rows: readonly Row[] = [
  ['.', ws, 'workspace', 'folder'],
  ['./', ws, 'workspace', 'folder'],
  ['', '', 'workspace', 'folder'],
  ['a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['./a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['.//././a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['dir', at('ws/dir'), 'workspace', 'folder'],
  ['dir/', at('ws/dir'), 'workspace', 'folder'],
  ['dir//sub', at('ws/dir/sub'), 'workspace', 'folder'],
  ['dir/../a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['dir/sub/../../a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['with space', at('ws/with space'), 'workspace', 'file'],
  ['ümläut', at('ws/ümläut'), 'workspace', 'file'],
  ['...', at('ws/...'), 'workspace', 'file'],
  ['./~', at('ws/~'), 'workspace', 'file'],
  ['~x', at('ws/~x'), 'workspace', 'missing'],
  ['$HOME', at('ws/$HOME'), 'workspace', 'missing'],
  ['%2e%2e/x', at('ws/%2e%2e/x'), 'workspace', 'missing'],
  ['file:///etc/passwd', at('ws/file:/etc/passwd'), 'workspace', 'missing'],
  ['new.txt', at('ws/new.txt'), 'workspace', 'missing'],
  ['no/such/folder/new.txt', at('ws/no/such/folder/new.txt'), 'workspace', 'missing'],
  ['no/such/../new.txt', at('ws/no/new.txt'), 'workspace', 'missing'],
  ['no/../a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['fifo', at('ws/fifo'), 'workspace', 'other'],
  ['.git', at('ws/.git'), 'workspace', 'folder'],
  [at('ws/a.txt'), at('ws/a.txt'), 'workspace', 'file'],
  [at('ws'), ws, 'workspace', 'folder'],
  [`${root}/out/../ws/a.txt`, at('ws/a.txt'), 'workspace', 'file'],
  [`//${root}/ws/a.txt`, at('ws/a.txt'), 'workspace', 'file'],
  ['to-file', at('ws/a.txt'), 'workspace', 'file'],
  ['to-dir/b.txt', at('ws/dir/b.txt'), 'workspace', 'file'],
  ['to-dir/../a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['to-ws/to-ws/a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['dir/up/dir/up/a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['dangling-in', at('ws/dir/new.txt'), 'workspace', 'missing'],
  ['to-dir/new/deep', at('ws/dir/new/deep'), 'workspace', 'missing'],
  ['to-root', '/', 'outside', 'folder'],
  [`to-root${root}/ws/a.txt`, at('ws/a.txt'), 'workspace', 'file'],
  ['..', root, 'outside', 'folder'],
  ['../..', join(root, '..'), 'outside', 'folder'],
  ['../ws-beside/x', at('ws-beside/x'), 'outside', 'file'],
  ['../ws/a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['../out/secret', at('out/secret'), 'outside', 'file'],
  ['dir/../../out/secret', at('out/secret'), 'outside', 'file'],
  ['to-out/secret', at('out/secret'), 'outside', 'file'],
  ['to-out', at('out'), 'outside', 'folder'],
  ['to-out/', at('out'), 'outside', 'folder'],
  ['to-out-relative/secret', at('out/secret'), 'outside', 'file'],
  ['to-out/deep/../secret', at('out/secret'), 'outside', 'file'],
  ['to-out/../ws/a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['to-secret', at('out/secret'), 'outside', 'file'],
  ['chain-1', at('out/secret'), 'outside', 'file'],
  ['dangling-out', at('out/new.txt'), 'outside', 'missing'],
  ['../../../../../../../../../../etc/hostname', '/etc/hostname', 'outside', 'file'],
  ['/', '/', 'outside', 'folder'],
  ['/..', '/', 'outside', 'folder'],
  ['/etc/passwd', '/etc/passwd', 'outside', 'file'],
  ['~', home, 'outside', 'folder'],
  ['~/', home, 'outside', 'folder'],
  ['~/note', at('home/note'), 'outside', 'file'],
  ['~/../ws/a.txt', at('ws/a.txt'), 'workspace', 'file'],
  ['~/.config/other', at('home/.config/other'), 'outside', 'folder'],
  ['~/.docker/daemon.json', at('home/.docker/daemon.json'), 'stop', 'file'],
  ['~/.sshx', at('home/.sshx'), 'outside', 'missing'],
  ['~/.ssh', at('real-ssh'), 'stop', 'folder'],
  ['~/.ssh/id', at('real-ssh/id'), 'stop', 'file'],
  ['~/.ssh/new', at('real-ssh/new'), 'stop', 'missing'],
  ['../real-ssh/id', at('real-ssh/id'), 'stop', 'file'],
  ['~/.ssh/../note', at('note'), 'stop', 'missing'],
  ['~/.aws/credentials', at('home/.aws/credentials'), 'stop', 'file'],
  ['~/.aws/../note', at('home/note'), 'stop', 'file'],
  ['~/.azure/accessTokens.json', at('home/.azure/accessTokens.json'), 'stop', 'missing'],
  ['~/.gnupg', at('home/.gnupg'), 'stop', 'missing'],
  ['~/.kube/config', at('home/.kube/config'), 'stop', 'missing'],
  ['~/.config/gcloud/x', at('home/.config/gcloud/x'), 'stop', 'missing'],
  ['~/.docker/config.json', at('home/.docker/config.json'), 'stop', 'file'],
  ['~/.netrc', at('home/.netrc'), 'stop', 'file'],
  ['~/.git-credentials', at('home/.git-credentials'), 'stop', 'missing'],
  ['~/.mozilla/firefox', at('home/.mozilla/firefox'), 'stop', 'missing'],
  ['~/.config/chromium/Default', at('home/.config/chromium/Default'), 'stop', 'missing'],
  [
    '~/.local/share/keyrings/login.keyring',
    at('home/.local/share/keyrings/login.keyring'),
    'stop',
    'missing',
  ],
  ['~/.local/share/gatehouse', data, 'stop', 'folder'],
  ['~/.local/share/gatehouse/journal.db', join(data, 'journal.db'), 'stop', 'file'],
  ['~/.local/share/gatehouse-not', at('home/.local/share/gatehouse-not'), 'outside', 'missing'],
  ['to-aws/credentials', at('home/.aws/credentials'), 'stop', 'file'],
  ['to-journal', join(data, 'journal.db'), 'stop', 'file'],
  ['via-aws', at('home/note'), 'stop', 'file'],
  ['/etc/shadow', '/etc/shadow', 'stop', 'file'],
  ['/etc/../etc/./shadow', '/etc/shadow', 'stop', 'file'],
  ['to-root/etc/shadow', '/etc/shadow', 'stop', 'file'],
  ['/proc', '/proc', 'stop', 'folder'],
  [`/proc/self/root${root}/ws/a.txt`, at('ws/a.txt'), 'stop', 'file'],
  ['/sys/kernel', '/sys/kernel', 'stop', 'folder'],
  ['/dev/null', '/dev/null', 'stop', 'other'],
  ['/dev/no-such-thing', '/dev/no-such-thing', 'stop', 'missing'],
]

const failures: readonly (readonly [given: string, code: string])[] = [
  ['', 'path.empty'],
  ['a\0b', 'path.nul'],
  ['\0', 'path.nul'],
  ['a.txt\0.png', 'path.nul'],
  ['\uD800', 'path.not-text'],
  ['a\uFFFDb', 'path.not-text'],
  ['n'.repeat(256), 'path.too-long'],
  ['ü'.repeat(128), 'path.too-long'],
  ['d/'.repeat(2100), 'path.too-long'],
  ['loop-a', 'path.loop'],
  ['loop-a/x', 'path.loop'],
  ['self', 'path.loop'],
  ['far-0', 'path.loop'],
  ['a.txt/x', 'path.not-folder'],
  ['a.txt/..', 'path.not-folder'],
  ['fifo/x', 'path.not-folder'],
  ['/etc/passwd/x', 'path.not-folder'],
]

describe.skipIf(process.platform === 'win32')('resolvePath', () => {
  it.each(rows.filter(([given]) => given !== ''))(
    'finds where %j lies',
    async (given, path, zone, is) => {
      expect(await resolved(given)).toEqual({ ok: true, value: { path, zone, is } })
    },
  )

  it.each(failures)('refuses %j', async (given, code) => {
    expect(await resolved(given)).toMatchObject({ ok: false, error: { code } })
  })

  it('takes the longest name a file can have', async () => {
    expect(await resolved('n'.repeat(255))).toMatchObject({
      ok: true,
      value: { zone: 'workspace', is: 'missing' },
    })
  })

  it('says workspace.missing once the workspace has vanished, and recovers when it is back', async () => {
    mkdirSync(at('fleeting'))
    const there = resolvePath({ workspace: at('fleeting'), stop: [], home })
    expect(await there('x')).toMatchObject({ ok: true })
    renameSync(at('fleeting'), at('gone'))
    expect(await there('x')).toMatchObject({ ok: false, error: { code: 'workspace.missing' } })
    expect(await there('/etc/passwd')).toMatchObject({
      ok: false,
      error: { code: 'workspace.missing' },
    })
    writeFileSync(at('fleeting'), 'a file')
    expect(await there('x')).toMatchObject({ ok: false, error: { code: 'workspace.missing' } })
  })

  it('counts a workspace reached through a link as the folder it leads to', async () => {
    const linked = resolvePath({ workspace: at('linked-ws'), stop: [], home })
    expect(await linked('in/f')).toEqual({
      ok: true,
      value: { path: at('real-ws/in/f'), zone: 'workspace', is: 'file' },
    })
    expect(await linked(at('linked-ws/in/f'))).toMatchObject({ value: { zone: 'workspace' } })
  })

  it('lets STOP win over the workspace', async () => {
    const wide = resolvePath({ workspace: home, stop: [data], home })
    expect(await wide('note')).toMatchObject({ value: { zone: 'workspace' } })
    expect(await wide('.aws/credentials')).toMatchObject({ value: { zone: 'stop' } })
    expect(await wide('.local/share/gatehouse/journal.db')).toMatchObject({
      value: { zone: 'stop' },
    })
  })

  it('compares without case where the file system does', async () => {
    const folding = resolvePath({ workspace: ws, stop: [data], home, foldsCase: true })
    for (const given of [
      '~/.SSH/id',
      '~/.Aws/credentials',
      '~/.LOCAL/share/Gatehouse/journal.db',
      '/ETC/Shadow',
      '/PROC/self',
    ]) {
      expect(await folding(given)).toMatchObject({ value: { zone: 'stop' } })
    }
    expect(await folding(at('WS/a.txt'))).toMatchObject({ value: { zone: 'workspace' } })
    expect(await resolved('~/.Aws/credentials')).toMatchObject({ value: { zone: 'outside' } })
  })

  it('gives for any spelling either a failure or a path that stays the same when placed again', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '',
      'dir',
      'sub',
      'a.txt',
      'to-out',
      'to-dir',
      'up',
      'new',
      'secret',
      'dangling-in',
      'chain-1',
      'to-root',
      'to-aws',
      '~',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (parts) => {
        const first = await resolved(parts.join('/'))
        if (!first.ok) return
        const second = await resolved(first.value.path)
        expect(second.ok && { path: second.value.path, is: second.value.is }).toEqual({
          path: first.value.path,
          is: first.value.is,
        })
        expect(first.value.zone === 'workspace').toBe(
          within(first.value.path, ws) && first.value.zone !== 'stop',
        )
      }),
      { numRuns: tries(300) },
    )
  })
})
