// Opens an address in the person's browser without putting it into the process list, which every
// user of the machine can read: the browser is given the name of a file that only its owner can
// read, and that file leads on to the address.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Never a shell: the address is one argument of its own, and begins with its scheme. */
const PROGRAMS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['/usr/bin/open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
}

/** A browser that has to start first takes some seconds. */
const LIFETIME_MS = 60_000

export type OpenedPage = {
  /** Removes the file. Happens by itself after a minute. */
  dispose(): Promise<void>
}

/**
 * Settles once the program runs. Rejects where there is none, as on a machine without a desktop.
 * `address` is http or https.
 */
export async function openPage(
  address: string,
  lifetimeMs: number = LIFETIME_MS,
): Promise<OpenedPage> {
  const { href, protocol } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error('Only web addresses are opened in a browser.')
  const folder = await mkdtemp(join(startFolder(), 'gatehouse-open-'))
  const dispose = async (): Promise<void> => {
    clearTimeout(timer)
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  const timer = setTimeout(() => void dispose(), lifetimeMs).unref()
  try {
    const file = join(folder, 'gatehouse.html')
    await writeFile(file, startPage(href), { mode: 0o600, flag: 'wx' })
    await run(pathToFileURL(file).href)
    return { dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/**
 * Browsers that come as a snap see no files in /tmp, and in the home folder only those whose names
 * do not begin with a dot.
 */
const startFolder = (): string =>
  process.platform === 'linux' && existsSync('/snap/bin') ? homedir() : tmpdir()

function run(file: string): Promise<void> {
  const [program, ...args] = PROGRAMS[process.platform] ?? (['xdg-open'] as const)
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, file], { stdio: 'ignore', detached: true, shell: false })
    child.once('error', reject)
    child.once('spawn', resolve)
    child.unref()
  })
}

/** A parsed address holds no quote and no angle bracket; the ampersand has to be written out. */
function startPage(href: string): string {
  const address = href
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>Gatehouse</title><p><a href="${address}">Continue</a></p></html>\n`
}
