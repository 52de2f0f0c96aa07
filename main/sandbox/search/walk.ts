// Walks a folder for a search: links are never followed, what is closed is never entered, and each
// folder is held open by its descriptor while its names are read. Runs in a thread of its own.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isKernelView } from '../linux/kernel-view.ts'
import { holdFolder } from '../files/safe-open.ts'
import { identityOf } from '../files/stop-list.ts'
import { globTest } from './glob.ts'
import { ignoreFiles, isIgnored, readIgnore, type IgnoreRules } from './ignore-rules.ts'
import type { SearchJob } from './search-messages.ts'

const MOST_ENTRIES = 500_000
const MOST_IGNORE_BYTES = 256 * 1024
const DEEPEST = 200

export type Walked = {
  readonly files: readonly string[]
  readonly bytes: number
  /** False: there was more than is looked at. */
  readonly whole: boolean
  readonly unreadable: number
  readonly linked: number
}

/** Throws what the system throws of the root itself. */
export async function walk(job: SearchJob): Promise<Walked> {
  const { request, root } = job
  const wanted = request.glob === null ? () => true : (globTest(request.glob) ?? (() => false))
  const names = job.kind === 'find' ? job.request.what : 'file'
  const closedPaths = new Set(job.closedPaths)
  const closedIdentities = new Set(job.closedIdentities)
  const files: string[] = []
  let [bytes, entries, unreadable, linked] = [0, 0, 0, 0]
  let whole = true

  /** Also where it is closed by itself: the names of its rules are nobody's content. */
  const rulesOf = (self: string, folder: string, at: string): readonly IgnoreRules[] =>
    request.ignored
      ? []
      : ignoreFiles.flatMap((name) => {
          const text = closedPaths.has(join(folder, name)) ? null : smallText(join(self, name))
          return text === null ? [] : [readIgnore(at, text)]
        })

  const enter = async (
    at: string,
    chain: readonly IgnoreRules[],
    device: bigint,
    depth: number,
  ) => {
    const folder = at === '' ? root : join(root, at)
    const held = await holdFolder(folder, false)
    try {
      if (!(await held.inPlace())) return
      const rules = [...chain, ...rulesOf(held.self, folder, at)]
      const inside = readdirSync(held.self).toSorted((a, b) => (a < b ? -1 : 1))
      for (const name of inside) {
        if (!whole) return
        entries += 1
        if (entries > MOST_ENTRIES) {
          whole = false
          return
        }
        if (!request.hidden && name.startsWith('.')) continue
        const path = at === '' ? name : `${at}/${name}`
        const full = join(root, path)
        if (closedPaths.has(full)) continue
        const stat = lstatSync(held.at(name), { bigint: true, throwIfNoEntry: false })
        if (stat === undefined || closedIdentities.has(identityOf(stat))) continue
        const isFolder = stat.isDirectory()
        if (!isFolder && !stat.isFile()) continue
        // What Git keeps for itself is no content of the project, whatever is asked for.
        if (isFolder && name === '.git') continue
        if (isIgnored(path, isFolder, rules)) continue
        if (isFolder) {
          if (names !== 'file' && wanted(path)) files.push(path)
          if (
            depth >= DEEPEST ||
            depth + 1 >= (request.depth ?? DEEPEST) ||
            (stat.dev !== device && isKernelView(full))
          )
            continue
          await enter(path, rules, stat.dev, depth + 1).catch(() => (unreadable += 1))
        } else if (names !== 'folder' && wanted(path)) {
          // Its other name may be anywhere, also where nothing may be read.
          if (stat.nlink > 1n && !job.severalNames) linked += 1
          else {
            files.push(path)
            bytes += Number(stat.size)
          }
        }
      }
    } finally {
      await held.close()
    }
  }
  const outer = job.above.flatMap((folder) =>
    rulesOf(folder, folder, '').map(({ rules }) => ({ at: `\0${folder}`, rules })),
  )
  const chain = outer.map(({ at, rules }) => fromAbove(root, at.slice(1), rules))
  await enter('', chain, lstatSync(root, { bigint: true }).dev, 0)
  return { files, bytes, whole, unreadable, linked }
}

/** A rule of a folder above speaks of paths from there. */
function fromAbove(root: string, folder: string, rules: IgnoreRules['rules']): IgnoreRules {
  const between = root.slice(folder.length).replace(/^\//, '')
  return {
    at: '',
    rules: rules.map((rule) => ({
      ...rule,
      matches: (path) => rule.matches(`${between}/${path}`),
    })),
  }
}

function smallText(path: string): string | null {
  let fd: number | null = null
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    return stat.isFile() && stat.nlink === 1 && stat.size <= MOST_IGNORE_BYTES
      ? readFileSync(fd, 'utf8')
      : null
  } catch {
    return null
  } finally {
    if (fd !== null) closeSync(fd)
  }
}
