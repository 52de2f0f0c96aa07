import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { ConfigPatch } from '../../../contract/policy/config.ts'
import type { Evidence } from '../../../contract/approval/evidence.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { DoctorReport } from '../../../contract/protection.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type AppService = {
  state(): AppState
  updateConfig(
    patch: ConfigPatch,
    evidence: Evidence,
    surface: Surface,
  ): Promise<Result<AppState, Failure>>
  setKey(key: string, keep: boolean): Promise<Result<AppState, Failure>>
  checkModel(): Promise<Result<{ text: string; durationMs: number }, Failure>>
  doctor(): Promise<DoctorReport>
}

type Topic =
  | 'app.state'
  | 'config.update'
  | 'guard.set'
  | 'model.set-key'
  | 'model.check'
  | 'doctor.report'

export const appHandlers = (app: AppService): Pick<Handlers, Topic> => ({
  'app.state': async () => ok(app.state()),
  'config.update': ({ proof, confirmed, ...patch }, { surface }) =>
    app.updateConfig(patch, { proof, confirmed }, surface),
  'guard.set': ({ on, ...evidence }, { surface }) =>
    app.updateConfig({ exfiltrationGuard: { enabled: on } }, evidence, surface),
  'model.set-key': ({ key, keep }) => app.setKey(key, keep),
  'model.check': () => app.checkModel(),
  'doctor.report': async () => ok(await app.doctor()),
})
