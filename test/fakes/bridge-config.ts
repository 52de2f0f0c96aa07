// Single settings of the fake Gatehouse, asked about as the real ones are. It proves screens, never
// safety.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'
import { hash } from './bridge-data.ts'
import { asksFirst } from './bridge-relaxation.ts'
import { changedTable } from './bridge-tool-table.ts'
import type { FakeTools } from './bridge-tools.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})

type CliContext = {
  readonly secured: boolean
  readonly toolbox: Pick<FakeTools, 'change'>
  readonly app: () => AppState
  changeApp(change: Partial<AppState>): AppState
}

export function fakeConfig({
  secured,
  toolbox,
  app,
  changeApp,
}: CliContext): Pick<Handlers, 'config.update' | 'guard.set'> {
  let turn = 0
  return {
    'config.update': async ({ proof, confirmed, ...patch }) => {
      if (typeof patch.workspace === 'string' && !patch.workspace.startsWith('/'))
        return fault(
          'workspace.missing',
          `There is no folder ${patch.workspace}.`,
          'Give the full path of a folder that is there.',
        )
      const refused =
        patch.tool === undefined ? null : toolbox.change(patch.tool, { proof, confirmed })
      if (refused !== null) return { ok: false, error: refused }
      const was = { preset: app().preset, workspace: app().workspace.path }
      const is = {
        preset: patch.preset ?? was.preset,
        workspace: patch.workspace === undefined ? was.workspace : patch.workspace,
      }
      const asked = asksFirst(was, is, { proof, confirmed }, secured)
      if (asked !== null) return { ok: false, error: asked }
      return fine(
        changeApp({
          ...(patch.toolTable === undefined
            ? {}
            : { toolTable: changedTable(app().toolTable, patch.toolTable) }),
          ...(patch.tool === undefined
            ? {}
            : { policyHash: hash(`policy ${(turn += 1)}`) as AppState['policyHash'] }),
          ...(typeof patch.workspace === 'string'
            ? { workspace: { path: patch.workspace, ready: true, text: '' } }
            : {}),
          ...(patch.model === undefined
            ? {}
            : {
                model: {
                  ...app().model,
                  ...definedOnly(patch.model),
                  prices: changedPrices(app().model.prices, patch.model.prices ?? {}),
                  label:
                    patch.model.name ??
                    (patch.model.provider === 'manual' ? 'you (manual)' : app().model.label),
                },
              }),
          ...(patch.preset === undefined ? {} : { preset: patch.preset }),
          ...(patch.window === undefined
            ? {}
            : { check: { ...app().appearance, ...definedOnly(patch.window) } }),
          ...(patch.desktop === undefined
            ? {}
            : { desktop: { ...app().desktop, ...definedOnly(patch.desktop) } }),
          ...(patch.approvals === undefined
            ? {}
            : { approvalTimeoutSeconds: patch.approvals.timeoutSeconds }),
        }),
      )
    },
    'guard.set': async ({ on, ...evidence }) => {
      const guard = (enabled: boolean) => ({ exfiltrationGuard: { enabled } })
      const asked = asksFirst(guard(app().guard.on), guard(on), evidence, secured)
      if (asked !== null) return { ok: false, error: asked }
      return fine(
        changeApp({
          guard: {
            on,
            hidden: on ? ['web_fetch', 'http'] : [],
            commandNetwork: on ? 'closed' : 'asked',
          },
        }),
      )
    },
  }
}

const definedOnly = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

const changedPrices = (
  prices: AppState['model']['prices'],
  changes: Readonly<Record<string, AppState['model']['price']>>,
): AppState['model']['prices'] =>
  Object.fromEntries(
    Object.entries({ ...prices, ...changes }).flatMap(([name, price]) =>
      price === null ? [] : [[name, price]],
    ),
  )
