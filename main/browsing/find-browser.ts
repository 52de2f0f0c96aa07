// Which browser is installed here: Chrome, Edge or Chromium, whichever is there first.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const ON_PATH = [
  ...['google-chrome-stable', 'google-chrome', 'chrome', 'chromium', 'chromium-browser'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
]

const fixed = (env: Env): readonly string[] => [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].flatMap((folder) =>
    folder === undefined
      ? []
      : [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ],
  ),
]

type Env = Readonly<Record<string, string | undefined>>

/** The file to start; null: none. */
export function findBrowser(
  env: Env,
  isThere: (file: string) => boolean = existsSync,
): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...fixed(env)].find(isThere) ?? null
}
