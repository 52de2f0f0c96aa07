// Kill -9 at many moments of the first start, while the tables are made.
import { headlessFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'killed-while-migrating',
  fault: 'kill -9 at many moments of the first start, while the tables are made',
  mustHappen: 'the next start opens the database, whatever the moment',
  run: () =>
    withApp(async (app) => {
      for (let ms = 40; ms <= 400; ms += 40) {
        const program = app.run(headlessFile, [])
        await pause(ms)
        program.child.kill('SIGKILL')
        await program.ended
      }
      await app.start()
      const verified = await (await app.person()).call('audit.verify', {})
      must(verified.ok && verified.value.kind === 'intact', JSON.stringify(verified))
      return 'After ten kills the next start opened the database, and the chain was intact.'
    }),
}
