// Pure. Our servers in the form of another client. Secrets go as references to a variable, never as
// values.
import { stringify as stringifyToml } from 'smol-toml'
import type { ServerConfig, Setting } from '../../../contract/server/server.ts'
import type { ClientFormat } from '../../../contract/server/server-review.ts'

export type WrittenClient = { readonly text: string; readonly notes: readonly string[] }

/** @param servers by name. `notes`: what the other client cannot hold, or has to be given. */
export function writeClient(
  format: ClientFormat,
  servers: Readonly<Record<string, ServerConfig>>,
): WrittenClient {
  const notes: string[] = []
  const variables = new Set<string>()
  const entries = Object.entries(servers).map(
    ([name, config]) => [name, entryOf(format, name, config, notes, variables)] as const,
  )
  for (const variable of [...variables].toSorted())
    notes.push(`Give the variable ${variable} where ${format} starts.`)
  if (format === 'claude-desktop' && variables.size > 0)
    notes.push('Claude Desktop fills in no variables: put the values in their places there.')
  const present = entries.flatMap(([name, entry]) =>
    entry === null ? [] : [[name, entry] as const],
  )
  const table = Object.fromEntries(present)
  if (format === 'codex') return { text: `${stringifyToml({ mcp_servers: table })}\n`, notes }
  const inputs = [...variables].map((id) => ({
    id,
    type: 'promptString',
    description: id,
    password: true,
  }))
  const whole =
    format === 'vscode'
      ? { ...(inputs.length === 0 ? {} : { inputs }), servers: table }
      : { mcpServers: table }
  return { text: `${JSON.stringify(whole, null, 2)}\n`, notes }
}

type Entry = Record<string, unknown>

function entryOf(
  format: ClientFormat,
  name: string,
  config: ServerConfig,
  notes: string[],
  variables: Set<string>,
): Entry | null {
  const typed = format === 'vscode' || format === 'claude-code'
  const reference = (setting: Setting): string => {
    if (typeof setting === 'string') return setting
    const variable = variableOf(setting.secret)
    variables.add(variable)
    return format === 'vscode'
      ? `\${input:${variable}}`
      : format === 'cursor' || format === 'windsurf'
        ? `\${env:${variable}}`
        : `\${${variable}}`
  }
  const timeout =
    format === 'codex' && config.timeoutSeconds !== 60
      ? { tool_timeout_sec: config.timeoutSeconds }
      : {}
  if (config.transport === 'stdio') {
    const { command, args, env } = config
    const own = Object.entries(env)
    if (format !== 'codex')
      return {
        ...(typed ? { type: 'stdio' } : {}),
        command,
        args,
        ...(own.length === 0 ? {} : { env: mapped(env, reference) }),
      }
    const literal = Object.fromEntries(own.filter(([, value]) => typeof value === 'string'))
    const passed = own.flatMap(([key, value]) => (typeof value === 'string' ? [] : [key]))
    for (const key of passed) variables.add(key)
    return {
      command,
      args,
      ...(Object.keys(literal).length === 0 ? {} : { env: literal }),
      ...(passed.length === 0 ? {} : { env_vars: passed }),
      ...timeout,
    }
  }
  if (format === 'claude-desktop') {
    notes.push(
      `${name} is left out: Claude Desktop takes no addresses from its file. Add ${config.url} there as a connector.`,
    )
    return null
  }
  const { url, headers } = config
  if (format === 'codex') {
    const all = Object.entries(headers)
    const literal = Object.fromEntries(all.filter(([, value]) => typeof value === 'string'))
    const named = Object.fromEntries(
      all.flatMap(([key, value]) =>
        typeof value === 'string' ? [] : [[key, variableOf(value.secret)]],
      ),
    )
    for (const variable of Object.values(named)) variables.add(variable as string)
    return {
      url,
      ...(Object.keys(literal).length === 0 ? {} : { http_headers: literal }),
      ...(Object.keys(named).length === 0 ? {} : { env_http_headers: named }),
      ...timeout,
    }
  }
  const where = format === 'windsurf' ? { serverUrl: url } : { url }
  return {
    ...(typed ? { type: 'http' } : {}),
    ...where,
    ...(Object.keys(headers).length === 0 ? {} : { headers: mapped(headers, reference) }),
  }
}

const mapped = (
  settings: Readonly<Record<string, Setting>>,
  reference: (setting: Setting) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, reference(value)]))

/** `forge-token` becomes `FORGE_TOKEN`. */
export const variableOf = (secret: string): string => secret.toUpperCase().replaceAll('-', '_')
