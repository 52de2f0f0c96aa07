// What a client is: its files, and what an entry of ours looks like in them. Nothing here is read
// from the process itself.
import { posix, win32 } from 'node:path'
import type { Json } from '../../../../contract/json.ts'
import type { Entry } from '../entry-editor.ts'

/** Where to look: nothing here is read from the process itself. */
export type HostFacts = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.platform` names it. */
  readonly platform: string
  readonly homedir: string
  /** The folder of the project, for `--project`. */
  readonly cwd: string
}

/**
 * managed: the system's own files, which no project can overrule; only the hook is written there.
 */
export type Scope = 'user' | 'project' | 'managed'
export type Format = 'json' | 'yaml' | 'toml'
/** Absolute path of the program and its first words: those that make it `gatehouse`. */
export type Program = {
  readonly command: string
  readonly args: readonly string[]
  /** What has to be in its environment, where Gatehouse's home is not the usual one. */
  readonly env: Readonly<Record<string, string>>
}
export type Endpoint = { readonly url: string; readonly token: string }
export type ConfigTarget = {
  readonly file: string
  readonly format: Format
  readonly entries: readonly Entry[]
  /** What a file needs besides where there is none yet. */
  readonly whenNew?: readonly Entry[] | undefined
}

/** One client: where its files lie and what our entries look like there. */
export type Client = {
  readonly title: string
  readonly format: Format
  /** Of its servers: a map by name, or a list of servers with their names in them. */
  readonly path: readonly string[]
  /** Where the file of one scope has another form than the others. */
  readonly listed?: ((scope: Scope) => boolean) | undefined
  readonly formatOf?: ((scope: Scope) => Format) | undefined
  readonly whenNew?: ((scope: Scope) => readonly Entry[]) | undefined
  /** Null: it has no configuration of that scope. */
  file(hostFacts: ConfigLocations, scope: Exclude<Scope, 'managed'>): string | null
  stdio(program: Program): Json
  /** Null: it cannot be given an address in its file. */
  http: ((endpoint: Endpoint) => Json) | null
  hooks:
    | ((
        hostFacts: ConfigLocations,
        scope: Exclude<Scope, 'managed'>,
        program: Program,
      ) => ConfigTarget)
    | null
  /** The same in the system's own file. Null: it has none, or none that a hook can be in. */
  managedHooks:
    | ((hostFacts: ConfigLocations, file: string, program: Program) => ConfigTarget)
    | null
  /** For a person, once it is written: what is left to do there. Null: nothing. */
  after: ((hooks: boolean) => string | null) | null
}

export type ConfigLocations = HostFacts & {
  readonly join: (...parts: readonly string[]) => string
  readonly config: string
  readonly roaming: string
}

/**
 * The longest a hook may take, in seconds. The hook itself answers before that: a time-out lets the
 * call through in most clients.
 */
export const HOOK_SECONDS = 600

export const authorization = ({ token }: Endpoint): { readonly Authorization: string } => ({
  Authorization: `Bearer ${token}`,
})
export const plain = ({ command, args, env }: Program) => ({
  command,
  args: [...args],
  ...(Object.keys(env).length === 0 ? {} : { env }),
})
export const inHome =
  (...parts: readonly string[]) =>
  ({ join, homedir, cwd }: ConfigLocations, scope: Scope): string =>
    join(scope === 'user' ? homedir : cwd, ...parts)

/**
 * With what every row of the table needs; relative folders in variables are ignored, as the
 * XDG rules say.
 */
export function locationsOn(hostFacts: HostFacts): ConfigLocations {
  const { join, isAbsolute } = hostFacts.platform === 'win32' ? win32 : posix
  const set = (name: string, otherwise: string): string => {
    const said = filled(hostFacts.env[name])
    return said !== null && isAbsolute(said) ? said : otherwise
  }
  return {
    ...hostFacts,
    join,
    config: set('XDG_CONFIG_HOME', join(hostFacts.homedir, '.config')),
    roaming: set('APPDATA', join(hostFacts.homedir, 'AppData', 'Roaming')),
  }
}

export const filled = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text

/** What it read no longer applies to its next session. */
export const endOfSession = (value: Entry['value']): Entry => ({
  kind: 'element',
  path: ['hooks', 'SessionEnd'],
  value,
})
