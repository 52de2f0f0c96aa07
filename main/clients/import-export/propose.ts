// Pure. What another client's servers would be here: switched off, of no trust, secrets taken out
// of the text and into the store. A proposal; nothing is written.
import { CredentialName } from '../../../contract/credential.ts'
import { HostPattern } from '../../../contract/policy/host-pattern.ts'
import { hostOfServer } from '../../../contract/server/server-host.ts'
import { ServerConfig, ServerName, type Setting } from '../../../contract/server/server.ts'
import type { FoundSecret, ImportedServer } from '../../../contract/server/server-review.ts'
import type { FoundServer, Written } from './read-client.ts'

/** The values stay in main. */
export type Proposal = ImportedServer & {
  readonly values: readonly (FoundSecret & { readonly value: string })[]
}

export type ProposeDeps = {
  /** Names that are taken here. */
  readonly taken: readonly string[]
  readonly secrets: (text: string) => readonly string[]
}

const empty: ServerConfig = {
  transport: 'stdio',
  command: '-',
  args: [],
  env: {},
  hosts: [],
  folders: [],
  trust: 'community',
  enabled: false,
  timeoutSeconds: 60,
}

export function propose(
  found: readonly FoundServer[],
  { taken, secrets }: ProposeDeps,
): readonly Proposal[] {
  const names = new Set(taken)
  return found.map((one) => {
    const name = nameFrom(one.name)
    const skip = (why: string, config = empty, notes: readonly string[] = []): Proposal => ({
      name,
      from: one.name,
      config,
      secrets: [],
      values: [],
      notes: [...notes],
      skipped: why,
    })
    if ('unreadable' in one) return skip(`It cannot be read: ${one.unreadable}.`)
    if (names.has(name)) return skip('A server with this name already exists.')
    // Behind itself it would ask about every call twice, and wait for itself.
    if (isGatehouse(one.name, one.written))
      return skip('It is Gatehouse itself, as that client reaches it.')
    const created = make(name, one.written, secrets)
    if (typeof created === 'string') return skip(created)
    const config = ServerConfig.safeParse(created.config)
    if (!config.success)
      return skip(
        `It does not fit: ${config.error.issues[0]?.path.join('.') ?? ''} ${config.error.issues[0]?.message ?? ''}`,
      )
    names.add(name)
    const shown = created.values.map(({ value: _value, ...rest }) => rest)
    return {
      name,
      from: one.name,
      config: config.data,
      secrets: shown,
      values: created.values,
      notes: created.notes,
      skipped: null,
    }
  })
}

/** By its program, or by its name where it is an address of this machine. */
function isGatehouse(name: string, { command, args, url, serverUrl }: Written): boolean {
  const words = command === undefined ? [] : [command, ...args]
  if (
    words.some((word) => /(?:^|[\\/])gatehouse(?:\.cjs|\.exe|\.cmd)?$/i.test(word)) &&
    words.includes('mcp')
  )
    return true
  const address = url ?? serverUrl ?? ''
  return (
    name === 'gatehouse' &&
    URL.canParse(address) &&
    /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(address).hostname)
  )
}

/** `GitHub (work)` becomes `github-work`. */
export function nameFrom(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 24)
    .replace(/-+$/, '')
  return ServerName.safeParse(plain).data ?? 'server'
}

type Created = {
  readonly config: unknown
  readonly values: Proposal['values']
  readonly notes: string[]
}

