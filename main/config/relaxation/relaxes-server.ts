// What one server's configuration lets through that another does not. Pure. What is switched off
// lets nothing through.
import { canonicalJson } from '../../../contract/json.ts'
import type { ServerConfig, StdioServer } from '../../../contract/server/server.ts'
import type { Trust } from '../../../contract/call/touch.ts'

const trusted: { readonly [T in Trust]: number } = { community: 0, verified: 1, local: 2 }

/** Empty: nothing. `was` is undefined for a server that was not there. */
export function relaxesServer(
  name: string,
  was: ServerConfig | undefined,
  is: ServerConfig,
): readonly string[] {
  if (!is.enabled) return []
  if (was === undefined) return [`The server ${name} is added.`]
  if (!was.enabled) return [`The server ${name} is switched on.`]
  return [
    ...(canonicalJson(launch(was)) === canonicalJson(launch(is))
      ? []
      : [`The server ${name} has a different command or address.`]),
    ...(was.reviewResults === true && is.reviewResults !== true
      ? [`What the server ${name} sends back is not reviewed any more.`]
      : []),
    ...(trusted[is.trust] > trusted[was.trust]
      ? [`The server ${name} is trusted more: ${is.trust}.`]
      : []),
    ...(is.transport === 'stdio' ? grants(name, was.transport === 'stdio' ? was : none, is) : []),
  ]
}

type Granted = Pick<StdioServer, 'hosts' | 'folders' | 'cpuSeconds' | 'sockets'>
const none: Granted = { hosts: [], folders: [] }

/** Whatever is not looked at on its own below. How long a call may take frees nothing. */
function launch(config: ServerConfig): unknown {
  const {
    trust: _trust,
    enabled: _enabled,
    timeoutSeconds: _time,
    reviewResults: _review,
    ...rest
  } = config
  return rest.transport === 'stdio' ? { ...rest, ...none, cpuSeconds: null, sockets: false } : rest
}

function grants(name: string, was: Granted, is: StdioServer): readonly string[] {
  const hosts = is.hosts.filter((host) => !was.hosts.includes(host))
  const folders = is.folders.filter(
    ({ path, write }) => !was.folders.some((old) => old.path === path && (old.write || !write)),
  )
  return [
    ...(canonicalJson(was.cpuSeconds ?? null) === canonicalJson(is.cpuSeconds ?? null) ||
    (was.cpuSeconds !== undefined && (is.cpuSeconds ?? Infinity) < was.cpuSeconds)
      ? []
      : [`The server ${name} may use another amount of processor time.`]),
    ...(is.sockets === true && was.sockets !== true
      ? [`The server ${name} may open sockets of its own.`]
      : []),
    ...hosts.map((host) => `The server ${name} may connect to ${host}.`),
    ...folders.map(
      ({ path, write }) => `The server ${name} may ${write ? 'write in' : 'read'} ${path}.`,
    ),
  ]
}
