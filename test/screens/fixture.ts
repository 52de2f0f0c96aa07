// Gatehouse in its browser host over the sample home, and what a person and an agent do in it, by
// calls of the page itself.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import type { Run } from '../../contract/agent/run.ts'
import { callFromPage } from '../e2e/harness/call-from-page.ts'
import { startInBrowser } from '../e2e/harness/start-browser.ts'
import type { Clock } from './clock.ts'
import { otherClock } from './other-clock.mjs'
import type { Sample } from './sample.ts'

export type Fixture = {
  readonly page: Page
  readonly sample: Sample
  call<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>>
  /**
   * Tells the agent what to do, answers what is held, and waits for its turn to end; without
   * answers left it stays held.
   */
  play(text: string, answers?: readonly ApprovalAnswer[]): Promise<Run>
  /** A further message in a run. */
  goOn(run: Run, text: string, answers?: readonly ApprovalAnswer[]): Promise<Run>
  stop(): Promise<void>
}

/** What a world is made in. `faults` is added to: what the page complains of. */
export type Ground = {
  readonly browser: Browser
  readonly sample: Sample
  readonly clock: Clock
  readonly faults: string[]
}

/**
 * `hoursAgo`: the app believes that it is so much earlier, so that what it does now lies in the
 * past later.
 */
export async function openFixture(
  { browser, sample, clock, faults }: Ground,
  hoursAgo = 0,
): Promise<Fixture> {
  const lateMs = clock.lateMs(hoursAgo)
  let said = ''
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: sample.home,
    USER: 'ada',
    LANG: 'en_GB.UTF-8',
    CI: '1',
    TZ: 'UTC',
    NODE_OPTIONS: `--import=${new URL('other-clock.mjs', import.meta.url).href}`,
    CLOCK_LATE_MS: String(lateMs),
  }
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await browser.newContext({
      ...options,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    await context.addInitScript({ content: otherClock(lateMs) })
    context.on('weberror', (error) => void faults.push(error.error().message))
    context.on(
      'console',
      (message) => void (message.type() === 'error' && faults.push(message.text())),
    )
    return context
  }
  const started = await startInBrowser(
    { newContext },
    { env, args: [], output: (piece) => void (said += piece) },
  )
  const { page } = started
  const call: Fixture['call'] = async (channel, input) => {
    const result = await callFromPage(page, channel, input)
    if (!result.ok)
      throw new Error(`${channel}: ${result.error.text} ${result.error.hint}\n${said}`)
    return result.value
  }
  const finish = async (run: Run, answers: readonly ApprovalAnswer[]): Promise<Run> => {
    const left = [...answers]
    for (let checks = 0; checks < 400; checks += 1) {
      const now = (await call('runs.get', { id: run.id })).run
      if (now.state === 'waiting') {
        const held = (await call('approvals.list', { states: ['pending'], limit: 200 })).find(
          ({ runId }) => runId === run.id,
        )
        // Just answered, a run waits on for a moment with nothing held.
        if (held !== undefined) {
          const answer = left.shift()
          if (answer === undefined) return now
          await call('approvals.answer', { id: held.id, answer })
        }
      } else if (now.state !== 'working') return now
      await page.waitForTimeout(100)
    }
    throw new Error(`The run “${run.title}” did not come to rest.`)
  }
  return {
    page,
    sample,
    call,
    play: async (text, answers = []) => finish(await call('runs.start', { text }), answers),
    goOn: async (run, text, answers = []) =>
      finish(await call('runs.send', { id: run.id, text }), answers),
    stop: started.stop,
  }
}
