// Undo in a whole Gatehouse: real sandbox, real files, real journal.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { CallId } from '../../contract/ids.ts'
import type { Output } from '../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Surface } from '../../contract/call/principal.ts'
import type { Result } from '../../contract/result.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { differences, treeOf } from '../undo/fixture.ts'
import { fewCases } from '../whole.ts'

let root: string
let workspace: string
let app: App

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-host-')))
  workspace = join(root, 'home-workspace')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'notes.txt'), 'one line\n')
  // Commands are asked about before they run anywhere.
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(join(root, 'home', 'config.yaml'), 'preset: careful\n')
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({ host: 'browser', paths: paths, version: '0.0.0-test' })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
})
afterEach(async () => {
  await app.dispose()
  rmSync(root, { recursive: true, force: true })
})

const at = (path: string): string => join(workspace, path)
const call = async <T>(
  channel: string,
  input: unknown,
  surface: Surface = 'window',
): Promise<T> => {
  const answer = (await app.call(channel, input, { surface })) as Result<
    T,
    { code: string; text: string }
  >
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.text}`)
  return answer.value
}
const code = async (
  channel: string,
  input: unknown,
  surface: Surface = 'window',
): Promise<string> => {
  const answer = await app.call(channel, input, { surface })
  return answer.ok ? 'ok' : answer.error.code
}
const run = (tool: string, args: object): Promise<CallResult> =>
  call('tools.run', { tool, args, wait: true }, 'cli')
const held = async (): Promise<Approval> => {
  let found: Approval | undefined
  await expect
    .poll(
      async () =>
        (found = (await call<Approval[]>('approvals.list', { states: ['pending'], limit: 5 }))[0]),
      { timeout: 600_000 },
    )
    .toBeDefined()
  return found as Approval
}
/** Runs a call that asks, with a yes. `between` happens while it is held. */
const approved = async (
  tool: string,
  args: object,
  between = (): void => {},
): Promise<{ approval: Approval; result: CallResult }> => {
  const running = run(tool, args)
  const approval = await held()
  between()
  await call('approvals.answer', { id: approval.id, answer: 'once' })
  return { approval, result: await running }
}
const undo = (callId: CallId): Promise<Output<'undo.apply'>> => call('undo.apply', { callId })
const entries = async (callId: CallId, kind: string): Promise<JournalEntry[]> =>
  (
    await call<Output<'audit.page'>>('audit.page', { limit: 50, filter: { callId, kinds: [kind] } })
  ).rows.map(({ entry }) => entry)

const stored = {
  kind: 'files',
  text: 'You can undo this: the current content of this path is kept.',
}

describe('a file tool', () => {
  const cases: readonly [string, object][] = [
    ['write_file', { path: 'notes.txt', content: 'other\n' }],
    ['write_file', { path: 'deep/er/new.txt', content: 'new\n' }],
    ['edit_file', { path: 'notes.txt', old_text: 'one', new_text: 'two' }],
  ]
  it.each(fewCases(cases, 1))(
    '%s %s %j is undone from its call, and done again',
    async (_name, tool, args) => {
      const before = treeOf(workspace)
      const { approval, result } = await approved(tool, args)
      expect([approval.undo, result.status]).toEqual([stored, 'done'])
      const after = treeOf(workspace)
      expect(await entries(result.requestId, 'outcome')).toMatchObject([{ undo: { kind: 'kept' } }])
      const done = await undo(result.requestId)
      expect([done.failed, differences(before, treeOf(workspace))]).toEqual([[], []])
      expect((await undo(done.undoId)).failed).toEqual([])
      expect(differences(after, treeOf(workspace))).toEqual([])
    },
  )

  it('that writes outside the workspace is undone there @whole', async () => {
    const outside = join(root, 'outside.txt')
    writeFileSync(outside, 'before')
    const { result } = await approved('write_file', { path: outside, content: 'after' })
    expect(result.status).toBe('done')
    await undo(result.requestId)
    expect(readFileSync(outside, 'utf8')).toBe('before')
  })

  it('that only reads keeps nothing and starts nothing @whole', async () => {
    const result = await run('read_file', { path: 'notes.txt' })
    expect([result.status, existsSync(join(root, 'home/data/checkpoints'))]).toEqual([
      'done',
      false,
    ])
    expect(await code('undo.preview', { callId: result.requestId })).toBe('undo.unknown')
  })
})

describe('a command', () => {
  it(
    'that changed, made, removed and renamed 1,000 files is undone byte for byte @whole',
    { timeout: 600_000 },
    async () => {
      for (let n = 0; n < 1_000; n++) {
        mkdirSync(at(`d${n % 25}`), { recursive: true })
        writeFileSync(at(`d${n % 25}/f${n}`), Buffer.alloc(500 + n, `content ${n}`))
      }
      symlinkSync('notes.txt', at('link'))
      mkdirSync(at('empty'))
      const command = [
        'for f in d?/f* d1?/f*; do echo changed > $f; done',
        'rm -r d20 d21 empty; chmod 600 d22/*; mv d23 e23; ln -sf /etc/passwd link; touch -d 2001-01-01 d24/*',
        'i=0; while [ $i -lt 300 ]; do echo $i > made$i; i=$((i+1)); done',
      ].join('; ')
      writeFileSync(at('change.sh'), command)
      const before = treeOf(workspace)
      const { approval, result } = await approved('exec', { command: 'sh change.sh' })
      expect(approval.undo?.text).toMatch(
        /^You can undo this: a snapshot of the workspace is kept, 1,0\d\d files and folders, /,
      )
      expect([result.status, result.exitCode, result.stderr]).toEqual(['done', 0, ''])
      const changed = differences(before, treeOf(workspace)).length
      expect(changed).toBeGreaterThan(1_000)
      const preview = await call<Output<'undo.preview'>>('undo.preview', {
        callId: result.requestId,
      })
      expect([
        preview.conflicts,
        preview.total > 1_000,
        new Set(preview.changes.map(({ kind }) => kind)),
      ]).toEqual([[], true, new Set(['restored', 'removed', 'recreated'])])
      const done = await undo(result.requestId)
      expect([done.files, done.failed]).toEqual([preview.total, []])
      expect(differences(before, treeOf(workspace))).toEqual([])
      expect(await entries(result.requestId, 'undone')).toMatchObject([
        {
          change: 'ended',
          files: preview.total,
          failed: 0,
          surface: 'window',
          undoId: done.undoId,
        },
        { change: 'started', files: preview.total },
      ])
      expect(await call('audit.verify', {})).toMatchObject({ kind: 'intact' })
    },
  )

  it('in a workspace that is too much to keep says so before the answer, and in its outcome @whole', async () => {
    writeFileSync(at('disk.img'), '')
    truncateSync(at('disk.img'), 65 * 1024 * 1024)
    const { approval, result } = await approved('exec', { command: 'true' })
    expect(approval.undo).toEqual({
      kind: 'none',
      text: 'This cannot be undone: disk.img is larger than 64 MiB.',
    })
    expect([result.status, await entries(result.requestId, 'outcome')]).toMatchObject([
      'done',
      [{ undo: { kind: 'none', why: 'disk.img is larger than 64 MiB' } }],
    ])
    expect(await code('undo.apply', { callId: result.requestId })).toBe('undo.unknown')
  })

  it('that was promised to be undoable does not run when it is not any more @whole', async () => {
    const { approval, result } = await approved('exec', { command: 'touch ran' }, () => {
      writeFileSync(at('disk.img'), '')
      truncateSync(at('disk.img'), 65 * 1024 * 1024)
    })
    expect([approval.undo?.kind, result.status, result.error?.code, existsSync(at('ran'))]).toEqual(
      ['files', 'denied', 'undo.promised', false],
    )
  })

  it('does not run when no checkpoint can be stored for it @whole', async () => {
    writeFileSync(join(root, 'home/data/checkpoints'), 'a file where the folder should be')
    const { approval, result } = await approved('exec', { command: 'touch ran' })
    expect([approval.undo?.kind, result.status, result.error?.code, existsSync(at('ran'))]).toEqual(
      ['none', 'denied', 'undo.store', false],
    )
    const doctor = await call<Output<'doctor.report'>>('doctor.report', {})
    expect(doctor.checks.find(({ id }) => id === 'undo')?.state).toBe('fail')
  })

  it('that runs keeps its workspace from being put back meanwhile @whole', async () => {
    const first = await approved('write_file', { path: 'notes.txt', content: 'other\n' })
    const running = run('exec', {
      command: 'echo > started; while [ ! -e go ]; do sleep 0.02; done',
    })
    await call('approvals.answer', { id: (await held()).id, answer: 'once' })
    await expect.poll(() => existsSync(at('started'))).toBe(true)
    expect(await code('undo.apply', { callId: first.result.requestId })).toBe('undo.busy')
    writeFileSync(at('go'), '')
    await running
    expect(await code('undo.apply', { callId: first.result.requestId })).toBe('ok')
  })
})

describe('an undo', () => {
  it('names what changed since, refuses, and goes on when it is forced @whole', async () => {
    const { result } = await approved('write_file', { path: 'notes.txt', content: 'theirs\n' })
    writeFileSync(at('notes.txt'), 'mine\n')
    const callId = result.requestId
    expect((await call<Output<'undo.preview'>>('undo.preview', { callId })).conflicts).toEqual([
      { path: 'notes.txt', why: 'changed since' },
    ])
    expect([await code('undo.apply', { callId }), await entries(callId, 'undone')]).toEqual([
      'undo.conflicts',
      [],
    ])
    const done = await call<Output<'undo.apply'>>('undo.apply', { callId, force: ['notes.txt'] })
    expect([done.forced, readFileSync(at('notes.txt'), 'utf8')]).toEqual([
      ['notes.txt'],
      'one line\n',
    ])
    await undo(done.undoId)
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine\n')
  })

  it('shows texts with secrets taken out @whole', async () => {
    const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fG2hJ5'}`
    writeFileSync(at('env'), `TOKEN=${token}\n`)
    const { result } = await approved('exec', { command: 'echo gone > env; unlink notes.txt' })
    const { previews } = await call<Output<'undo.preview'>>('undo.preview', {
      callId: result.requestId,
    })
    expect(previews.map(({ path }) => path).toSorted()).toEqual(['env', 'notes.txt'])
    expect(JSON.stringify(previews)).not.toContain(token)
    await undo(result.requestId)
    expect(readFileSync(at('env'), 'utf8')).toBe(`TOKEN=${token}\n`)
  })

  it('on the command line needs the passphrase, once one is set @whole', async () => {
    const { result } = await approved('write_file', { path: 'notes.txt', content: 'theirs\n' })
    await call('step-up.set-passphrase', { passphrase: 'a long passphrase' })
    const input = { callId: result.requestId }
    const proof = (passphrase: string) => ({ ...input, proof: { kind: 'passphrase', passphrase } })
    expect([
      await code('undo.apply', input, 'cli'),
      await code('undo.apply', proof('a wrong passphrase'), 'cli'),
    ]).toEqual(['approval.step-up', 'step-up.wrong'])
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('theirs\n')
    expect(await code('undo.apply', proof('a long passphrase'), 'cli')).toBe('ok')
  })
})

