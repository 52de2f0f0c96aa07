// What was typed for a new server: checked, and made into what is sent. Pure. Main checks again,
// and has the last word.
import { hostOfServer } from '../../../contract/server/server-host.ts'
import type { ServerConfig } from '../../../contract/server/server.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { emptySignIn, signInDraftOf, signInFault, signInOf } from './sign-in-draft.ts'
import type { SignInDraft } from './sign-in-draft.ts'
import type { StoredSecret } from './stored-secret.ts'
import { strings } from './strings.ts'

const { wrong } = strings.form

/** A value that is there and in no form: stored under a name, or in the file under that key. */
export type StoredValue =
  | { readonly kind: 'stored'; readonly as: string }
  | { readonly kind: 'in-file'; readonly of: string }
export type SettingRow = {
  readonly id: number
  readonly name: string
  readonly value: string
  readonly secret: boolean
  /** Stays while nothing else is typed. */
  readonly stored?: StoredValue | undefined
}
export type FolderRow = { readonly id: number; readonly path: string; readonly write: boolean }
export type Draft = {
  readonly transport: 'stdio' | 'http'
  readonly name: string
  readonly command: string
  /** One a line. */
  readonly args: string
  readonly url: string
  readonly env: readonly SettingRow[]
  readonly headers: readonly SettingRow[]
  readonly signIn: SignInDraft
  readonly folders: readonly FolderRow[]
  /** One a line. */
  readonly hosts: string
  readonly trust: Trust
}

export const emptyDraft: Draft = {
  transport: 'stdio',
  name: '',
  command: '',
  args: '',
  url: '',
  env: [],
  headers: [],
  signIn: emptySignIn,
  folders: [],
  hosts: '',
  trust: 'community',
}

export type Wanted = {
  readonly name: string
  readonly config: ServerConfig
  readonly secrets: readonly StoredSecret[]
}
export type Faults = Partial<
  Record<'name' | 'command' | 'url' | 'env' | 'headers' | 'folders' | 'hosts' | 'signIn', string>
>

export const argsOf = (text: string): string[] => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
export const hostsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')

const hostForm = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/
const nameForm = /^[a-z][a-z0-9-]{0,23}$/
const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const isFullPath = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)

/** What cannot be sent, by field. */
export function faultsOf(draft: Draft, taken: readonly string[]): Faults {
  const program = draft.transport === 'stdio'
  const name = taken.includes(draft.name)
    ? wrong.taken
    : nameForm.test(draft.name)
      ? undefined
      : wrong.name
  const rows = program ? draft.env : draft.headers
  const settings = settingFault(rows, program)
  const host = hostsOf(draft.hosts).find((one) => !hostForm.test(one))
  const folder = draft.folders.find(({ path }) => !isFullPath(path))
  return {
    ...(name === undefined ? {} : { name }),
    ...(program && draft.command.trim() === '' ? { command: wrong.command } : {}),
    ...(!program && !isAddress(draft.url) ? { url: wrong.url } : {}),
    ...(!program && signInFault(draft.signIn) !== null ? { signIn: wrong.signIn } : {}),
    ...(settings === null ? {} : program ? { env: settings } : { headers: settings }),
    ...(program && folder !== undefined ? { folders: wrong.folder(folder.path) } : {}),
    ...(program && host !== undefined ? { hosts: wrong.host(host) } : {}),
  }
}

function settingFault(rows: readonly SettingRow[], program: boolean): string | null {
  const form = program ? /^[A-Za-z_][A-Za-z0-9_]*$/ : /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/
  for (const { name, value, secret, id, stored } of rows) {
    if (!form.test(name)) return program ? wrong.env(name) : wrong.header(name)
    if (rows.some((other) => other.id !== id && other.name === name)) return wrong.twice(name)
    const stays =
      value === '' && stored !== undefined && (stored.kind === 'stored' || stored.of === name)
    if (secret && !stays && value.length < 8) return wrong.secretShort(name)
  }
  return null
}

/** `forge` and `FORGE_TOKEN` become `forge-forge-token`. */
export const secretName = (server: string, key: string): string =>
  `${server}-${key}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/-+$/, '')

/**
 * A draft without faults as it is sent: secrets by name in the configuration, their values beside
 * it.
 */
export function wantedOf(draft: Draft): Wanted {
  const { name, trust, transport } = draft
  const rows = transport === 'stdio' ? draft.env : draft.headers
  const settings = Object.fromEntries(
    rows.map(({ name: key, value, secret }) => [
      key,
      secret ? { secret: secretName(name, key) } : value,
    ]),
  )
  const bound = transport === 'stdio' ? hostOfServer(name) : new URL(draft.url).host
  const secrets = rows.flatMap(({ name: key, value, secret }) =>
    secret ? [{ name: secretName(name, key), hosts: [bound], value }] : [],
  )
  const common = { trust, enabled: true, timeoutSeconds: 60 }
  const known = signInOf(draft.signIn, secretName(name, 'client-secret'), bound)
  const config: ServerConfig =
    transport === 'http'
      ? {
          transport,
          url: draft.url.trim(),
          headers: settings,
          ...common,
          ...(known.signIn === null ? {} : { signIn: known.signIn }),
        }
      : {
          transport,
          command: draft.command.trim(),
          args: argsOf(draft.args),
          env: settings,
          hosts: hostsOf(draft.hosts),
          folders: draft.folders.map(({ path, write }) => ({ path, write })),
          ...common,
        }
  return {
    name,
    config,
    secrets: transport === 'http' ? [...secrets, ...known.secrets] : secrets,
  }
}

/** What a link or another proposal would fill in. */
export function draftOf(name: string, config: ServerConfig): Draft {
  const rows = (settings: Readonly<Record<string, unknown>>): SettingRow[] =>
    Object.entries(settings).flatMap(([key, value], id) =>
      typeof value === 'string' ? [{ id, name: key, value, secret: false }] : [],
    )
  if (config.transport === 'http')
    return {
      ...emptyDraft,
      transport: 'http',
      name,
      url: config.url,
      headers: rows(config.headers),
      signIn: signInDraftOf(config),
      trust: config.trust,
    }
  return {
    ...emptyDraft,
    name,
    command: config.command,
    args: config.args.join('\n'),
    env: rows(config.env),
    hosts: config.hosts.join('\n'),

    folders: config.folders.map(({ path, write }, id) => ({ id, path, write })),
    trust: config.trust,
  }
}

/** As it may be kept while another screen is looked at: values of secrets are not. */
export const storedDraft = (draft: Draft): string => {
  const without = (rows: readonly SettingRow[]): SettingRow[] =>
    rows.map((row) => (row.secret ? { ...row, value: '' } : row))
  return JSON.stringify({
    ...draft,
    env: without(draft.env),
    headers: without(draft.headers),
    signIn: { ...draft.signIn, clientSecret: '' },
  })
}