function make(name: string, written: Written, secrets: ProposeDeps['secrets']): Created | string {
  const { command, args, env, cwd, envFile } = written
  const url = written.url ?? written.serverUrl
  const notes: string[] = []
  const values: (FoundSecret & { value: string })[] = []
  if (written.type === 'sse' || written.transport === 'sse')
    return 'It speaks the old event stream (sse), which is not spoken here.'
  if (cwd !== undefined) notes.push(`It was started in ${cwd}; here it has a folder of its own.`)
  if (envFile !== undefined)
    notes.push(`It took more variables from ${envFile}; those were not read.`)
  const setting = (
    where: string,
    key: string,
    value: string,
    hosts: readonly string[],
  ): Setting => {
    const variable = variableIn(value)
    if (variable !== null) {
      notes.push(
        `${where} came from the variable ${variable}: store it as ${kebab(variable)}: gatehouse secrets set ${kebab(variable)} --host ${hosts.join(',')}`,
      )
      return { secret: kebab(variable) }
    }
    if (
      !SECRET_NAME.test(key) &&
      secrets(`${key}=${value}`).length === 0 &&
      secrets(value).length === 0
    )
      return value
    if (value === '') return value
    const secret = kebab(`${name}-${key}`)
    values.push({ where, name: secret, hosts: [...hosts], value })
    return { secret }
  }
  const timeoutSeconds = seconds(written)
  const rest = { enabled: false, ...(timeoutSeconds === null ? {} : { timeoutSeconds }) }

  if (command !== undefined) {
    const words = [command, ...args]
    const filled = words.find((word) => /\$\{[^}]+\}/.test(word))
    if (filled !== undefined)
      return `Its command has a variable, ${/\$\{[^}]+\}/.exec(filled)?.[0] ?? ''}, which is not filled in here. Add it by hand.`
    const secret = words.findIndex(
      (word, at) =>
        at > 0 &&
        (secrets(word).length > 0 ||
          (SECRET_FLAG.test(words[at - 1] ?? '') && !word.startsWith('-'))),
    )
    if (secret > 0)
      return `Its argument ${secret} is a secret in plain text, which every program on this machine can read. Move it to a variable in env, then import again.`
    const hosts = [hostOfServer(name)]
    const given = Object.entries(env).map(
      ([key, value]) => [key, setting(`env.${key}`, key, value, hosts)] as const,
    )
    const passed = written.env_vars.map(
      (key) => [key, setting(`env.${key}`, key, `\${${key}}`, hosts)] as const,
    )
    return {
      config: {
        transport: 'stdio',
        command,
        args,
        env: Object.fromEntries([...given, ...passed]),
        ...rest,
      },
      values,
      notes,
    }
  }
  if (url === undefined) return 'It has neither a command nor an address.'
  const host = hostOf(url)
  if (host === null) return 'Its address cannot be read.'
  if (/\$\{/.test(url))
    return 'Its address has a variable, which is not filled in here. Add it by hand.'
  if (new URL(url).username !== '' || secrets(url).length > 0)
    return 'Its address contains a secret in plain text. Move it to a header, then import again.'
  const written2 = { ...written.headers, ...written.http_headers }
  const named = {
    ...Object.fromEntries(
      Object.entries(written.env_http_headers).map(([key, variable]) => [key, `\${${variable}}`]),
    ),
  }
  const bearer =
    written.bearer_token_env_var === undefined
      ? {}
      : { Authorization: `\${${written.bearer_token_env_var}}` }
  if (written.bearer_token_env_var !== undefined)
    notes.push('Store the whole header: “Bearer ” and the token.')
  const headers = Object.entries({ ...written2, ...named, ...bearer }).map(
    ([key, value]) => [key, setting(`headers.${key}`, key, value, [host])] as const,
  )
  return {
    config: { transport: 'http', url, headers: Object.fromEntries(headers), ...rest },
    values,
    notes,
  }
}

const SECRET_NAME = /(?:key|token|secret|passw|pwd|auth|credential|cookie|\bpat\b|_pat$|session)/i
const SECRET_FLAG = /^--?[\w-]*(?:key|token|secret|passw|pwd|credential|auth)[\w-]*$/i

/** The whole value is a variable: `${X}`, `${env:X}`, `${input:x}`, `${X:-usual}`. */
const variableIn = (value: string): string | null =>
  /^(?:Bearer )?\$\{(?:env:|input:)?([A-Za-z_][A-Za-z0-9_-]*)(?::-[^}]*)?\}$/.exec(value)?.[1] ??
  null

/** `FORGE_TOKEN` becomes `forge-token`. */
export const kebab = (text: string): string => {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 64)
    .replace(/-+$/, '')
  return CredentialName.safeParse(plain).success ? plain : 'secret'
}

const seconds = ({ tool_timeout_sec: own, timeout }: Written): number | null => {
  const given =
    own ?? (timeout === undefined ? undefined : timeout >= 1_000 ? timeout / 1_000 : timeout)
  return given === undefined ? null : Math.min(3_600, Math.max(1, Math.round(given)))
}

function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { hostname, port } = new URL(url)
  return HostPattern.safeParse(port === '' ? hostname : `${hostname}:${port}`).data ?? null
}
