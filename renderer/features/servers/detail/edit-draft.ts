// A server that is there as a form, and what was made of it as it is sent. Values of secrets are in
// no form: one that is left empty stays as it is. Pure.
import { hostOfServer } from '../../../../contract/server/server-host.ts'
import type { ServerConfig, Setting } from '../../../../contract/server/server.ts'
import type { EditedSetting, ServerEdit } from '../../../../contract/server/server-change.ts'
import { signInOf } from '../sign-in-draft.ts'
import {
  argsOf,
  type Draft,
  draftOf,
  hostsOf,
  secretName,
  type SettingRow,
} from '../server-draft.ts'
import type { StoredSecret } from '../stored-secret.ts'

/** How a listing shows a value that looks like a secret and is in the file in the clear. */
export const HIDDEN = '[hidden]'

export function editDraftOf(name: string, config: ServerConfig): Draft {
  const rows = (settings: Readonly<Record<string, Setting>>): SettingRow[] =>
    Object.entries(settings).map(([key, value], id) =>
      typeof value !== 'string'
        ? { id, name: key, value: '', secret: true, stored: { kind: 'stored', as: value.secret } }
        : value === HIDDEN
          ? { id, name: key, value: '', secret: true, stored: { kind: 'in-file', of: key } }
          : { id, name: key, value, secret: false },
    )
  const draft = draftOf(name, config)
  return config.transport === 'stdio'
    ? { ...draft, env: rows(config.env) }
    : { ...draft, headers: rows(config.headers) }
}

export type Edit = {
  readonly launch: ServerEdit['launch']
  /** What a person is shown before their yes. */
  readonly config: ServerConfig
  /** Values that were typed, to be stored first. */
  readonly secrets: readonly StoredSecret[]
}

/** @param taken names of stored credentials, none of which is written over */
export function editOf(draft: Draft, now: ServerConfig, taken: readonly string[]): Edit {
  const rows = draft.transport === 'stdio' ? draft.env : draft.headers
  const bound = draft.transport === 'stdio' ? hostOfServer(draft.name) : new URL(draft.url).host
  const used = new Set(taken)
  const secrets: StoredSecret[] = []
  const sent = rows.map(({ name, value, secret, stored }): readonly [string, EditedSetting] => {
    if (!secret) return [name, value]
    if (value === '' && stored !== undefined) {
      if (stored.kind === 'stored') return [name, { secret: stored.as }]
      // Under another name there would be nothing that could stay.
      return [name, stored.of === name ? { unchanged: true } : '']
    }
    const free = freeName(secretName(draft.name, name), used)
    used.add(free)
    secrets.push({ name: free, hosts: [bound], value })
    return [name, { secret: free }]
  })
  const settings = Object.fromEntries(sent)
  const shown = Object.fromEntries(
    sent.map(([name, value]) => [
      name,
      typeof value === 'object' && 'unchanged' in value ? HIDDEN : value,
    ]),
  )
  if (draft.transport === 'http') {
    const free = freeName(secretName(draft.name, 'client-secret'), used)
    const known = signInOf(draft.signIn, free, bound)
    const launch = {
      ...({ transport: 'http', url: draft.url.trim(), headers: settings } as const),
      signIn: known.signIn ?? null,
    }
    const { signIn: _before, ...rest } = { signIn: undefined, ...now }
    const config = {
      ...rest,
      transport: 'http',
      url: launch.url,
      headers: shown,
      ...(launch.signIn === null ? {} : { signIn: launch.signIn }),
    } as ServerConfig
    return { launch, secrets: [...secrets, ...known.secrets], config }
  }
  const launch: ServerEdit['launch'] = {
    transport: 'stdio' as const,
    command: draft.command.trim(),
    args: argsOf(draft.args),
    env: settings,
    hosts: hostsOf(draft.hosts),
    folders: draft.folders.map(({ path, write }) => ({ path, write })),
  }
  return { launch, secrets, config: { ...now, ...launch, env: shown } as ServerConfig }
}

/** `forge-token`, or `forge-token-2` where that is stored already. */
function freeName(wanted: string, used: ReadonlySet<string>): string {
  if (!used.has(wanted)) return wanted
  for (let n = 2; ; n += 1) {
    const next = `${wanted.slice(0, 60).replace(/-+$/, '')}-${n}`
    if (!used.has(next)) return next
  }
}
