// Pure. A server's promise beside what it was seen to do, in words for a person, and the profile
// that would have been enough.
import type {
  NewAccess,
  AccessWatch,
  ServerAccess,
} from '../../../../contract/server/server-access.ts'
import type { ServerConfig } from '../../../../contract/server/server.ts'
import type { StoredAccess } from './access.ts'

/** Before this many calls nothing is said about what it does not use. */
const ENOUGH_CALLS = 5

export const declaredOf = (config: ServerConfig): ServerAccess['declared'] =>
  config.transport === 'http'
    ? { hosts: [new URL(config.url).host], folders: [], programs: [] }
    : { hosts: config.hosts, folders: config.folders, programs: [config.command] }

/** @param samples whether this machine lets us look at what the processes of others have open. */
export function watchedOf(config: ServerConfig, samples: boolean): ServerAccess['watched'] {
  const inside = ['programs', 'files', 'written'] as const
  if (config.transport === 'http') {
    const elsewhere = inside.map((what): AccessWatch => ({
      what,
      by: 'nothing',
      text: 'It runs elsewhere: what it does there cannot be seen from here.',
    }))
    return [
      {
        what: 'hosts',
        by: 'all',
        text: 'Its own address is all that is reached for it from here.',
      },
      ...elsewhere,
    ]
  }
  const hosts: AccessWatch = {
    what: 'hosts',
    by: 'all',
    text: 'A filter on each connection lets through only what you granted. What is tried past it leads nowhere and is listed: names, and that there were addresses.',
  }
  if (!samples) {
    const blind = inside.map((what): AccessWatch => ({
      what,
      by: 'nothing',
      text: 'What its processes have open cannot be seen here.',
    }))
    return [hosts, ...blind]
  }
  return [
    hosts,
    {
      what: 'programs',
      by: 'sampling',
      text: 'Seen by sampling: what ran for less than a moment may have been missed.',
    },
    {
      what: 'files',
      by: 'sampling',
      text: 'Seen by sampling: what was open for less than a moment may have been missed.',
    },
    {
      what: 'written',
      by: 'sampling',
      text: 'Changes in the folders that it may write to while it had something to do: changes by others at that moment are included.',
    },
  ]
}

/**
 * The least that would have been enough; null where too little was seen, or nothing is too much.
 */
export function tighterFor(
  config: ServerConfig,
  { observed: seen, calls }: StoredAccess,
  watched: ServerAccess['watched'],
): ServerAccess['tighter'] {
  if (config.transport === 'http' || calls < ENOUGH_CALLS) return null
  const hosts = config.hosts.filter((host) => seen.hosts.some((used) => reaches(host, used)))
  const watches = (what: AccessWatch['what']): boolean =>
    watched.some((one) => one.what === what && one.by !== 'nothing')
  const below = (path: string, files: readonly string[]): boolean => {
    const folder = path.replace(/\/+$/, '')
    return files.some((file) => file === folder || file.startsWith(`${folder}/`))
  }
  // Looking now and then does not tell that it was never in a folder; that nothing changed in one
  // is told by the system.
  const folders = config.folders.map(({ path, write }) => ({
    path,
    write: write && (!watches('written') || below(path, seen.written)),
  }))
  const same =
    hosts.length === config.hosts.length &&
    folders.length === config.folders.length &&
    folders.every(({ write }, at) => write === config.folders[at]?.write)
  return same ? null : { hosts, folders }
}

export function newsText({ what, name }: Pick<NewAccess, 'what' | 'name'>): string {
  const words: Readonly<Record<NewAccess['what'], string>> = {
    host: 'it connected to',
    'refused-host': 'it tried to connect to',
    program: 'it ran',
    folder: 'it looked into',
    written: 'it wrote in',
  }
  return `${words[what]} ${name}`
}

/** Sentences for a person. @param reads names of tools that say that they only read. */
export function adviceFor(
  config: ServerConfig,
  { observed: seen, news, calls }: StoredAccess,
  tighter: ServerAccess['tighter'],
  reads: readonly string[],
): readonly string[] {
  const advice = news.map(
    (one) =>
      `New behaviour under unchanged definitions: ${newsText(one)}. Review the server before you go on.`,
  )
  if (config.transport === 'http') return advice
  const { hosts, folders } = config
  if (tighter !== null) {
    const idle = hosts.filter((host) => !tighter.hosts.includes(host))
    if (idle.length > 0)
      advice.push(
        `In ${calls} calls it never connected to ${idle.join(', ')}: you can take ${idle.length === 1 ? 'that' : 'those'} out of its hosts.`,
      )
    const unwritten = folders.filter(
      ({ path, write }) =>
        write && tighter.folders.some((folder) => folder.path === path && !folder.write),
    )
    if (unwritten.length > 0)
      advice.push(
        `In ${calls} calls it was never seen to write in ${unwritten.map(({ path }) => path).join(', ')}: it can do with reading there.`,
      )
  }
  // What was granted goes through the proxy: only who does not use it is refused such a host.
  const granted = seen.refusedHosts.filter((used) => hosts.some((host) => isGranted(host, used)))
  const refused = seen.refusedHosts.filter((used) => !granted.includes(used))
  if (granted.length > 0)
    advice.push(
      `It does not get to ${granted.slice(0, 10).join(', ')}, though you granted that: it connects by itself, and the only way out is the HTTP proxy in HTTPS_PROXY. A program that speaks no HTTP proxy, such as a database client, reaches nothing from here.`,
    )
  if (refused.length > 0)
    advice.push(
      `It tried to connect to ${refused.slice(0, 10).join(', ')}, which you did not grant. Ask why before you do.`,
    )
  if (hosts.length > 0 && reads.length > 0 && seen.hosts.length > 0)
    advice.push(
      `${reads.slice(0, 5).join(', ')} say${reads.length === 1 ? 's' : ''} to only read; it connected to ${seen.hosts.slice(0, 10).join(', ')}.`,
    )
  return advice
}

/**
 * Written as in the configuration: a name with its port or without, a wildcard for what lies below.
 */
function reaches(pattern: string, used: string): boolean {
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? []
  const [, seenHost = '', seenPort = '443'] = /^(.*?)(?::(\d+))?$/.exec(used) ?? []
  if (port !== undefined && port !== seenPort) return false
  return host.startsWith('*.') ? seenHost.endsWith(host.slice(1)) : seenHost === host
}

/** Where the grant names no port, it is for the usual ones. */
export const isGranted = (pattern: string, used: string): boolean =>
  reaches(pattern, used) && (/:\d+$/.test(pattern) || /^[^:]*(?::443|:80)?$/.test(used))
