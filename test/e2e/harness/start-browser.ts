// The browser host, visited with Playwright's own browser.
import type { Browser } from '@playwright/test'
import { orKill, startNode, startProgram } from './child.ts'
import { built, installed } from './root.ts'
import type { Started, StartOptions } from './started.ts'

export async function startInBrowser(
  browser: Pick<Browser, 'newContext'>,
  options: StartOptions,
): Promise<Started> {
  const { child, listening } = startServer(options)
  return orKill(child, async () => {
    const link = await listening
    const context = await browser.newContext({ viewport: { width: 1240, height: 820 } })
    const page = await context.newPage()
    await page.goto(link)
    return {
      page,
      pid: child.process.pid ?? 0,
      desktop: null,
      link,
      ended: child.ended,
      // A page left open is where a person sees that Gatehouse is gone, so killing leaves it there.
      kill: child.kill,
      async stop() {
        await context.close()
        await child.stop()
      },
    }
  })
}

function startServer(options: StartOptions) {
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const output = (piece: string): void => {
    options.output(piece)
    text += piece
    const line = text.split('\n').find((one) => one.startsWith('{') && one.endsWith('}'))
    if (line !== undefined) resolve((JSON.parse(line) as { url: string }).url)
  }
  const command = installed('command')
  const words = ['--json', '--port', '0', '--webhook-port', '0', ...options.args]
  const child =
    command === null
      ? startNode([built('main', 'browser.js'), ...words], { ...options, output })
      : startProgram(command, ['serve', '--no-open', ...words], { ...options, output })
  void child.ended.then(() =>
    reject(new Error(`The browser host ended before it listened:\n${text}`)),
  )
  return { child, listening: promise }
}
