// Compares the arguments of a tool with those that it was registered with: a tool whose schema is
// another than the one that was shipped was changed by somebody. Pure.
import { canonicalJson } from '../../../contract/json.ts'
import type { Registration } from '../../../contract/plugin/listing.ts'
import type { PluginManifest } from '../../../contract/plugin/manifest.ts'
import { REGISTERED_PLUGINS, REGISTERED_TOOLS } from './registered.ts'
import type { Registry } from './registered.ts'

/** SHA-256 of the canonical JSON of the schema of its arguments, and `network`, `native` where it is so. */
export type Registered = string

const compared = (known: Registered | undefined, now: Registered): Registration =>
  known === undefined ? 'unregistered' : known === now ? 'ok' : 'mismatch'

type Schema = Readonly<Record<string, unknown>>

/** Of a tool that is built in. */
export const toolRegistration =
  (sha256: (text: string) => string, registry: Registry = REGISTERED_TOOLS) =>
  (id: string, schema: Schema, network: boolean): Registration =>
    compared(
      Object.hasOwn(registry, id) ? registry[id] : undefined,
      registeredTool(sha256, schema, network),
    )

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
