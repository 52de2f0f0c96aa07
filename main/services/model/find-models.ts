// Looks for model servers of this machine: when a person wants it, and once unasked while no model
// was ever chosen.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundServers } from '../../../contract/agent/local-model.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { findLocal, localEndpoints } from '../../model/find-local.ts'

export type FindModelsDeps = {
  readonly config: Pick<ConfigStore, 'current'>
  readonly outbound: Pick<Outbound, 'modelFetch' | 'modelListens'>
  readonly paths: Pick<AppPaths, 'dataDir'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly ending: AbortSignal
  readonly modelWaitMs?: number | undefined
}

export function findModels(parts: FindModelsDeps): (again: boolean) => Promise<FoundServers> {
  const { config, outbound } = parts
  const paths = localEndpoints(parts.env['OLLAMA_HOST'])
  const mark = join(parts.paths.dataDir, 'models-looked-for')
  let found: FoundServers = { at: null, servers: [], looked: paths.map(({ origin }) => origin) }
  let searching: Promise<FoundServers> | null = null

  const check = async (): Promise<FoundServers> => {
    const servers = await findLocal({
      fetchFor: outbound.modelFetch,
      listens: outbound.modelListens,
      endpoints: paths,
      signal: parts.ending,
      ...(parts.modelWaitMs === undefined ? {} : { waitMs: parts.modelWaitMs }),
    })
    found = { ...found, at: parts.now(), servers: [...servers] }
    return found
  }

  /**
   * Unasked only where no model was ever chosen, and one time for this home. Kept where it can be;
   * else the next start looks again.
   */
  const unasked = (): boolean => {
    if (config.current().model.provider !== 'manual' || existsSync(mark)) return false
    try {
      writeFileSync(mark, `${new Date(parts.now()).toISOString()}\n`, { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }

  return async (again) => {
    if (searching === null && !again && !unasked()) return found
    searching ??= check().finally(() => {
      searching = null
    })
    return searching
  }
}
