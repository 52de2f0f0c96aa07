// A command that ran in a view: what it changed is carried over exactly, or not at all.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { act, action } from './actions.ts'
import { differences, failedOf } from './fixture.ts'
import type { StagedRun } from '../../main/undo/staged/staged-store.ts'
import { apart, stagingFixture } from './staged-fixture.ts'
import { many } from '../soak.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a staged command${why}`, () => {
  let staging: ReturnType<typeof stagingFixture>
  beforeEach(() => {
    staging = stagingFixture()
  })
  afterEach(() => staging.fixture.remove())

  it(
    'changes nothing until it is committed, then exactly what it did, and is undone whole @whole',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(action, { maxLength: 12 }),
          fc.array(action, { minLength: 1, maxLength: 12 }),
          async (first, second) => {
            const { fixture, own, stage } = stagingFixture()
            try {
              for (const each of first) act(fixture.at, each)
              own()
              const before = fixture.tree()
              const { id, run, seen } = await stage((at) => second.forEach((each) => act(at, each)))
              expect(differences(before, fixture.tree())).toEqual([])
              if (run.kind !== 'staged') throw new Error(run.why)
              expect(run.problems).toEqual([])
              const changed = apart(before, seen).length > 0
              expect(run.changes.length > 0).toBe(changed)
              if (!changed) return
              expect(fixture.checkpoints.commit(id)).toMatchObject({ end: { kind: 'committed' } })
              expect(apart(seen, fixture.tree())).toEqual([])
              expect(failedOf(fixture.done(id).applied)).toEqual([])
              expect(apart(before, fixture.tree())).toEqual([])
            } finally {
              fixture.remove()
            }
          },
        ),
        { numRuns: many(40, 12) },
      )
    },
  )

  const paths = (run: StagedRun): string[] =>
    run.kind === 'staged' ? run.changes.map(({ path }) => path) : [run.why]

  const fill = (): void => {
    const { at } = staging.fixture
    mkdirSync(at('src/deep'), { recursive: true })
    for (const name of ['a', 'b', 'src/c', 'src/deep/d']) writeFileSync(at(name), `${name}\n`)
    symlinkSync('a', at('link'))
    staging.own()
  }

  it.each<[what: string, work: (at: (path: string) => string) => void, changed: string[]]>([
    ['nothing', (at) => void readFileSync(at('a')), []],
    [
      'a folder made again with less in it',
      (at) => {
        rmSync(at('src'), { recursive: true })
        mkdirSync(at('src'))
        writeFileSync(at('src/c'), 'src/c\n')
      },
      ['src/c', 'src/deep', 'src/deep/d'],
    ],
    [
      'a whole tree taken away',
      (at) => rmSync(at('src'), { recursive: true }),
      ['src', 'src/c', 'src/deep', 'src/deep/d'],
    ],
    [
      'a folder that became a link',
      (at) => {
        rmSync(at('src'), { recursive: true })
        symlinkSync('/etc', at('src'))
      },
      ['src', 'src/c', 'src/deep', 'src/deep/d'],
    ],
    [
      'a file that became a folder',
      (at) => {
        rmSync(at('a'))
        mkdirSync(at('a'))
        writeFileSync(at('a/x'), '')
      },
      ['a', 'a/x'],
    ],
    ['only a mode', (at) => chmodSync(at('b'), 0o755), ['b']],
    ['only a time', (at) => utimesSync(at('b'), 1, 1), ['b']],
    [
      'written and put back',
      (at) => {
        writeFileSync(at('a'), 'other')
        writeFileSync(at('a'), 'a\n')
        utimesSync(at('a'), 5, 5)
      },
      ['a'],
    ],
    ['a second name for a file', (at) => linkSync(at('a'), at('a2')), ['a2']],
    [
      'a folder moved',
      (at) => {
        mkdirSync(at('to'))
        execFileSync('mv', [at('src/deep'), at('to/deep')])
      },
      ['src/deep', 'src/deep/d', 'to', 'to/deep', 'to/deep/d'],
    ],
  ])('is noticed and committed: %s', async (_, work, changed) => {
    fill()
    const { id, run, seen } = await staging.stage(work)
    expect(paths(run)).toEqual(changed)
    const ended = staging.fixture.checkpoints.commit(id)
    expect(ended?.end.kind ?? 'nothing').toBe(changed.length === 0 ? 'nothing' : 'committed')
    expect(apart(seen, staging.fixture.tree())).toEqual([])
  })

  it('is refused whole where somebody changed one of its paths since, and can be tried again', async () => {
    fill()
    const { at, checkpoints, tree } = staging.fixture
    const { id } = await staging.stage((view) => {
      writeFileSync(view('a'), 'mine')
      writeFileSync(view('b'), 'mine')
    })
    writeFileSync(at('b'), 'theirs')
    const before = tree()
    expect(checkpoints.commit(id)?.end).toEqual({
      kind: 'conflicts',
      conflicts: [{ path: 'b', why: 'changed since' }],
    })
    expect(differences(before, tree())).toEqual([])
    writeFileSync(at('b'), 'b\n')
    expect(checkpoints.commit(id)).toMatchObject({ end: { kind: 'committed' } })
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')]).toEqual(['mine', 'mine'])
  })

  it('names what somebody else changed while it ran, even back to the same content @whole', async () => {
    fill()
    const { at } = staging.fixture
    const { run } = await staging.stage(
      (view) => {
        writeFileSync(view('a'), 'mine')
        writeFileSync(view('b'), 'mine')
      },
      () => writeFileSync(at('b'), 'b\n'),
    )
    expect(run).toMatchObject({ kind: 'staged', moved: ['b'] })
  })

  it.each<[what: string, why: string, work: (at: (path: string) => string) => void]>([
    ['a pipe', 'is a pipe, socket or device', (at) => execFileSync('mkfifo', [at('pipe')])],
    [
      'a file larger than is kept @whole',
      'is larger than',
      (at) => {
        writeFileSync(at('big'), '')
        truncateSync(at('big'), 1024 ** 3 + 1)
      },
    ],
  ])('is never committed with %s in it', async (_, reason, work) => {
    fill()
    const before = staging.fixture.tree()
    const { id, run } = await staging.stage((at) => {
      writeFileSync(at('a'), 'changed')
      work(at)
    })
    const reasons = run.kind === 'staged' ? run.problems.map((problem) => problem.why) : [run.why]
    expect(reasons.join()).toContain(reason)
    expect(staging.fixture.checkpoints.commit(id)?.end.kind ?? 'unknown').not.toBe('committed')
    expect(differences(before, staging.fixture.tree())).toEqual([])
  })

  it('is forgotten when it is thrown away, and its contents with it', async () => {
    fill()
    const { checkpoints, tree } = staging.fixture
    const before = tree()
    const { id } = await staging.stage((at) => writeFileSync(at('a'), 'changed'))
    checkpoints.discard(id)
    expect(checkpoints.commit(id)).toBe(null)
    expect(differences(before, tree())).toEqual([])
    expect(checkpoints.collect()).toMatchObject({ calls: 0, bytes: 0 })
  })

  it('keeps its contents through a clean-up and a restart while it waits', async () => {
    fill()
    const { id, seen } = await staging.stage((at) => writeFileSync(at('a'), 'changed'))
    const fresh = staging.fixture.reopen()
    fresh.collect()
    expect(fresh.finishCommits()).toEqual([])
    expect(fresh.commit(id)).toMatchObject({ end: { kind: 'committed' } })
    expect(apart(seen, staging.fixture.tree())).toEqual([])
  })
})
