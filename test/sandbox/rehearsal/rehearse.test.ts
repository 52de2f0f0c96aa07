import { getPriority } from 'node:os'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { Rehearsal } from '../../../contract/call/rehearsal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { reach } from '../../../main/sandbox/rehearsal/rehearse.ts'
import { written } from '../../../main/sandbox/rehearsal/quota.ts'
import { processesWith, soon } from '../../escape/fixture.ts'
import { editFile } from '../../../tools/files/edit-file.ts'
import { writeFile } from '../../../tools/files/write-file.ts'
import { git, hashOfTree, lines, own, rehearsalFixture, type Way } from './fixture.ts'
import { fewRows } from '../../whole.ts'

const linux = process.platform === 'linux'
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`
const ways: readonly Way[] = ['overlay', 'copy']

const commands = (
  [
    ['true', []],
    ['cat a b sub/c', []],
    ['touch a', []],
    ['cp a t && cat t >a && rm t', []],
    ['echo ALPHA >t && touch -r a t && mv t a', ['changed a']],
    ['chmod 600 a', ['mode a']],
    ['chmod 700 sub', ['mode sub']],
    ['chmod 700 .', ['mode ']],
    ['chmod +x a; echo x >>a', ['changed a']],
    ['mv a z', ['deleted a', 'added z']],
    ['mv sub moved', ['added moved', 'added moved/c', 'deleted sub', 'deleted sub/c']],
    ['rm -r sub', ['deleted sub', 'deleted sub/c']],
    ['rm -r sub; mkdir sub', ['deleted sub/c']],
    ['rm a; mkdir a; echo x >a/in', ['type a', 'added a/in']],
    ['rm a; ln -s b a', ['type a']],
    ['ln -s /etc/passwd l', ['added l']],
    ['ln a hard', ['added hard']],
    ['mkfifo pipe', ['added pipe']],
    ["mkdir 'odd name'; : >'odd name/new\nline'", ['added odd name', 'added odd name/new\nline']],
    ['cd sub; echo x >../fromsub', ['added fromsub']],
    ['rm -rf ./* .[!.]*', ['deleted a', 'deleted b', 'deleted sub', 'deleted sub/c']],
  ] satisfies [command: string, changes: string[]][]
).map(([command, changes]) => [JSON.stringify(command), command, changes] as const)

describe.runIf(linux).each(ways)(`a rehearsal by %s${why}`, (way) => {
  const fixture = rehearsalFixture('commands', way)
  const { ws, done, rehearse, left } = fixture
  const at = (path: string): string => join(ws, path)
  beforeEach(() => {
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(at('sub'), { recursive: true })
    writeFileSync(at('a'), 'alpha\n')
    writeFileSync(at('b'), 'beta\n')
    writeFileSync(at('sub/c'), 'gamma\n')
    own(ws)
  })
  /** Runs it and holds that nothing in the workspace moved and nothing is left anywhere. */
  const traceless = async (command: string, asked = {}) => {
    const before = hashOfTree(ws)
    const rehearsal = await done(command, asked)
    expect(hashOfTree(ws)).toBe(before)
    expect(left()).toEqual([])
    return rehearsal
  }

  it('attaches what was added, changed and deleted, the exit code and the output, and leaves no trace', async () => {
    const rehearsal = await traceless(
      'echo more >>a; rm b; mkdir new; echo hunter2 >new/d; echo out hunter2; echo err >&2; exit 3',
    )
    const file = (bytes: number) => ({ is: 'file', bytes, mode: '0644' })
    expect({ ...rehearsal, view: '', durationMs: 0, inputs: '' }).toEqual({
      at: 1,
      by: 'person',
      view: '',
      durationMs: 0,
      end: { kind: 'exited', code: 3 },
      stdout: 'out [secret]\n',
      stderr: 'err\n',
      truncated: false,
      counts: { added: 2, changed: 1, deleted: 1, type: 0, mode: 0 },
      changes: [
        {
          kind: 'changed',
          path: 'a',
          was: file(6),
          now: file(11),
          content: { kind: 'text', before: 'alpha\n', after: 'alpha\nmore\n' },
        },
        {
          kind: 'deleted',
          path: 'b',
          was: file(5),
          now: null,
          content: { kind: 'text', before: 'beta\n', after: null },
        },
        {
          kind: 'added',
          path: 'new',
          was: null,
          now: { is: 'folder', bytes: 0, mode: '0755' },
          content: { kind: 'none' },
        },
        {
          kind: 'added',
          path: 'new/d',
          was: null,
          now: file(8),
          content: { kind: 'text', before: null, after: '[secret]\n' },
        },
      ],
      more: 0,
      hosts: [],
      notes: [
        expect.stringContaining(
          'Ran without network. Connection attempts that ignore the proxy variables',
        ),
      ],
      inputs: '',
    })
    expect(way === 'overlay' ? ['overlay'] : ['reflink', 'copy']).toContain(rehearsal.view)
    expect(Rehearsal.parse(JSON.parse(JSON.stringify(rehearsal)))).toEqual(rehearsal)
  })

  it.each(fewRows(commands, way === 'overlay' ? 12 : 3))(
    'of %s',
    async (_name, command, changes) => {
      expect(lines(await traceless(command)).toSorted()).toEqual(changes.toSorted())
    },
  )

  it('shows links with where they lead, binary and large files by their size alone', async () => {
    symlinkSync('a', at('link'))
    const big = 200_000
    const rehearsal = await traceless(
      `ln -sfn b link; printf 'a\\0b' >bin; head -c ${big} /dev/zero | tr '\\0' x >big`,
    )
    expect(rehearsal.changes.map(({ path, content }) => [path, content])).toEqual([
      ['big', { kind: 'unshown', why: 'large' }],
      ['bin', { kind: 'unshown', why: 'binary' }],
      ['link', { kind: 'link', before: 'a', after: 'b' }],
    ])
    expect(rehearsal.changes[0]?.now).toEqual({ is: 'file', bytes: big, mode: '0644' })
  })

  it('of two hundred files added, changed, deleted and renamed counts each one @whole', async () => {
    for (const kind of ['change', 'delete', 'rename']) {
      mkdirSync(at(kind))
      for (let n = 0; n < 200; n += 1) writeFileSync(at(`${kind}/${n}`), `${kind} ${n}\n`)
    }
    mkdirSync(at('add'))
    own(ws)
    const rehearsal = await traceless(
      'for n in $(seq 0 199); do echo new >add/$n; echo more >>change/$n; rm delete/$n; mv rename/$n rename/to-$n; done',
    )
    expect(rehearsal.counts).toEqual({ added: 400, changed: 200, deleted: 400, type: 0, mode: 0 })
    expect([rehearsal.changes.length, rehearsal.more]).toEqual([500, 500])
  })

  it('keeps what other programs trust read-only, as in a real run', async () => {
    git(ws, 'init', '-q')
    own(ws)
    const rehearsal = await traceless(
      'echo evil >.git/hooks/pre-commit; mv .git gone; git add a 2>/dev/null; test -f .git/index && echo ok',
    )
    expect(rehearsal.stdout).toBe('ok\n')
    expect(rehearsal.stderr).toMatch(/Read-only file system/)
    expect(lines(rehearsal).filter((line) => line.includes('hooks'))).toEqual([])
  })

  it('writes down the hosts that were asked for, and lets none be reached @whole', async () => {
    const rehearsal = await traceless(
      [
        `curl -s -m 5 https://example.org/x; echo "tls $?"`,
        `curl -s -m 5 -o /dev/null -w '%{http_code}\\n' http://plain.example:8080/`,
        `curl -s -m 5 --noproxy '*' http://1.2.3.4/; echo "past $?"`,
      ].join('; '),
    )
    expect(rehearsal.hosts).toEqual([
      { host: 'example.org', port: 443 },
      { host: 'plain.example', port: 8080 },
    ])
    expect(rehearsal.stdout).toMatch(/^tls 56\n403\npast 7\n$/)
  })

  it.each<[what: string, command: string, end: unknown, asked?: { timeMs: number }]>([
    [
      'runs too long',
      'echo x >new; sleep 60',
      { kind: 'stopped', limit: 'time' },
      { timeMs: 1000 },
    ],
    ['floods its output', 'yes', { kind: 'stopped', limit: 'output' }],
    ['kills itself', 'kill -SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
    [
      'writes more than a rehearsal may',
      `for n in 1 2 3 4 5; do head -c ${written.bytes / 2} /dev/zero >f$n; done; sleep 60`,
      { kind: 'stopped', limit: 'written' },
    ],
  ])('of a command that %s says so', async (_what, command, end, asked = { timeMs: 60_000 }) => {
    expect((await traceless(command, asked)).end).toEqual(end)
  })

  it('ends every process of a command that forks away @whole', async () => {
    const mark = `rehearsed-${way}-${process.pid}`
    await traceless(
      `(setsid sh -c 'exec -a ${mark} sleep 60' &) ; (sh -c ': ${mark}; sleep 61' &); echo x >new`,
    )
    expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
  })

  it('cannot be left for the real workspace by any path it can see', async () => {
    const rehearsal = await traceless(
      [
        `echo evil >'${ws}/a'`,
        `for p in /proc/[0-9]*/root /proc/[0-9]*/cwd /proc/self/fd/*; do echo evil >"$p${ws}/b" 2>/dev/null; echo evil >"$p/b" 2>/dev/null; done`,
        `ls /proc | grep -c '^[0-9]'`,
        // Where the workspace seems to lie is a private place of the sandbox.
        `echo evil >../beside`,
      ].join('; '),
    )
    expect(lines(rehearsal)).toEqual(['changed a', 'changed b'])
    expect([readFileSync(at('a'), 'utf8'), existsSync(join(ws, '../beside'))]).toEqual([
      'alpha\n',
      false,
    ])
  })

  it('leaves hard links alone: a file linked from elsewhere is not written through @whole', async () => {
    const outside = join(fixture.root, 'outside')
    writeFileSync(outside, 'precious\n')
    linkSync(outside, at('inside'))
    own(ws)
    const rehearsal = await traceless('echo evil >inside')
    expect(lines(rehearsal)).toEqual(['changed inside'])
    expect(readFileSync(outside, 'utf8')).toBe('precious\n')
    rmSync(outside)
  })

  it('leaves nothing of folders that it closed, or that are deeper than a path may be long @whole', async () => {
    const rehearsal = await traceless(
      'mkdir -p x/y; echo z >x/y/z; chmod 000 x/y x; for n in $(seq 100); do d=$(printf %0100d $n); mkdir $d && cd $d; done',
    )
    expect(rehearsal.counts.added).toBeGreaterThan(20)
    expect(rehearsal.notes.at(-1)).toMatch(/could not be read afterwards/)
  })

  it('says that the workspace moved when it did @whole', async () => {
    const during = rehearse(
      'while ! [ -e go ]; do sleep 0.05; [ $((n+=1)) -gt 20 ] && exit; done',
      {
        start: async () => {
          writeFileSync(at('b'), 'other\n')
          return ok(null)
        },
      },
    )
    expect(await during).toMatchObject({ ok: false, error: { code: 'rehearsal.moved' } })
    expect(left()).toEqual([])
  })

  it('runs nothing that could not be written down, and stops on request @whole', async () => {
    const unwritten = failure('journal.unwritable', 'The disk is full.')
    expect(await rehearse('echo x', { start: async () => err(unwritten) })).toEqual(err(unwritten))
    const stop = new AbortController()
    const start = async () => {
      setTimeout(() => stop.abort(), 200)
      return ok(null)
    }
    expect(await rehearse('sleep 60', { signal: stop.signal, start })).toMatchObject({
      ok: false,
      error: { code: 'rehearsal.cancelled' },
    })
    expect(left()).toEqual([])
  })
})

