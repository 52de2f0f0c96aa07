import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { StorageEntry } from '../../../contract/storage-entry.ts'
import type { FoundServers } from '../../../contract/agent/local-model.ts'
import type { Channel } from '../../../contract/call/principal.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { TourState, TourStep } from '../../../contract/agent/tour.ts'

export type FirstRunService = {
  findModels(again: boolean): Promise<FoundServers>
  tour(): TourState
  takeStep(step: TourStep, id: RunId | undefined, channel: Channel): Promise<Result<Run, Failure>>
  removeTour(): Result<TourState, Failure>
  kept(): Promise<StorageEntry[]>
}

type Topic = 'model.find' | 'tour.state' | 'tour.step' | 'tour.remove' | 'storage.usage'

export const firstRunHandlers = (offer: FirstRunService): Pick<Handlers, Topic> => ({
  'model.find': async ({ again }) => ok(await offer.findModels(again)),
  'tour.state': async () => ok(offer.tour()),
  'tour.step': ({ step, id }, { surface }) => offer.takeStep(step, id, surface),
  'tour.remove': async () => offer.removeTour(),
  'storage.usage': async () => ok(await offer.kept()),
})
