// The servers of a Gatehouse that does not run. None is started: what was reviewed takes the place of
// what each offers, as in a running one that has not started it yet, by the same functions.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { failure } from '../../../contract/failure.ts'
import { ok } from '../../../contract/result.ts'
import { knownTools } from '../../../tools/known-tools.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import { openServers } from '../../mcp/servers.ts'
import { openOwnPaths } from '../../sandbox/files/own-paths.ts'
import { missedFacts } from '../execution/servers/missed-facts.ts'
import { scanners } from '../execution/servers/scanners.ts'
import { sha256 } from '../sha256.ts'
import type { AtRest } from './policy/policy-at-rest.ts'
import type { StoredOfServers } from './stored-from-outside.ts'

/** Nothing of it starts, writes or waits. */
export function openServersAtRest(
  { config, policy, bundles }: Pick<AtRest, 'config' | 'policy' | 'bundles'>,
  paths: Pick<AppPaths, 'stop'>,
  stored: StoredOfServers,
): Servers {
  const barred = failure('server.not-ready', 'No server is started only to look.')
  return openServers({
    config: () => config.servers,
    connect: () => {
      throw new Error(barred.text)
    },
    eager: false,
    barred: () => barred,
    changed: () => {},
    organisationPins: () => bundles?.pins() ?? null,
    // What changed since its review is shown as closed; to write that is the start's.
    table: { all: () => [...stored.pins], change: () => {} },
    record: async () => ok(null),
    lastRow: () => stored.newest,
    access: {
      get: (server) => stored.access.get(server) ?? null,
      put: () => {},
      remove: () => {},
    },
    sha256,
    now: Date.now,
    samples: existsSync('/proc/self/exe'),
    missedFacts: missedFacts({
      stop: paths.stop,
      home: homedir(),
      own: openOwnPaths(() => policy.everyStop),
    }),
    builtIn: knownTools.map(({ name }) => name),
    scanners,
    // Asked of what a running server offers.
    hidesSecrets: (text) => text,
  })
}
