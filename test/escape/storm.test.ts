// Kills a whole runner, its helper, or both at once, at moments nobody chose, and counts what is
// left of them. GATEHOUSE_SOAK=1: a thousand rounds; GATEHOUSE_ROUNDS says another number.
// @module-tag whole
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { identities, openFixture, processesWith, soon } from './fixture.ts'
import { soak } from '../soak.ts'

const ROUNDS = Number(process.env['GATEHOUSE_ROUNDS'] ?? (soak ? 1000 : 6))
const victims = ['runner', 'helper', 'both'] as const

const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`)
      } catch {
        return false
      }
    })
    .map(Number)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

describe.runIf(process.platform === 'linux').each(identities)(
  'as %s, whatever the moment (skipped elsewhere: nothing is started there)',
  (identity) => {
    it(
      'nothing outlives the runner or its helper',
      async () => {
        const wrong: string[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          const fixture = await openFixture(identity)
          const victim = victims[round % victims.length] ?? 'runner'
          try {
            const pid = fixture.child.pid ?? 0
            // Every other round in the middle of the trial, else with the processes that wait for a
            // job.
            if (round % 2 === 0) await fixture.ask('true')
            const asked = [1, 2, 3].map(() => fixture.ask('sleep 600'))
            await sleep(Math.random() * 60)
            const helpers = childrenOf(pid)
            if (victim !== 'runner') for (const helper of helpers) kill(helper)
            if (victim !== 'helper') fixture.child.kill('SIGKILL')
            else {
              // The runner lives on, says so of each command, and has nothing left of that helper.
              const answers =
                helpers.length === 0 ? [] : await Promise.race([Promise.all(asked), sleep(200, [])])
              const codes = answers.map(({ result }) => (result.ok ? 'ran' : result.error.code))
              wrong.push(...codes.filter((code) => code !== 'ran' && !code.startsWith('sandbox.')))
              fixture.child.kill('SIGKILL')
            }
            const mark = `gatehouse-mark-${pid}-`
            // With both gone at once it falls to the next one that starts.
            const next = victim === 'both' ? await openFixture(identity) : null
            if (next !== null) await next.ask('true')
            const gone = await soon(() => processesWith(mark).length === 0)
            await next?.close()
            expect([round, victim, gone ? [] : processesWith(mark)]).toEqual([round, victim, []])
          } finally {
            await fixture.close()
          }
        }
        expect(wrong).toEqual([])
      },
      ROUNDS * 20_000,
    )
  },
)
