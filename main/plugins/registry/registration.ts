// Compares the arguments of a tool with those that it was registered with: a tool whose schema is
// another than the one that was shipped was changed by somebody. Pure.
import { canonicalJson } from '../../../contract/json.ts'
import type { Registration } from '../../../contract/plugin/listing.ts'
import type { PluginManifest } from '../../../contract/plugin/manifest.ts'
import { REGISTERED_PLUGINS, REGISTERED_TOOLS } from './registered.ts'
import type { Registry } from './registered.ts'

/** SHA-256 of the canonical JSON of the schema of its arguments, and `network`, `native` where it is so. */
export type Registered = string

const compared = (
  known: Registered | undefined,
  ...same: readonly [Registered, ...Registered[]]
): Registration => (known === undefined ? 'unregistered' : same.includes(known) ? 'ok' : 'mismatch')

type Schema = Readonly<Record<string, unknown>>

/**
 * Of a tool that is built in. One that reaches less than it was registered with is as registered: notes and
 * calendars that are files on this machine need no network.
 */
export const toolRegistration =
  (sha256: (text: string) => string, registry: Registry = REGISTERED_TOOLS) =>
  (id: string, schema: Schema, network: boolean): Registration => {
    const known = Object.hasOwn(registry, id) ? registry[id] : undefined
    const withNetwork = registeredTool(sha256, schema, true)
    return network
      ? compared(known, withNetwork)
      : compared(known, withNetwork, registeredTool(sha256, schema, false))
  }

/** Of a plugin of the built-in folder. */
export const registrationOf =
  (sha256: (text: string) => string, registry: Registry = REGISTERED_PLUGINS) =>
  (manifest: PluginManifest): Registration =>
    compared(
      Object.hasOwn(registry, manifest.name) ? registry[manifest.name] : undefined,
      registeredPlugin(sha256, manifest),
    )

export const registeredTool = (
  sha256: (text: string) => string,
  schema: Schema,
  network: boolean,
): Registered => registered(sha256, schema, network ? 'network' : '')

export const registeredPlugin = (
  sha256: (text: string) => string,
  { args, network, runs }: PluginManifest,
): Registered =>
  registered(sha256, args, network ? 'network' : '', runs === 'native' ? 'native' : '')

const registered = (
  sha256: (text: string) => string,
  schema: Schema,
  ...flags: readonly string[]
): Registered => [sha256(canonicalJson(schema)), ...flags].filter((part) => part !== '').join(' ')