describe.runIf(linux)(`what is not rehearsed${why}`, () => {
  const fixture = rehearsalFixture('refused', 'copy')
  const { ws } = fixture
  const inside = { zone: 'workspace' as const, is: 'file' as const }
  const command: CanonicalTouch = {
    kind: 'proc.run',
    command: 'true',
    cwd: ws,
    zone: 'workspace',
    parts: [],
  }
  const host = { host: 'example.org', port: 443, reach: 'public' as const, listed: true }
  it.each<[what: string, touches: CanonicalTouch[], code: string]>([
    [
      'a request',
      [{ kind: 'net.fetch', method: 'GET', url: 'https://example.org/', ...host }],
      'rehearsal.outside',
    ],
    ['a command with a way out', [command, { kind: 'net.connect', ...host }], 'rehearsal.outside'],
    [
      'a command with a credential',
      [command, { kind: 'secrets.get', name: 'token' }],
      'rehearsal.outside',
    ],
    ['a command elsewhere', [{ ...command, cwd: '/tmp', zone: 'outside' }], 'rehearsal.outside'],
    [
      'a write elsewhere',
      [{ kind: 'fs.write', path: '/tmp/x', zone: 'outside', is: 'missing' }],
      'rehearsal.outside',
    ],
    [
      'a write to a STOP place',
      [{ kind: 'fs.write', path: '/etc/shadow', zone: 'stop', is: 'file' }],
      'rehearsal.outside',
    ],
    [
      'a command that reads elsewhere',
      [command, { kind: 'fs.read', path: '/x', zone: 'outside', is: 'file' }],
      'rehearsal.outside',
    ],
    ['a mere look', [{ kind: 'fs.read', path: join(ws, 'a'), ...inside }], 'rehearsal.nothing'],
    ['nothing at all', [], 'rehearsal.nothing'],
  ])('%s', async (_what, touches, code) => {
    let worked = 0
    const work = async () => {
      worked += 1
      return ok({ text: '' })
    }
    expect(await fixture.rehearser.rehearse(fixture.job(touches, work))).toMatchObject({
      ok: false,
      error: { code },
    })
    expect(worked).toBe(0)
  })

  it.runIf(process.getuid?.() === 0)(
    'but a command in a workspace of root is: its copy is given to somebody who is not (needs root)',
    async () => {
      writeFileSync(join(ws, 'note'), 'x')
      chownSync(ws, 0, 0)
      const before = hashOfTree(ws)
      const rehearsal = await fixture.done('rm note; echo new >made')
      expect(lines(rehearsal)).toEqual(['added made', 'deleted note'])
      expect(hashOfTree(ws)).toBe(before)
      own(ws)
    },
  )

  it('a command unasked where copying costs too much; asked for, it is @whole', async () => {
    mkdirSync(join(ws, 'many'))
    for (let n = 0; n <= reach.unasked.copyEntries; n += 1)
      writeFileSync(join(ws, 'many', String(n)), '')
    own(ws)
    const unasked = await fixture.rehearse('true', { by: 'automatic' })
    // Unasked it has to be held in memory too, which an ordinary user without systemd cannot do.
    const held =
      fixture.runner.protections().find(({ id }) => id === 'memory')?.state === 'enforced'
    expect(unasked).toMatchObject({
      ok: false,
      error: { code: held ? 'rehearsal.too-large' : 'rehearsal.weak' },
    })
    expect(await fixture.rehearse('true')).toMatchObject({ ok: true })
    rmSync(join(ws, 'many'), { recursive: true })
  })

  it('what nobody asked for before anything else on the machine, nor for long', async () => {
    const line = 'nice; ulimit -t'
    expect((await fixture.done(line)).stdout).toBe(`${getPriority()}\n300\n`)
    const unasked = await fixture.rehearse(line, { by: 'automatic' })
    // An ordinary user without systemd has no bound on memory, and so nothing is tried unasked.
    const lowest = Math.min(19, getPriority() + 19)
    expect([`${lowest}\n10\n`, 'rehearsal.weak']).toContain(
      unasked.ok ? unasked.value.stdout : unasked.error.code,
    )
  })
})

