// The policy of a configuration that says nothing.
import type { PathRoots } from '../../main/gate/path-glob.ts'
import { standardPreset } from '../../main/gate/policy.ts'
import type { PolicySource } from '../../main/gate/policy.ts'

export const plainPolicy = (roots: PathRoots): PolicySource => ({
  roots,
  stop: [],
  ownStop: [],
  hosts: [],
  guard: { on: false, allowTools: [], blockedTools: null },
  presetName: 'ask',
  preset: standardPreset('ask'),
  rules: [],
  tools: {},
  channels: {},
  limits: { writeBytes: 5_242_880, requestBytes: 1_048_576 },
  perMinute: 0,
})
