// The form of a setting by which an agent's tools run unasked, with the values that do so.
import { isObject } from '../../../contract/is-object.ts'
import { at } from '../connect/entry-editor.ts'

/**
 * free-mode, auto-approve: it does not ask. hooks-off: our hook is not asked, unless it is in
 * the system's own file.
 */
export type Frees = 'free-mode' | 'auto-approve' | 'hooks-off'

/**
 * A setting of an agent that lets its tools run unasked. `path`: where it is; `frees`: the
 * values that do.
 */
export type Switch = {
  readonly path: readonly string[]
  readonly kind: Frees
  frees(value: unknown): boolean
  /**
   * managed: it counts in the system's own file only, and for hooks that are elsewhere. project: in
   * files of a project only.
   */
  readonly only?: 'managed' | 'project'
  readonly says: string
  readonly mend: string
}

export const isTrue = (value: unknown): boolean => value === true
export const isSome = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0
export const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && values.includes(value)

export const isFalse = (value: unknown): boolean => value === false
export const turnOff = 'Remove the setting, or choose one that asks.'

export const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== '0' && value !== 'false' && value !== false
export const allows = (value: unknown): boolean =>
  value === 'allow' || (isObject(value) && Object.values(value).includes('allow'))
export const offInProfile = (profile: unknown): boolean =>
  at(profile, ['features', 'hooks']) === false || at(profile, ['features', 'codex_hooks']) === false

export const hooksOff = (path: readonly string[], frees: Switch['frees']): Switch => ({
  path,
  kind: 'hooks-off',
  frees,
  says: 'its hooks are off, so it does not call the hook of Gatehouse',
  mend: turnOff,
})

/**
 * Variables by which a project would load code into the program of a hook, or lead it elsewhere.
 * The line of the hook empties the first three; one of an earlier version does not.
 */
export const STEERING: readonly string[] = [
  ...['NODE_OPTIONS', 'NODE_PATH', 'GATEHOUSE_HOME', 'NODE_COMPILE_CACHE', 'OPENSSL_CONF'],
  ...['LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'DYLD_LIBRARY_PATH'],
  ...['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'],
  ...['BASH_ENV', 'ENV', 'ZDOTDIR'],
]

/** Such variables in the settings of a project. */
export const steered: readonly Switch[] = STEERING.map((name) => ({
  ...hooksOff(['env', name], (value) => value !== undefined),
  only: 'project',
  says: 'the project sets a variable that may lead past its hooks',
  mend: 'Take it out of the file.',
}))

/** Under the names that its versions have had for them. */
export const geminiHooks: readonly Switch[] = [
  hooksOff(['hooksConfig', 'enabled'], isFalse),
  hooksOff(['hooks', 'enabled'], isFalse),
  hooksOff(['tools', 'enableHooks'], isFalse),
  {
    ...hooksOff(['hooksConfig', 'disabled'], isSome),
    says: 'it switches single hooks off, also one of Gatehouse if its line is named',
  },
  {
    ...hooksOff(['hooks', 'disabled'], isSome),
    says: 'it switches single hooks off, also one of Gatehouse if its line is named',
  },
]
