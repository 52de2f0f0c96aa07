// Answers that are given again: never another one than the plugin would give now, and to nobody else.
import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CallId } from '../../../contract/ids.ts'
import type { PluginAnswer, PluginRequest } from '../../../contract/plugin/request.ts'
import { ok } from '../../../contract/result.ts'
import { openAnswerCache } from '../../../main/plugins/run/answer-cache.ts'
import type { RepeatableCall } from '../../../main/plugins/run/answer-cache.ts'
import { mountedFiles } from '../../../main/plugins/run/mounted-files.ts'
import { tries } from '../../soak.ts'
import { makeTemporary } from '../../temporary.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const callId = (n: number): CallId => CallId.parse(`call_${String(n).padStart(10, '0')}`)

function workspace(): string {
  const folder = makeTemporary('answer-cache')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const request = (folder: string, over: Partial<PluginRequest> = {}): PluginRequest => ({
  requestId: 'call_0000000001',
  tool: 'count',
  protocol: 0,
  kind: 'wasi',
  args: {},
  file: { path: '/plugins/count.wasm', sha256: 'ab' },
  mounts: [{ hostPath: folder, guestPath: '/workspace', readOnly: true }],
  hosts: [],
  limits: { runTimeMs: 1_000, stdoutBytes: 1_000, stderrBytes: 1_000, memoryBytes: 1_000 },
  ...over,
})

const callOf = (asked: PluginRequest, over: Partial<RepeatableCall> = {}): RepeatableCall => ({
  request: asked,
  callId: callId(1),
  digest: 'd',
  asker: 'agent main',
  workspace: '/w',
  policyHash: 'p',
  ...over,
})

/** All that can be read in a folder, as a plugin would say it. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      return `${name}: ${stat?.isFile() === true ? readFileSync(path, 'utf8') : ''}`
    })
    .join('\n')
}

const answer = (data: string): PluginAnswer => ({
  requestId: 'call_0000000001',
  data,
  error: null,
  stdout: '',
  stderr: '',
  log: '',
  durationMs: 5,
})

function openCounted(most?: { readonly answers: number; readonly characters: number }) {
  let runs = 0
  const cache = openAnswerCache({
    files: (mounts) => mountedFiles(mounts),
    sha256,
    ...(most === undefined ? {} : { most }),
  })
  return {
    runs: () => runs,
    async ask(asked: RepeatableCall, say: () => string) {
      const given = await cache.ask(asked, async () => {
        runs += 1
        return ok(answer(say()))
      })
      return { data: given.answer.ok ? given.answer.value.data : null, from: given.from }
    },
  }
}

const NAMES = ['a', 'b', 'folder/c'] as const
const change = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    name: fc.constantFrom(...NAMES),
    text: fc.constantFrom('one', 'two', 'six', 'eleven'),
    /** Times as they were before. */
    hidden: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant('rename' as const),
    name: fc.constantFrom(...NAMES),
    to: fc.constantFrom(...NAMES),
  }),
  fc.constant({ kind: 'nothing' as const }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function make(folder: string, one: Change): void {
  if (one.kind === 'nothing') return
  const path = join(folder, one.name)
  const before = statSync(path, { throwIfNoEntry: false })
  if (one.kind === 'remove') rmSync(path, { force: true })
  else if (one.kind === 'rename') {
    if (before !== undefined) renameSync(path, join(folder, one.to))
  } else {
    writeFileSync(path, one.text)
    if (one.hidden && before !== undefined) utimesSync(path, before.atime, before.mtime)
  }
}

describe('an answer that is given again', () => {
  it('is the one that the plugin would give now, whatever was changed @whole', async () => {
    let repeated = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const folder = makeTemporary('answer-cache')
        try {
          mkdirSync(join(folder, 'folder'))
          const counted = openCounted()
          for (const one of changes) {
            make(folder, one)
            const given = await counted.ask(callOf(request(folder)), () => everything(folder))
            expect(given.data).toBe(everything(folder))
            repeated += given.from === null ? 0 : 1
          }
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }),
      { numRuns: Math.min(tries(2_000), 60) },
    )
    expect(repeated).toBeGreaterThan(0)
  })

  it('is not given for other bytes of the same size and time', async () => {
    const folder = workspace()
    const path = join(folder, 'a')
    const counted = openCounted()
    const ask = () => counted.ask(callOf(request(folder)), () => everything(folder))
    writeFileSync(path, 'yes')
    const before = statSync(path)
    expect([await ask(), await ask()]).toEqual([
      { data: 'a: yes', from: null },
      { data: 'a: yes', from: callId(1) },
    ])
    writeFileSync(path, 'no!')
    utimesSync(path, before.atime, before.mtime)
    expect(await ask()).toEqual({ data: 'a: no!', from: null })
  })

  it.each<[string, (asked: PluginRequest) => RepeatableCall]>([
    ['another asker', (asked) => callOf(asked, { asker: 'mcp-client main' })],
    ['another policy', (asked) => callOf(asked, { policyHash: 'q' })],
    ['another workspace', (asked) => callOf(asked, { workspace: '/v' })],
    ['another version of the plugin', (asked) => callOf(asked, { digest: 'e' })],
    ['other arguments', (asked) => callOf({ ...asked, args: { all: true } })],
    [
      'another name of the folder',
      ({ mounts, ...asked }) =>
        callOf({ ...asked, mounts: mounts.map((one) => ({ ...one, guestPath: '/read/x' })) }),
    ],
  ])('is not given to %s', async (_what, other) => {
    const folder = workspace()
    writeFileSync(join(folder, 'a'), 'yes')
    const counted = openCounted()
    await counted.ask(callOf(request(folder)), () => 'first')
    expect(await counted.ask(other(request(folder)), () => 'second')).toEqual({
      data: 'second',
      from: null,
    })
  })

  it.each<[string, (folder: string) => PluginRequest]>([
    [
      'may write',
      (folder) =>
        request(folder, { mounts: [{ hostPath: folder, guestPath: '/write/w', readOnly: false }] }),
    ],
    ['has a host', (folder) => request(folder, { hosts: ['example.org:443'] })],
    [
      'has a folder that cannot be read',
      (folder) =>
        request(folder, {
          mounts: [{ hostPath: join(folder, 'no'), guestPath: '/read/no', readOnly: true }],
        }),
    ],
  ])('is not kept of one that %s', async (_what, of) => {
    const folder = workspace()
    const counted = openCounted()
    for (const n of [1, 2]) await counted.ask(callOf(of(folder), { callId: callId(n) }), () => 'x')
    expect(counted.runs()).toBe(2)
  })

  it('is not kept of a folder that was swapped for a link, behind which files change', async () => {
    const [folder, behind] = [workspace(), workspace()]
    writeFileSync(join(behind, 'a'), 'yes')
    rmSync(folder, { recursive: true })
    symlinkSync(behind, folder)
    const counted = openCounted()
    const ask = () => counted.ask(callOf(request(folder)), () => everything(folder))
    expect(await ask()).toEqual({ data: 'a: yes', from: null })
    writeFileSync(join(behind, 'a'), 'no!')
    expect(await ask()).toEqual({ data: 'a: no!', from: null })
  })

  it('is another one where a folder above was swapped, and swapped back', async () => {
    const base = workspace()
    for (const [name, text] of [
      ['real', 'yes'],
      ['other', 'no!'],
    ] as const) {
      mkdirSync(join(base, name, 'files'), { recursive: true })
      writeFileSync(join(base, name, 'files', 'a'), text)
    }
    const path = join(base, 'now', 'files')
    const counted = openCounted()
    const ask = () => counted.ask(callOf(request(path)), () => everything(path))
    const say: unknown[] = []
    for (const name of ['real', 'other', 'real']) {
      rmSync(join(base, 'now'), { force: true })
      symlinkSync(name, join(base, 'now'))
      say.push((await ask()).data)
    }
    expect(say).toEqual(['a: yes', 'a: no!', 'a: yes'])
  })

  it('is not kept where a file was changed while it ran, and changed back', async () => {
    const folder = workspace()
    const path = join(folder, 'a')
    writeFileSync(path, 'yes')
    const counted = openCounted()
    const hostile = (): string => {
      writeFileSync(path, 'no!')
      const read = everything(folder)
      writeFileSync(path, 'yes')
      return read
    }
    expect((await counted.ask(callOf(request(folder)), hostile)).data).toBe('a: no!')
    expect(await counted.ask(callOf(request(folder)), () => everything(folder))).toEqual({
      data: 'a: yes',
      from: null,
    })
  })

  it('makes room by the one that was used longest ago', async () => {
    const folder = workspace()
    const counted = openCounted({ answers: 2, characters: 10_000 })
    const ask = (n: number) =>
      counted.ask(callOf({ ...request(folder), args: { n } }, { callId: callId(n) }), () => `${n}`)
    for (const n of [1, 2, 1, 3, 1, 2]) await ask(n)
    expect(counted.runs()).toBe(4)
  })
})

describe('the files that a plugin could read', () => {
  it('are none where there are too many, or something is no file', async () => {
    const folder = workspace()
    const mounts = request(folder).mounts
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), 'xx')
    expect([
      await mountedFiles(mounts, { files: 2, bytes: 100 }),
      await mountedFiles(mounts, { files: 9, bytes: 3 }),
    ]).toEqual([null, null])
    const before = await mountedFiles(mounts)
    symlinkSync('a', join(folder, 'link'))
    expect((await mountedFiles(mounts))?.content).not.toBe(before?.content)
  })
})
