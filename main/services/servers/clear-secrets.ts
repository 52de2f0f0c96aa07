// Secrets that are in the clear in the configuration of a server: found, and hidden.
import type { ServerConfig } from '../../../contract/server/server.ts'
import { scanners } from '../../wiring/execution/servers/scanners.ts'

/** Where a setting has a secret in the clear; null where none has. */
export function literalSecret(config: ServerConfig): string | null {
  const settings = config.transport === 'stdio' ? config.env : config.headers
  const found = Object.entries(settings).find(
    ([key, value]) =>
      typeof value === 'string' &&
      (scanners.secrets(value).length > 0 || scanners.secrets(`${key}=${value}`).length > 0),
  )
  if (found !== undefined) return found[0]
  return config.transport === 'stdio'
    ? config.args.find((arg) => scanners.secrets(arg).length > 0) === undefined
      ? null
      : 'an argument'
    : null
}

/** As a screen shows it. */
export function hideLiterals(config: ServerConfig): ServerConfig {
  const hidden = <T>(settings: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [
        key,
        typeof value === 'string' &&
        (scanners.secrets(value).length > 0 || scanners.secrets(`${key}=${value}`).length > 0)
          ? '[hidden]'
          : value,
      ]),
    ) as Record<string, T | string>
  return (
    config.transport === 'stdio'
      ? { ...config, env: hidden(config.env) }
      : { ...config, headers: hidden(config.headers) }
  ) as ServerConfig
}
