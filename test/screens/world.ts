// Gatehouse in its browser host over the sample home, and what a person and an agent do in it, by calls of the page itself.
import type { Browser, Page } from '@playwright/test'
import type { ApprovalAnswer } from '../../contract/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc.ts'
import type { Run } from '../../contract/run.ts'
import { callFromPage } from '../e2e/harness/call-from-page.ts'
import { startInBrowser } from '../e2e/harness/start-browser.ts'
import type { Sample } from './sample.ts'

export type World = {
  readonly page: Page
  readonly sample: Sample
  call<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  /** Tells the agent what to do, answers what is held, and waits for its turn to end; without answers left it stays held. */
  play(text: string, answers?: readonly ApprovalAnswer[]): Promise<Run>
  /** A further message in a run. */
  goOn(run: Run, text: string, answers?: readonly ApprovalAnswer[]): Promise<Run>
  stop(): Promise<void>
}

/** `hoursAgo`: the app believes that it is so much earlier, so that what it does now lies in the past later. */
export async function openWorld(browser: Browser, sample: Sample, hoursAgo = 0): Promise<World> {
  const clock = new URL('clock-back.mjs', import.meta.url).href
  let said = ''
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: sample.home,
    USER: 'ada',
    LANG: 'en_GB.UTF-8',
    CI: '1',
    ...(hoursAgo === 0 ? {} : { NODE_OPTIONS: `--import=${clock}`, CLOCK_BACK_HOURS: String(hoursAgo) }),
  }
  const started = await startInBrowser(browser, { env, args: [], output: (piece) => void (said += piece) })
  const { page } = started
  const call: World['call'] = async (channel, input) => {
    const result = await callFromPage(page, channel, input)
    if (!result.ok) throw new Error(`${channel}: ${result.error.text} ${result.error.hint}\n${said}`)
    return result.value
  }
  const settle = async (run: Run, answers: readonly ApprovalAnswer[]): Promise<Run> => {
    const left = [...answers]
    for (let looks = 0; looks < 400; looks += 1) {
      const now = (await call('runs.get', { id: run.id })).run
      if (now.state === 'waiting') {
        const held = (await call('approvals.list', { states: ['pending'], limit: 200 })).find(({ runId }) => runId === run.id)
        const answer = left.shift()
        if (answer === undefined) return now
        if (held !== undefined) await call('approvals.answer', { id: held.id, answer })
      } else if (now.state !== 'working') return now
      await page.waitForTimeout(100)
    }
    throw new Error(`The run “${run.title}” did not come to rest.`)
  }
  return {
    page,
    sample,
    call,
    play: async (text, answers = []) => settle(await call('runs.start', { text }), answers),
    goOn: async (run, text, answers = []) => settle(await call('runs.send', { id: run.id, text }), answers),
    stop: started.stop,
  }
}
