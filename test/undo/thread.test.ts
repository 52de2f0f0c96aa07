// Undo as main has it: in a thread of its own, with what it remembers of calls.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
  readFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import { openUndo } from '../../main/undo/undo.ts'
import type { StoredCall } from '../../main/undo/undo-text.ts'
import type { Undo, UndoDeps } from '../../main/undo/undo.ts'

let base: string
let root: string
let rows: Map<string, StoredCall>
const opened: Undo[] = []

const open = (more: Partial<UndoDeps> = {}): Undo => {
  const undo = openUndo({
    folder: join(base, 'store'),
    table: {
      put: (row) => void rows.set(row.callId, row),
      get: (id) => rows.get(id) ?? null,
      gone: (ids) =>
        ids.forEach(
          (id) => rows.has(id) && rows.set(id, { ...(rows.get(id) as StoredCall), state: 'gone' }),
        ),
    },
    now: Date.now,
    ...more,
  })
  opened.push(undo)
  return undo
}

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-thread-')))
  root = join(base, 'workspace')
  mkdirSync(root)
  rows = new Map()
})
afterEach(async () => {
  for (const undo of opened.splice(0)) await undo.dispose()
  rmSync(base, { recursive: true, force: true })
})

const id = (n: number) => CallId.parse(`call_thread000${n}`)
const startCapture = async (undo: Undo, n: number, paths: readonly string[] | null = null) => {
  const started = await undo.before(id(n), { root, paths }, false)
  if (!started.ok) throw new Error(started.error.text)
  return started.value
}
const call = async (
  undo: Undo,
  n: number,
  work: () => void,
  paths: readonly string[] | null = null,
) => {
  const stored = await startCapture(undo, n, paths)
  work()
  return stored.after()
}
const put = (name: string, content: string | Buffer) => writeFileSync(join(root, name), content)

describe('undo in its thread', () => {
  it('names calls that ran at the same time in the same folder', async () => {
    const undo = open()
    const [one, other] = [await startCapture(undo, 1), await startCapture(undo, 2)]
    put('a', 'x')
    expect([await other.after(), await one.after()]).toEqual([
      { kind: 'kept', files: 1 },
      { kind: 'kept', files: 1 },
    ])
    const seen = await Promise.all([undo.preview(id(1), 'exact'), undo.preview(id(2), 'exact')])
    expect(seen.map((each) => each.ok && each.value.notes)).toEqual([
      [`At the same time ${id(2)} ran in this folder; their changes may be included.`],
      [`At the same time ${id(1)} ran in this folder; their changes may be included.`],
    ])
  })

  it('says what was cleaned up, what changed nothing, and what was never kept', async () => {
    const undo = open({ budget: { bytes: 150_000, ageMs: 1e9 } })
    for (const n of [1, 2]) {
      put(`f${n}`, randomBytes(100_000))
      await call(undo, n, () => put(`f${n}`, 'small'), [`f${n}`])
    }
    await call(undo, 3, () => {})
    expect(await undo.stats()).toMatchObject({ ok: true, value: { calls: 1 } })
    const codes = await Promise.all([1, 2, 3, 4].map(async (n) => undo.preview(id(n), 'exact')))
    expect(codes.map((each) => (each.ok ? 'ok' : each.error.code))).toEqual([
      'undo.gone',
      'ok',
      'undo.nothing',
      'undo.unknown',
    ])
  })

  it('forgets a call that was not run @whole', async () => {
    const undo = open()
    await (await startCapture(undo, 1)).drop()
    expect((await undo.preview(id(1), 'exact')).ok).toBe(false)
    expect(await undo.stats()).toMatchObject({ value: { calls: 0 } })
  })

  it('closes at the next start what was left open, and undoes it then', async () => {
    put('a', 'before')
    const first = open()
    await startCapture(first, 1)
    put('a', 'after')
    await first.dispose()
    const second = open()
    await second.recover()
    expect(rows.get(id(1))).toEqual({
      callId: id(1),
      at: expect.any(Number),
      root,
      files: 1,
      state: 'kept',
    })
    expect(await second.apply(id(1), id(2), [])).toMatchObject({
      ok: true,
      value: { files: 1, failed: [] },
    })
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('before')
  })

  it('starts no thread for an end without a beginning, and answers after its end', async () => {
    const undo = open()
    await undo.recover()
    await undo.dispose()
    await undo.dispose()
    expect(existsSync(join(base, 'store'))).toBe(false)
    expect(await undo.before(id(1), { root, paths: null }, false)).toMatchObject({
      ok: false,
      error: { code: 'undo.store' },
    })
    expect(await undo.forecast({ root, paths: null })).toMatchObject({ kind: 'none' })
  })

  it('keeps a workspace while main goes on: three thousand files, and timers in between @whole', async () => {
    for (let n = 0; n < 3_000; n++) {
      if (n % 150 === 0) mkdirSync(join(root, `d${n / 150}`))
      put(`d${Math.floor(n / 150)}/f${n}`, String(n))
    }
    const undo = open()
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const stored = await startCapture(undo, 1)
    clearInterval(timer)
    // In one piece on main, none of them would have come.
    expect(turns).toBeGreaterThan(5)
    await stored.drop()
  })
})
