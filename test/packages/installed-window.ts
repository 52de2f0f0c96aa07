// Starts the window of an installed app on the stand-in of Electron, whose Chromium is looked at
// from outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Recorded } from '../electron-stand-in/record.ts'

/** The title of the window's page, once it is drawn. Everything has ended when this gives it. */
export async function titleOfWindow(program: string, home: string): Promise<string> {
  mkdirSync(home, { recursive: true })
  const child = spawn(program, [], {
    env: { PATH: process.env['PATH'], HOME: home, GATEHOUSE_HOME: join(home, 'gatehouse') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  try {
    const opened = new Promise<string>((resolve) =>
      child.on('message', (message) => {
        const { endpoint, windows } = message as Recorded
        if (endpoint !== '' && windows > 0) resolve(endpoint)
      }),
    )
    const early = ended.then(([code]) => {
      throw new Error(`The window's program ended with ${String(code)} before it had a window.`)
    })
    const endpoint = await Promise.race([opened, early])
    for (;;) {
      const listed = (await (await fetch(`${endpoint}/json/list`)).json()) as readonly Page[]
      const page = listed.find(({ url }) => url.includes('app.stand-in.invalid'))
      // Before it is loaded the title is an address.
      if (page !== undefined && !/^$|stand-in|:/.test(page.title)) return page.title
      await wait(50)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
type Page = { readonly url: string; readonly title: string }
