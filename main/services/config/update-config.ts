// A change of the configuration that a person asked for, with what it has to show for itself.
import type { Evidence } from '../../../contract/approval/evidence.ts'
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ConfigStore } from '../../config/config.ts'
import { looserPatch } from '../../policy/looser-than-held.ts'
import type { Relaxation } from '../../policy/relaxation.ts'

export type UpdateConfigDeps = {
  readonly config: Pick<ConfigStore, 'update' | 'current'>
  /** What an organisation holds here; null: none does. */
  readonly managed: () => ManagedPolicy | null
  readonly relaxation: Relaxation
  /** Whether the exfiltration guard is on now. */
  readonly guardOn: () => boolean
  readonly record: (entry: JournalEntry) => Promise<unknown>
  readonly state: () => AppState
}

export type UpdateConfig = (
  patch: ConfigPatch,
  evidence: Evidence,
  surface: Surface,
) => Promise<Result<AppState, Failure>>

export const updateConfig =
  ({ config, managed, relaxation, guardOn, record, state }: UpdateConfigDeps): UpdateConfig =>
  async (patch, evidence, surface) => {
    const held = looserPatch(managed(), patch, config.current())
    if (held !== null) return err(held)
    const wanted = patch.exfiltrationGuard?.enabled
    const updated = await config.update(patch, relaxation.by(evidence))
    // Switching the guard on holds even where it could not be saved, and then it is journalled as
    // well.
    if (wanted !== undefined && guardOn() === wanted)
      await record({ kind: 'guard', on: wanted, surface })
    return updated.ok ? ok(state()) : updated
  }
