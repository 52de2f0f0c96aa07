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
      const starts = Array.from({ length: 5 }, () =>
        app.run(browserFile, ['--json', '--port', '0', '--mcp-port', '0']),
      )
      const alive = () => starts.filter(({ child }) => child.exitCode === null)
      await until('four of them to end', () => (alive().length <= 1 ? true : null))
      const running = alive()
      await until('URL', () => (running[0]?.output().includes('"url"') === true ? true : null))
      must(running.length === 1, `${running.length} are running`)
      const said = await Promise.all(
        starts.filter((one) => !running.includes(one)).map(({ ended }) => ended),
      )
      must(
        said.every(({ code, stderr }) => code === 1 && /already running/.test(stderr)),
        JSON.stringify(said),
      )
      return 'One ran, and four ended saying that it does.'
    }),
}
