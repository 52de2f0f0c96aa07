// The policy of the fake Gatehouse, as far as the top bar shows it: the standard presets.
import type { Handlers } from '../../contract/ipc.ts'
import { standardPresets } from '../../contract/preset.ts'
import { policyHash } from './bridge-data.ts'

export const fakeReport = (preset: () => string): Pick<Handlers, 'policy.report'> => ({
  'policy.report': async () => ({
    ok: true,
    value: { hash: policyHash, preset: preset(), presets: { ...standardPresets }, rules: [], problems: [], warnings: [] },
  }),
})
