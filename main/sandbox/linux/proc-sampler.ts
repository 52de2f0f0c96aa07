// Looks from outside at what the processes of one tree run and have open, by /proc. One look is a
// moment: what began and ended between two of them was never there. Linux only. Changes nothing and
// stops nobody.
import { readdir, readFile, readlink } from 'node:fs/promises'

export type ProcessSample = {
  readonly programs: readonly string[]
  /**
   * Regular paths that were open to be read, and the folders the processes stood in; as they are
   * called inside.
   */
  readonly files: readonly string[]
  /** Those that were open to be written. */
  readonly written: readonly string[]
}

const MOST_PROCESSES = 64
const MOST_FILES = 512
/** The sandbox itself, around and before the program. */
const OURS = /\/(?:bwrap|perl)$/

const nothing: readonly string[] = []

/** Null: the tree is gone, or this user may not look at it. */
export async function sampleProcesses(root: number): Promise<ProcessSample | null> {
  const pids = await treeOf(root)
  const samples = (await Promise.all(pids.map(sampleProcess))).filter((sample) => sample !== null)
  if (samples.length === 0) return null
  const all = (key: keyof ProcessSample): string[] =>
    [...new Set(samples.flatMap((sample) => sample[key]))].slice(0, MOST_FILES)
  return { programs: all('programs'), files: all('files'), written: all('written') }
}

async function treeOf(root: number): Promise<readonly number[]> {
  const found: number[] = []
  const next = [root]
  for (
    let pid = next.shift();
    pid !== undefined && found.length < MOST_PROCESSES;
    pid = next.shift()
  ) {
    found.push(pid)
    const threads = await readdir(`/proc/${pid}/task`).catch(() => nothing)
    for (const thread of threads.slice(0, MOST_PROCESSES)) {
      const children = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(
        () => '',
      )
      next.push(
        ...children
          .split(' ')
          .filter((word) => word !== '')
          .map(Number),
      )
    }
  }
  return found
}

async function sampleProcess(pid: number): Promise<ProcessSample | null> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null)
  if (program === null || OURS.test(program)) return null
  const [open, cwd, mapped] = await Promise.all([
    openIn(pid),
    readlink(`/proc/${pid}/cwd`).catch(() => null),
    mappedIn(pid),
  ])
  if (open === null) return null
  const written = open.filter(({ writes }) => writes).map(({ path }) => path)
  const read = open.filter(({ writes }) => !writes).map(({ path }) => path)
  return {
    programs: [program],
    files: [...read, ...mapped, ...(cwd === null ? [] : [cwd])],
    written,
  }
}

/** Null: this user may not look. */
async function openIn(
  pid: number,
): Promise<readonly { readonly path: string; readonly writes: boolean }[] | null> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => null)
  if (names === null) return null
  const open = await Promise.all(
    names.slice(0, MOST_FILES).map(async (name) => {
      const path = await readlink(`/proc/${pid}/fd/${name}`).catch(() => '')
      if (!path.startsWith('/')) return null
      const flags =
        /^flags:\s*([0-7]+)$/m.exec(
          await readFile(`/proc/${pid}/fdinfo/${name}`, 'latin1').catch(() => ''),
        )?.[1] ?? '0'
      return { path, writes: (Number.parseInt(flags, 8) & 3) !== 0 }
    }),
  )
  return open.filter((one) => one !== null)
}

const MOST_MAPS = 1024 * 1024

async function mappedIn(pid: number): Promise<readonly string[]> {
  const maps = (await readFile(`/proc/${pid}/maps`, 'latin1').catch(() => '')).slice(0, MOST_MAPS)
  return [...new Set([...maps.matchAll(/ (\/[^\n]*)$/gm)].map(([, path = '']) => path))]
}
