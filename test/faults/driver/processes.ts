// Looks at processes in /proc.
import { readFileSync, readdirSync } from 'node:fs'

/** Everything below a process, by its parents. */
export function descendantsOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // It has ended meanwhile.
    }
  }
  const below = (one: number): number[] =>
    (children.get(one) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/** What runs there; null once it has ended. */
export function nameOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

/** A process of the fault's own app. */
export function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** The helpers of ours below an app that start commands. */
export const spawnersOf = (app: number): readonly number[] =>
  descendantsOf(app).filter((pid) => {
    try {
      // Its own words: `node … spawner.js` or, from the sources, `node … spawner/main.ts`.
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      return (
        words.some((word) => /spawner(?:\.js|\/main\.ts)$/.test(word)) &&
        /node/.test(words[0] ?? '')
      )
    } catch {
      return false
    }
  })
