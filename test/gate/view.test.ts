// What is shown is what can be called: the view and the decision never disagree.
import { describe, expect, it } from 'vitest'
import { Preset } from '../../contract/policy/preset.ts'
import { decide } from '../../main/gate/decide.ts'
import { hiddenBy } from '../../main/gate/view.ts'
import type { Hidden } from '../../main/gate/view.ts'
import {
  ask,
  callers,
  fetching,
  guardOn,
  policyWith,
  reading,
  running,
  sending,
  tool,
  writing,
} from './decision-requests.ts'

const stored = tool('kept', 'R1', { subagentAccess: 'denied' })
const guarded = policyWith({ guard: guardOn })
const older = policyWith({ guard: { ...guardOn, blockedTools: ['http'] } })

const cases: readonly [
  string,
  ReturnType<typeof policyWith>,
  Parameters<typeof hiddenBy>[0],
  keyof typeof callers,
  Hidden | null,
][] = [
  ['everything by default', policyWith({}), fetching, 'agent', null],
  ['no outbound tool under the guard', guarded, fetching, 'agent', 'guard'],
  ['no other outbound tool', guarded, sending, 'person', 'guard'],
  ['inward tools under the guard', guarded, reading, 'agent', null],
  ['commands under the guard, for which the network is closed', guarded, running, 'agent', null],
  [
    'a tool the guard lets stay',
    policyWith({ guard: { ...guardOn, allowTools: ['web_fetch'] } }),
    fetching,
    'agent',
    null,
  ],
  [
    'no tool whose name only looks alike',
    policyWith({ guard: { ...guardOn, allowTools: ['web_fеtch', 'Web_Fetch', 'web_*'] } }),
    fetching,
    'agent',
    'guard',
  ],
  ['what the older key names is gone', older, sending, 'agent', 'guard'],
  ['no outbound tool that the older key leaves out', older, fetching, 'agent', 'guard'],
  [
    'no tool inside that the older key names',
    policyWith({ guard: { ...guardOn, blockedTools: ['read_file'] } }),
    reading,
    'agent',
    'guard',
  ],
  [
    'the older key over allowTools',
    policyWith({ guard: { on: true, allowTools: ['http'], blockedTools: ['http'] } }),
    sending,
    'agent',
    'guard',
  ],
  [
    'lists mean nothing while the guard is off',
    policyWith({ guard: { on: false, allowTools: [], blockedTools: ['http'] } }),
    sending,
    'agent',
    null,
  ],
  [
    'no tool that is switched off',
    policyWith({ tools: { write_file: { disabled: true } } }),
    writing,
    'agent',
    'setting',
  ],
  [
    'no tool that the preset has not',
    policyWith({ preset: Preset.parse({ tools: ['read_file'] }) }),
    writing,
    'agent',
    'preset',
  ],
  [
    'no outbound tool in a preset without network',
    policyWith({ preset: Preset.parse({ allowNetwork: false }) }),
    fetching,
    'agent',
    'preset',
  ],
  ['no tool that sub-agents may not have', policyWith({}), stored, 'subagent', 'subagent'],
  ['that tool for others', policyWith({}), stored, 'agent', null],
  ['no outbound tool for a sub-agent under the guard', guarded, fetching, 'subagent', 'guard'],
]

describe('a view shows', () => {
  it.each(cases)('%s', (_what, policy, manifest, who, want) => {
    expect(hiddenBy(manifest, callers[who], policy)).toBe(want)
  })
})

describe('what a view hides from all', () => {
  it.each(cases.filter(([, , , , want]) => want !== null && want !== 'subagent'))(
    'is refused, should it be called all the same: %s',
    (_what, policy, manifest, _who, want) => {
      expect(decide(ask(manifest, []), policy)).toMatchObject({
        effect: 'deny',
        by: { kind: want },
      })
    },
  )
})
