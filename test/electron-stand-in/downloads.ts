// Downloads of the page, as Electron has them: main hears of each and may prevent it; else the
// system's dialog opens, which the test answers, and the file is written where it says. Chromium
// writes it under a number first.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { toElectron } from './addresses.ts'
import type { Chromium } from './chromium.ts'
import { preventable } from './events.ts'
import { actAs, record, seen } from './record.ts'

type Item = {
  getURL(): string
  getFilename(): string
  setSaveDialogOptions(options: { readonly defaultPath?: string }): void
}
type Listener = (event: { preventDefault(): void }, item: Item) => void

let onDownload: Listener | null = null
export const onWillDownload = (listener: Listener): void => void (onDownload = listener)

export async function watchDownloads(browser: Chromium, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const written = new Map<string, string>()
  const wanted: string[] = []
  const answers: (string | null)[] = []
  const settle = (): void => {
    const [guid] = wanted
    const file = guid === undefined ? undefined : written.get(guid)
    if (file === undefined || answers.length === 0) return
    wanted.shift()
    const to = answers.shift() ?? null
    if (to !== null) copyFileSync(file, to)
    rmSync(file, { force: true })
    record({ saved: [...seen().saved, to] })
  }
  actAs('save-dialog', ({ path }) => {
    answers.push(path)
    settle()
  })
  browser.on(
    'Browser.downloadWillBegin',
    ({
      guid,
      url,
      suggestedFilename,
    }: {
      guid: string
      url: string
      suggestedFilename: string
    }) => {
      const event = preventable({})
      let defaultPath = suggestedFilename
      onDownload?.(event, {
        getURL: () =>
          url.startsWith('blob:') ? `blob:${toElectron(url.slice(5))}` : toElectron(url),
        getFilename: () => suggestedFilename,
        setSaveDialogOptions: (options) => void (defaultPath = options.defaultPath ?? defaultPath),
      })
      if (event.defaultPrevented)
        return void browser.send('Browser.cancelDownload', { guid }).catch(() => undefined)
      wanted.push(guid)
      record({ saveDialogs: [...seen().saveDialogs, defaultPath] })
    },
  )
  browser.on(
    'Browser.downloadProgress',
    ({ guid, state, filePath }: { guid: string; state: string; filePath?: string }) => {
      if (state !== 'completed') return
      written.set(guid, filePath ?? join(folder, guid))
      settle()
    },
  )
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  })
}
