// Five starts at the same moment.
import { browserFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'two-starts-at-once',
  fault: 'five starts at the same moment',
  mustHappen: 'one runs, the others say that it does, and there is one writer',
  run: () =>
    withApp(async (app) => {
      const starts = Array.from({ length: 5 }, () => app.run(browserFile, ['--json', '--port', '0', '--mcp-port', '0']))
      const ended = await Promise.all(
        starts.map((one) =>
          Promise.race([one.ended, until('an address', () => (one.output().includes('"url"') ? null : null), 15_000).catch(() => null)]),
        ),
      )
      const running = starts.filter(({ child }) => child.exitCode === null)
      must(running.length === 1, `${running.length} are running`)
      const said = ended.flatMap((one) => (one === null ? [] : [one]))
      must(
        said.every(({ code, stderr }) => code === 1 && /already running/.test(stderr)),
        JSON.stringify(said),
      )
      return 'one runs, four ended with a sentence'
    }),
}
