// Opens the person's browser by the system's own program for it.
import { spawn } from 'node:child_process'

/** Never a shell: the address is one argument of its own, and begins with its scheme. */
const PROGRAMS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['/usr/bin/open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether it is a page to sign in on: https; or on this very machine, where the server is there too. */
export function isSignInPage(address: string, server: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (
    username === '' &&
    password === '' &&
    (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname) && LOOPBACK.has(new URL(server).hostname)))
  )
}

/** Settles once the program runs. Rejects where there is none, as on a machine without a desktop. */
export async function openBrowser(address: string): Promise<void> {
  const [program, ...args] = PROGRAMS[process.platform] ?? (['xdg-open'] as const)
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, new URL(address).href], { stdio: 'ignore', detached: true, shell: false })
    child.once('error', reject)
    child.once('spawn', resolve)
    child.unref()
  })
}
