import { describe, expect, it } from 'vitest'
import { Preset, standardPresets } from '../../contract/preset.ts'
import { freerBy } from '../../renderer/state/preset-change.ts'

const [ask, careful, readOnly] = ['ask', 'careful', 'read-only'].map((name) => standardPresets[name]) as [Preset, Preset, Preset]
const tier = (name: string, from: string, to: string) => ({ kind: 'tier', tier: name, from, to })

describe('what another preset frees', () => {
  it.each([
    ['nothing, where it is the same', ask, ask, []],
    ['nothing, where it is stricter', ask, careful, []],
    ['nothing, where it takes nearly all away', ask, readOnly, []],
    ['one tier', careful, ask, [tier('R1', 'confirm', 'allow')]],
    ['all that was closed', readOnly, ask, [tier('R2', 'deny', 'confirm'), tier('R3', 'deny', 'confirm'), tier('R4', 'deny', 'confirm'), { kind: 'tools' }, { kind: 'network' }, { kind: 'writing' }]],
    ['commands that only read', ask, Preset.parse({ sandboxedReads: true }), [{ kind: 'reads' }]],
    ['a pattern that the other does not have word for word', Preset.parse({ tools: ['read_file'] }), Preset.parse({ tools: ['read_*'] }), [{ kind: 'tools' }]],
  ] as const)('%s', (_name, from, to, want) => expect(freerBy(from, to)).toEqual(want)) // prettier-ignore
})
