// The name of a host does not resolve, and a proxy is dead.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

/** Longer than the tool waits for a host. */
const LIMIT_SECONDS = 60

async function timed<T>(work: () => Promise<T>): Promise<readonly [seconds: number, value: T]> {
  const started = performance.now()
  const value = await work()
  return [(performance.now() - started) / 1000, value]
}

export const fault: Fault = {
  name: 'network-gone',
  fault: 'the name of a host does not resolve, and a proxy is dead',
  mustHappen: 'a typed error within the limit, and no way round the proxy',
  run: () =>
    withApp(async (app) => {
      await app.start({
        env: { https_proxy: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
      })
      const agent = await app.agent()
      const [seconds, answer] = await timed(() =>
        callApproved(app, agent, 'web_fetch', { url: 'https://nowhere.invalid/' }),
      )
      // On a machine that does much else, everything takes longer.
      const [usual] =
        seconds < LIMIT_SECONDS
          ? [0]
          : await timed(() => callApproved(app, agent, 'exec', { command: 'true' }))
      must(
        answer.result?.isError === true && seconds < LIMIT_SECONDS + 20 * usual,
        `${seconds.toFixed(0)} s: ${textOf(answer)}`,
      )
      return `The call ended with: ${quote(textOf(answer), 130)}`
    }),
}
