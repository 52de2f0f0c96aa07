// Undo writes as Gatehouse, outside any sandbox: a program that swaps a folder for a link meanwhile
// must not lead it out.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { differences, treeOf, undoFixture } from '../undo/fixture.ts'
import { many } from '../soak.ts'

const ROUNDS = many(1_000, 250, 60)
let fixture: ReturnType<typeof undoFixture>
let swapper: ChildProcess | null = null
afterEach(() => {
  swapper?.kill('SIGKILL')
  fixture.remove()
})

it(
  `changes nothing outside in ${ROUNDS} rounds while its folder is swapped for a link out`,
  { timeout: 600_000 },
  async () => {
    fixture = undoFixture()
    const outside = join(fixture.root, '..', 'outside')
    mkdirSync(outside)
    mkdirSync(fixture.at('dir'))
    for (const name of ['f', 'gone']) {
      writeFileSync(join(outside, name), 'outside')
      writeFileSync(fixture.at(`dir/${name}`), 'before')
    }
    const before = treeOf(outside)
    // It writes one file back and takes another away.
    const id = fixture.call(() => {
      writeFileSync(fixture.at('dir/f'), 'after')
      writeFileSync(fixture.at('dir/made'), 'after')
    })
    swapper = fork(
      join(import.meta.dirname, 'swapper.ts'),
      [fixture.at('dir'), outside, fixture.at('dir-kept')],
      { execArgv: [] },
    )
    const done = once(swapper, 'message')
    await expect
      .poll(
        () => lstatSync(fixture.at('dir'), { throwIfNoEntry: false })?.isSymbolicLink() === true,
        {
          interval: 1,
        },
      )
      .toBe(true)
    let last = id
    let applied = 0
    // Of the moments that nobody chose some have to be good ones, or the rounds show nothing.
    for (let round = 0; round < ROUNDS || (applied <= 5 && round < 20 * ROUNDS); round++) {
      const result = fixture.done(last, 'all')
      if (result.applied?.kind === 'done' && result.applied.files > 0) {
        applied += 1
        last = result.undoId
      }
    }
    swapper.send('stop')
    const [swaps] = await done
    expect([Number(swaps) > 20, applied > 5]).toEqual([true, true])
    expect(differences(before, treeOf(outside))).toEqual([])
    expect(readdirSync(outside).toSorted()).toEqual(['f', 'gone'])
  },
)
