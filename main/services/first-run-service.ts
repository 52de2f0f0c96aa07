// What a newcomer is offered: model servers that run on this machine, the tour, and where
// everything lies.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failure } from '../../contract/failure.ts'
import type { FoundServers } from '../../contract/agent/local-model.ts'
import { err, ok } from '../../contract/result.ts'
import { TOUR_AGENT, TOUR_STEPS } from '../../contract/agent/tour-steps.ts'
import type { TourState } from '../../contract/agent/tour.ts'
import type { Agent } from '../agent/model-tools.ts'
import type { AppPaths } from '../config/paths.ts'
import type { ConfigStore } from '../config/config.ts'
import type { Outbound } from '../egress/outbound.ts'
import type { FirstRunService } from '../ipc/handlers/first-run.ts'
import { findLocal, localPlaces } from '../model/find-local.ts'
import { storageUsage } from './storage-usage.ts'
import { makeTourFolder, removeTourFolder, tourFolder, tourIsThere } from './tour-folder.ts'

export type FirstRunDeps = {
  readonly agent: Pick<Agent, 'list' | 'start' | 'send' | 'rename'>
  readonly config: Pick<ConfigStore, 'current'>
  readonly outbound: Pick<Outbound, 'modelFetch'>
  readonly workspacePath: () => string
  readonly places: AppPaths
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly ending: AbortSignal
  readonly modelWaitMs?: number | undefined
}

/** Far enough back to find the last tour. */
const NEWEST_RUNS = 200

export function createFirstRunService(parts: FirstRunDeps): FirstRunService {
  const { agent, config, outbound, workspacePath } = parts
  const places = localPlaces(parts.env['OLLAMA_HOST'])
  const mark = join(parts.places.dataDir, 'models-looked-for')
  let found: FoundServers = { at: null, servers: [], looked: places.map(({ origin }) => origin) }
  let looking: Promise<FoundServers> | null = null

  const look = async (): Promise<FoundServers> => {
    const servers = await findLocal({
      fetchFor: outbound.modelFetch,
      places,
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

  const state = (): TourState => ({
    folder: tourFolder(workspacePath()),
    there: tourIsThere(workspacePath()),
    run: agent.list(undefined, NEWEST_RUNS).find((run) => run.agent === TOUR_AGENT) ?? null,
  })

  return {
    async findModels(again) {
      if (looking === null && !again && !unasked()) return found
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
    tour: state,
    async takeStep(step, id, channel) {
      const text = TOUR_STEPS[step - 1] ?? TOUR_STEPS[0]
      if (step === 1) {
        const made = makeTourFolder(workspacePath())
        if (!made.ok) return made
        const begun = await agent.start({ text }, channel, TOUR_AGENT)
        return begun.ok ? agent.rename(begun.value.id, 'Tour') : begun
      }
      const run = agent.list(undefined, NEWEST_RUNS).find((each) => each.id === id)
      if (run?.agent !== TOUR_AGENT)
        return err(
          failure('tour.gone', 'This run is no tour.', 'Start the tour again from Settings.'),
        )
      return agent.send(run.id, { text }, channel)
    },
    kept: () => storageUsage(parts.places),
    removeTour() {
      const removed = removeTourFolder(workspacePath())
      return removed.ok ? ok(state()) : removed
    },
  }
}
