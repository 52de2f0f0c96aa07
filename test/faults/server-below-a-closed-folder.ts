// A server of root whose folder, script and workspace lie below one that only root may enter.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotHere, must } from './driver/fault.ts'
import { root } from './driver/app.ts'
import { folder, openServer, withApp } from './driver/steps.ts'
import { makeTemporary } from '../temporary.ts'
import { textOf } from './driver/agent-socket.ts'
import { rmSync } from 'node:fs'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'server-below-a-closed-folder',
  fault: 'as root, a server with its folder below one of mode 0700',
  mustHappen: 'it starts as an ordinary user, sees the folders that it was granted, and answers',
  run: async () => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      throw new NotHere('Only a child of root runs as another user.')
    const base = makeTemporary('fault-closed')
    const closed = folder(base, 'closed')
    const granted = folder(closed, 'granted')
    writeFileSync(join(granted, 'note.txt'), 'of the closed folder')
    chmodSync(closed, 0o700)
    const script = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')
    const config = `servers:\n  files:\n    transport: stdio\n    command: ${process.execPath}\n    args: ['${script}', '${granted}']\n    trust: local\n    folders: [{ path: ${granted} }, { path: ${root} }]\n`
    try {
      return await withApp(async (app) => {
        await app.start()
        await openServer(app, 'files')
        const agent = await app.agent()
        const pending = agent.call('files__read_text_file', { path: join(granted, 'note.txt') })
        for (const approval of await Promise.race([app.held(), pending.then(() => [])]))
          await (await app.person()).call('approvals.answer', { id: approval.id, answer: 'once' })
        const said = textOf(await pending)
        must(said.includes('of the closed folder'), `it cannot read there: ${said}`)
        return 'It started as an ordinary user and read a file of the folder that it was granted below the closed one.'
      }, config)
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
}
