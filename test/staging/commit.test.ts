// Whatever a command does to whatever tree, an approval of its card writes byte for byte what the
// card showed, or nothing: through the whole of Gatehouse, with real shells, over an overlay and over
// a copy, while somebody else works in the same folder.
// @module-tag whole
import { deepStrictEqual as same } from 'node:assert'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { own } from '../sandbox/rehearsal/fixture.ts'
import { soak } from '../soak.ts'
import { openStagingFixture } from './fixture.ts'
import type { StagingFixture } from './fixture.ts'
import { afterwards, apart, lineOf, linesOf, runFor } from './lines.ts'
import type { Lines } from './lines.ts'
import { fewWords } from '../whole.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: nothing is staged there)`
const RUNS = soak ? 150 : 5

const config = 'preset: ask\n'

type Tried = {
  readonly owner: 'user' | 'root'
  /** What is there at first, what the command does, and what somebody else does before the answer. */
  readonly first: string
  readonly line: string
  readonly other: string | null
  /** The second card is approved too. */
  readonly again: boolean
}

/** What the card says is there, before and afterwards, and what there is: the same. */
function shownBy({ rehearsal }: Approval, before: Lines, after: Lines): readonly string[] {
  if (rehearsal === null) throw new Error('The card shows no changes.')
  const shown = rehearsal.changes.map(({ path }) => path)
  same([rehearsal.more, apart(before, after).filter((at) => !shown.includes(at))], [0, []])
  const wrong = rehearsal.changes.filter(({ path, was, now, content }) => {
    const said = (there: typeof now, text: string | null): string | undefined => {
      if (there === null) return undefined
      if (there.is === 'link') return `link ${text}`
      return there.is === 'file' ? `file ${there.mode} ${text}` : `folder ${there.mode}`
    }
    const texts =
      content.kind === 'text' || content.kind === 'link' ? content : { before: null, after: null }
    // A file of which only the mode or the time is another has no text on the card.
    const fits = (there: typeof now, text: string | null, lines: Lines): boolean =>
      (there?.is === 'file' && content.kind !== 'text') || said(there, text) === lines.get(path)
    return !fits(was, texts.before, before) || !fits(now, texts.after, after)
  })
  same(wrong, [])
  return shown
}

/** A tree, a command, an answer; says how it went. */
async function tryOnce(
  gatehouse: StagingFixture,
  { owner, first, line, other, again }: Tried,
): Promise<'unchanged' | 'unshowable' | 'written' | 'refused'> {
  const { work } = gatehouse
  gatehouse.later(2_000)
  // Nothing waits from a run before, which failed.
  for (const { id } of await gatehouse.pending())
    await gatehouse.answer(id, { answer: 'deny-once' })
  for (const name of readdirSync(work)) rmSync(join(work, name), { recursive: true })
  mkdirSync(join(work, 'kept'))
  if (owner === 'user') own(work)
  runFor(owner, first, work)
  const [before, after] = [linesOf(work), afterwards(owner, line, work)]

  const asked = gatehouse.exec(line)
  const card = await Promise.race([asked, gatehouse.held()])
  same(apart(before, linesOf(work)), [])
  if (!('proposals' in card)) {
    // Nobody was asked, so it changed nothing.
    const { status, text, decision } = card
    same([text, status, decision?.tier, apart(before, after)], [text, 'done', 'R1', []])
    return 'unchanged'
  }
  if (card.staged === null) {
    const unshowable = apart(before, after).some((at) => at.includes('\n'))
    same([card.rehearsal, unshowable], [null, true])
    await gatehouse.answer(card.id, { answer: 'deny-once' })
    await asked
    same(apart(before, linesOf(work)), [])
    return 'unshowable'
  }
  const shown = shownBy(card, before, after)
  if (other !== null) runFor(owner, other, work)
  const meanwhile = linesOf(work)
  const answer = await gatehouse.answer(card.id, { answer: 'once' })
  if (answer.ok) {
    const { status } = await asked
    const now = linesOf(work)
    const done = status === 'done'
    const expected = new Map(
      [...meanwhile, ...(done ? after : [])].filter(([at]) => !done || !shown.includes(at)),
    )
    for (const [at, what] of meanwhile) if (!shown.includes(at)) expected.set(at, what)
    for (const at of done ? shown : []) {
      const what = after.get(at)
      if (what !== undefined) expected.set(at, what)
    }
    same([status, apart(expected, now)], [status, []])
    // What somebody else did there was not written over.
    const over = apart(before, meanwhile).filter(
      (at) => shown.includes(at) && meanwhile.get(at) !== now.get(at),
    )
    same([done || other !== null, over], [true, []])
    return 'written'
  }
  same([answer.error.code, other === null], ['approval.asked-again', false])
  same(apart(meanwhile, linesOf(work)), [])
  const renewed = await gatehouse.held()
  const fresh = afterwards(owner, line, work)
  if (renewed.staged !== null) shownBy(renewed, meanwhile, fresh)
  await gatehouse.answer(renewed.id, { answer: again ? 'once' : 'deny-once' })
  const { status } = await asked
  same(apart(again && status === 'done' ? fresh : meanwhile, linesOf(work)), [])
  return 'refused'
}

describe.runIf(linux).each(fewWords(['user', 'root'], 1))(
  `a commit, in a workspace of %s${why}`,
  (_name, owner) => {
    let gatehouse: StagingFixture
    beforeEach(async () => {
      gatehouse = await openStagingFixture(config, owner)
    })
    afterEach(() => gatehouse.close())

    it(
      'writes what the card showed, or nothing, whatever else works there',
      { timeout: 3_600_000 },
      async () => {
        const ways: Record<string, number> = { written: 0, refused: 0 }
        await fc.assert(
          fc.asyncProperty(
            lineOf(2, 12),
            lineOf(1, 10),
            fc.option(lineOf(1, 3), { nil: null }),
            fc.boolean(),
            async (first, line, other, again) => {
              const way = await tryOnce(gatehouse, { owner, first, line, other, again })
              ways[way] = (ways[way] ?? 0) + 1
            },
          ),
          { numRuns: RUNS },
        )
        const refusals = soak ? 1 : 0
        expect([ways['written'], ways['refused'] ?? 0]).toEqual([
          expect.toSatisfy((count: number) => count > 0),
          expect.toSatisfy((count: number) => count >= refusals),
        ])
      },
    )
  },
)
