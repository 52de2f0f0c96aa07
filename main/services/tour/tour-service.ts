// The topic `tour`: five steps with the real gate, in a folder of its own in the workspace.
import { failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../contract/result.ts'
import { TOUR_AGENT, TOUR_STEPS } from '../../../contract/agent/tour-steps.ts'
import type { TourState } from '../../../contract/agent/tour.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import { makeTourFolder, removeTourFolder, tourFolder, tourIsThere } from './tour-folder.ts'

export type TourServiceDeps = {
  readonly agent: Pick<Agent, 'list' | 'start' | 'send' | 'rename'>
  readonly workspacePath: () => string
}

/** Far enough back to find the last tour. */
const NEWEST_RUNS = 200

export function tourService({ agent, workspacePath }: TourServiceDeps): TopicHandlers<'tour'> {
  const state = (): TourState => ({
    folder: tourFolder(workspacePath()),
    there: tourIsThere(workspacePath()),
    run: agent.list(undefined, NEWEST_RUNS).find((run) => run.agent === TOUR_AGENT) ?? null,
  })
  return {
    'tour.state': async () => ok(state()),
    // A surface that may take a step is a channel of the same name.
    async 'tour.step'({ step, id }, { surface: channel }) {
      const text = TOUR_STEPS[step - 1] ?? TOUR_STEPS[0]
      if (step === 1) {
        const created = makeTourFolder(workspacePath())
        if (!created.ok) return created
        const started = await agent.start({ text }, channel, TOUR_AGENT)
        return started.ok ? agent.rename(started.value.id, 'Tour') : started
      }
      const run = agent.list(undefined, NEWEST_RUNS).find((each) => each.id === id)
      if (run?.agent !== TOUR_AGENT)
        return err(
          failure('tour.gone', 'This run is no tour.', 'Start the tour again from Settings.'),
        )
      return agent.send(run.id, { text }, channel)
    },
    async 'tour.remove'() {
      const removed = removeTourFolder(workspacePath())
      return removed.ok ? ok(state()) : removed
    },
  }
}
