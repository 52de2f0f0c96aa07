// The name of a host does not resolve, and a proxy is dead.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'network-gone',
  fault: 'the name of a host does not resolve, and a proxy is dead',
  mustHappen: 'a typed error within the limit, and no way round the proxy',
  run: () =>
    withApp(async (app) => {
      await app.start({
        env: { https_proxy: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
      })
      const started = performance.now()
      const answer = await callApproved(app, await app.agent(), 'web_fetch', {
        url: 'https://nowhere.invalid/',
      })
      const seconds = (performance.now() - started) / 1000
      must(
        answer.result?.isError === true && seconds < 60,
        `${seconds.toFixed(0)} s: ${textOf(answer)}`,
      )
      return `The call ended with: ${quote(textOf(answer), 130)}`
    }),
}
