// A commit that does not come to its end: its process is killed, or a content that was kept is not
// sound any more.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apart, stagingFixture } from './staged-fixture.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a commit of staged changes${why}`, () => {
  let staging: ReturnType<typeof stagingFixture>
  beforeEach(() => {
    staging = stagingFixture()
  })
  afterEach(() => staging.fixture.remove())

  it('with a damaged content is not applied at all, and leaves nothing beside its targets', async () => {
    const { at, store, checkpoints, tree } = staging.fixture
    for (let n = 0; n < 40; n++) writeFileSync(at(`f${n}`), `before ${n}`)
    staging.own()
    const before = tree()
    const { id } = await staging.stage((view) => {
      for (let n = 0; n < 40; n++) writeFileSync(view(`f${n}`), `after ${n}`)
      rmSync(view('f0'))
      symlinkSync('elsewhere', view('link'))
    })
    const hash = createHash('sha256').update('after 39').digest('hex')
    writeFileSync(join(store, 'objects', hash.slice(0, 2), hash), 'damaged!')
    expect(checkpoints.commit(id)?.end).toEqual({
      kind: 'failed',
      failed: [{ path: 'f39', why: 'its kept content is missing or damaged' }],
      left: [],
    })
    expect(apart(before, tree())).toEqual([])
  })

  it.each([
    ...[0, 1, 30, 120, 250].map((kill) => ({ kill, when: `${kill} files were carried over` })),
    { kill: 'beside', when: 'the first contents lie beside their targets' } as const,
  ])(
    'that is killed after $when is completed at the next start @whole',
    { timeout: 600_000 },
    async ({ kill }) => {
      const { at } = staging.fixture
      for (let n = 0; n < 300; n++) {
        mkdirSync(at(`d${n % 10}`), { recursive: true })
        writeFileSync(at(`d${n % 10}/f${n}`), `before ${n}`)
      }
      staging.own()
      const before = staging.fixture.tree()
      const { id, seen } = await staging.stage((view) => {
        for (let n = 0; n < 300; n++) {
          const path = view(`d${n % 10}/f${n}`)
          if (n % 3 === 0) rmSync(path)
          else writeFileSync(path, `after ${n}`)
        }
      })
      staging.fixture.checkpoints.close()
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'commit-process.ts'), staging.fixture.store, id],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const carried = (): number =>
        Array.from({ length: 300 }, (_, n) => n).filter(
          (n) => n % 3 !== 0 && readFileSync(at(`d${n % 10}/f${n}`), 'utf8').startsWith('after'),
        ).length
      const isTime = (): boolean =>
        kill === 'beside'
          ? readdirSync(at('d1')).some((name) => name.startsWith('.gatehouse-'))
          : carried() >= kill
      await once(child.stdout, 'data')
      while (child.exitCode === null && child.signalCode === null) {
        if (isTime()) child.kill('SIGKILL')
        await new Promise((next) => setTimeout(next, 1))
      }
      const fresh = staging.fixture.reopen()
      const ends = fresh.finishCommits()
      for (const { end } of ends) expect(end.kind).toBe('committed')
      const now = staging.fixture.tree()
      // Either nothing was begun, or all of it is there; and it is known which.
      expect(apart(ends.length === 0 ? before : seen, now)).toEqual([])
      // Said again until somebody has written it down.
      expect(fresh.finishCommits()).toEqual(ends)
      fresh.forget(id)
      expect(fresh.finishCommits()).toEqual([])
    },
  )
})
