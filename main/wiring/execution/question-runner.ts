// The sandbox of a Gatehouse that is started for one question: tried only when an answer needs it,
// because the trial takes a third of the time of such a question.
import { letGo } from '../../../contract/let-go.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'

export type QuestionRunner = {
  readonly runner: Runner
  /** Asks once more after the trial where the first answer looked at what holds before that was known. */
  whenTried<T>(ask: () => Promise<T>): Promise<T>
}

/** @param open tries the sandbox. */
export function openQuestionRunner(open: () => Runner): QuestionRunner {
  let opened: Runner | null = null
  let known = false
  let guessed = false
  const tried = (): Runner => {
    if (opened === null) {
      opened = open()
      letGo(opened.ready.then(() => void (known = true)))
    }
    return opened
  }
  /** What is asked without waiting for the trial. */
  const now = (): Runner => {
    if (!known) guessed = true
    return tried()
  }
  return {
    runner: {
      get ready() {
        return tried().ready
      },
      protections: () => now().protections(),
      tried: () => now().tried(),
      helperFiles: () => now().helperFiles(),
      enforced: (requires) => now().enforced(requires),
      // These wait for the trial themselves.
      found: () => tried().found(),
      power: (options) => tried().power(options),
      prepare: (workspace, view, proxy) => tried().prepare(workspace, view, proxy),
      start: (program) => tried().start(program),
      // One that was not asked yet reads the configuration when it is.
      follow: () => opened?.follow(),
      dispose: async () => opened?.dispose(),
    },
    async whenTried(ask) {
      const early = !known
      const answer = await ask()
      if (!early || !guessed) return answer
      await tried().ready
      return ask()
    },
  }
}
