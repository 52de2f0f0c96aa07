// The command lines of this user's processes, for the flags that an agent was started with. Linux
// only: nothing is started to ask.
import { readFile, readdir } from 'node:fs/promises'

export async function commandLines(): Promise<readonly (readonly string[])[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return texts.flatMap((text) =>
    text === '' ? [] : [text.split('\0').filter((word) => word !== '')],
  )
}