describe('a rehearsal of a file tool', () => {
  const fixture = rehearsalFixture('files', 'copy')
  const { ws, rehearser, job, left } = fixture
  const touch = (path: string, is: 'file' | 'missing'): CanonicalTouch => ({
    kind: 'fs.write',
    path: join(ws, path),
    zone: 'workspace',
    is,
  })
  beforeEach(() => {
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(join(ws, 'sub'), { recursive: true })
    writeFileSync(join(ws, 'a'), 'alpha\n')
    chmodSync(join(ws, 'a'), 0o640)
    symlinkSync('sub', join(ws, 'link'))
    own(ws)
  })
  const run = async (touches: CanonicalTouch[], work: Parameters<typeof job>[1]) => {
    const before = hashOfTree(ws)
    const result = await rehearser.rehearse(job(touches, work))
    expect(hashOfTree(ws)).toBe(before)
    expect(left()).toEqual([])
    return result
  }

  it('runs the tool itself over a copy of what it may touch', async () => {
    const { signal } = new AbortController()
    expect(
      await run([touch('new/deep', 'missing')], (power) =>
        writeFile.execute({ path: 'new/deep', content: 'x\n' }, { power, signal }),
      ),
    ).toMatchObject({
      ok: true,
      value: {
        end: { kind: 'done' },
        stdout: 'Created new/deep (2 bytes).',
        counts: { added: 2, changed: 0, deleted: 0, type: 0, mode: 0 },
        changes: [
          { path: 'new' },
          { path: 'new/deep', content: { kind: 'text', before: null, after: 'x\n' } },
        ],
        notes: [],
      },
    })
    const edit = editFile.input.parse({
      path: join(ws, 'a'),
      old_text: 'alpha',
      new_text: 'omega',
    })
    expect(
      await run(
        [touch('a', 'file'), { ...touch('a', 'file'), kind: 'fs.read' } as CanonicalTouch],
        (power) => editFile.execute(edit, { power, signal }),
      ),
    ).toMatchObject({
      ok: true,
      value: {
        changes: [
          {
            kind: 'changed',
            path: 'a',
            was: { mode: '0640' },
            now: { mode: '0640' },
            content: { before: 'alpha\n', after: 'omega\n' },
          },
        ],
      },
    })
  })

  it('finds its way through links as the real run does, and goes nowhere else', async () => {
    const { signal } = new AbortController()
    const through = await run([touch('sub/n', 'missing')], (power) =>
      writeFile.execute({ path: 'link/n', content: 'x' }, { power, signal }),
    )
    expect(through).toMatchObject({
      ok: true,
      value: { changes: [{ kind: 'added', path: 'sub/n' }] },
    })
    for (const path of ['a', '/tmp/gatehouse-elsewhere', '../beside', '~/x']) {
      const other = await run([touch('sub/n', 'missing')], (power) =>
        writeFile.execute({ path, content: 'x' }, { power, signal }),
      )
      expect(other).toMatchObject({ ok: true, value: { end: { kind: 'failed' }, changes: [] } })
    }
    expect(existsSync('/tmp/gatehouse-elsewhere')).toBe(false)
  })
})
