// The guard, for every way its three keys can be written: what it hides, and what it refuses.
import { describe, expect, it } from 'vitest'
import { decide, explain } from '../../main/gate/decide.ts'
import { guardHides } from '../../main/gate/view.ts'
import {
  ask,
  connect,
  fetching,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  to,
} from './decision-requests.ts'

type Keys = {
  readonly on: boolean
  readonly allowTools: readonly string[]
  readonly blockedTools: readonly string[] | null
}
/** What is closed of: fetching, sending, reading, a command with a host, a command without. */
type Closed = readonly [fetch: boolean, send: boolean, read: boolean, dials: boolean, runs: boolean]
const open: Closed = [false, false, false, false, false]
const table: readonly [keys: Keys, closed: Closed][] = [
  [{ on: false, allowTools: [], blockedTools: null }, open],
  [{ on: false, allowTools: [], blockedTools: ['http', 'read_file'] }, open],
  [{ on: false, allowTools: ['web_fetch'], blockedTools: null }, open],
  [{ on: false, allowTools: ['http'], blockedTools: ['http'] }, open],
  [{ on: true, allowTools: [], blockedTools: null }, [true, true, false, true, false]],
  [{ on: true, allowTools: [], blockedTools: [] }, [true, true, false, true, false]],
  [{ on: true, allowTools: [], blockedTools: ['http'] }, [true, true, false, true, false]],
  [{ on: true, allowTools: [], blockedTools: ['read_file'] }, [true, true, true, true, false]],
  [{ on: true, allowTools: [], blockedTools: ['exec'] }, [true, true, false, true, true]],
  [{ on: true, allowTools: ['web_fetch'], blockedTools: null }, [false, true, false, true, false]],
  [{ on: true, allowTools: ['web_fetch'], blockedTools: [] }, [false, true, false, true, false]],
  [
    { on: true, allowTools: ['web_fetch', 'http'], blockedTools: ['http'] },
    [false, true, false, true, false],
  ],
  [{ on: true, allowTools: ['exec'], blockedTools: null }, [true, true, false, false, false]],
  [{ on: true, allowTools: ['exec'], blockedTools: ['exec'] }, [true, true, false, true, true]],
]

const calls = [
  ask(fetching, [to('a.example', { listed: true })]),
  ask(sending, [to('a.example', { method: 'POST' })]),
  ask(reading, [read('/w/a')]),
  ask(running, [run('curl'), connect('a.example', { listed: true })]),
  ask(running, [run('ls')]),
]

describe('the exfiltration guard', () => {
  it.each(table)(
    'with %j closes what it says, by decision, explanation and view alike, whatever rules allow',
    (guard, closed) => {
      for (const rules of [[], [rule('allow', {})]]) {
        const policy = policyWith({ guard, rules })
        expect(calls.map((call) => decide(call, policy).by.kind === 'guard')).toEqual(closed)
        const votes = calls.map(
          (call) => explain(call, policy).votes.find(({ layer }) => layer === 'guard')?.effect,
        )
        expect(votes).toEqual(closed.map((is) => (is ? 'deny' : null)))
      }
      const hides = [fetching, sending, reading, running].map((manifest) =>
        guardHides(manifest, policyWith({ guard })),
      )
      // A command is hidden where it is named; where only its network is closed it stays.
      expect(hides).toEqual([closed[0], closed[1], closed[2], closed[4]])
    },
  )
})
