// Says which program is in front in a terminal, by what the kernel tells from outside of the
// sandbox: nothing that runs inside can lie about it. Linux only.
import { readFile } from 'node:fs/promises'

/** null: the shell itself is in front. */
export type Foreground = { readonly reader: string | null }

/** What is known of one process: its group, and the group in front of its terminal. */
async function groupsOf(pid: number): Promise<{ group: number; front: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name, which may hold anything: state, parent, group, session, terminal, group in front.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [group, front] = [Number(fields[2]), Number(fields[5])]
  return Number.isInteger(group) && Number.isInteger(front) && group > 0 ? { group, front } : null
}

/** The process that has this number inside, below one of ours. */
export async function findInside(root: number, inside: number): Promise<number | null> {
  const next = [root]
  for (let at = 0; at < next.length && at < MOST_PROCESSES; at++) {
    const pid = next[at] ?? root
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const numbers = /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? []
    if (numbers.length > 1 && Number(numbers.at(-1)) === inside) return pid
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    next.push(
      ...children
        .split(' ')
        .filter((word) => word !== '')
        .map(Number),
    )
  }
  return null
}

const MOST_PROCESSES = 300

/** What cannot be told counts as a program. */
export async function foregroundOf(shell: number): Promise<Foreground> {
  const groups = await groupsOf(shell)
  if (groups === null) return { reader: UNKNOWN }
  if (groups.group === groups.front) return { reader: null }
  const name = await readFile(`/proc/${groups.front}/comm`, 'utf8').catch(() => '')
  return { reader: name.replaceAll(/[^\w.+-]/g, '').slice(0, 32) || UNKNOWN }
}

const UNKNOWN = 'a program'