describe('the store of undo', () => {
  it('is where no call reaches, not even a command @whole', async () => {
    unlinkSync(at('notes.txt'))
    const { result } = await approved('exec', { command: `ls ${join(root, 'home')}` })
    expect(result.exitCode).not.toBe(0)
    const folder = join(root, 'home/data/checkpoints')
    expect(existsSync(folder)).toBe(true)
    for (const [tool, args] of [
      ['list_dir', { path: folder }],
      ['write_file', { path: join(folder, 'x'), content: '' }],
    ] as const) {
      expect((await run(tool, args)).status).toBe('denied')
    }
  })

  it('is absent for what happens on another machine, and the card says so @whole', async () => {
    const running = run('http', { url: 'https://example.org/', method: 'POST', body: 'x' })
    const approval = await held()
    expect(approval.undo).toEqual({
      kind: 'none',
      text: 'This cannot be undone: its effects on another machine remain.',
    })
    await call('approvals.answer', { id: approval.id, answer: 'deny-once' })
    await running
  })

  it('shows in doctor @whole', async () => {
    await approved('write_file', { path: 'notes.txt', content: 'other\n' })
    const doctor = await call<Output<'doctor.report'>>('doctor.report', {})
    expect(doctor.checks.find(({ id }) => id === 'undo')?.text).toMatch(
      /^1 call can be undone, the oldest of \d{4}-\d\d-\d\d; [\d.]+ (bytes|kB) on the disk$/,
    )
  })
})
