// The line of shell that is the first thing inside: compares, bounds itself, and becomes the
// program. Pure.
import { bounds } from '../command-bounds.ts'
import { type HostLayout } from './bubblewrap.ts'
import type { Guarded } from '../files/protected-paths.ts'

export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** `cpuSeconds`: of one process; left out, as long as it may run. */
type JobBound = {
  readonly processes: number
  readonly dataBytes: number
  readonly cpuSeconds?: number
}

const CPU_GRACE_S = 2

/** Ends in `exec`, and nothing of ours is left beside the program, unless something is put round it. */
export function jobLine(
  hostLayout: HostLayout,
  words: readonly string[],
  bound: JobBound,
  around = (program: string): string => `exec ${program}`,
): string {
  const { set, prefix } = limits(hostLayout, bound)
  return `${set}${around([...prefix, ...words].map(quoted).join(' '))}`
}

/**
 * Inside, not round bubblewrap: there the process limit would count everything the person has
 * running. The shell's own `ulimit` saves a millisecond for a program; its units are 512 bytes and
 * 1024.
 */
function limits({ limits: way }: HostLayout, bound: JobBound): { set: string; prefix: string[] } {
  if (way === null) return { set: '', prefix: [] }
  if (way.kind === 'shell') {
    const each = [
      `-${way.processes} ${bound.processes}`,
      `-n ${bounds.openFiles}`,
      `-f ${bounds.fileBytes / 512}`,
      `-d ${Math.floor(bound.dataBytes / 1024)}`,
      '-c 0',
      ...(bound.cpuSeconds === undefined
        ? []
        : // At the first it is told why it ends; one that does not listen is killed a little later.
          [`-S -t ${bound.cpuSeconds}`, `-H -t ${bound.cpuSeconds + CPU_GRACE_S}`]),
    ]
    const set = each.map((one) => `ulimit ${one}`).join(' && ')
    return { set: `${set} || { echo 'bwrap: no limits' >&2; exit 1; }; `, prefix: [] }
  }
  const prefix = [
    way.file,
    `--nproc=${bound.processes}`,
    `--nofile=${bounds.openFiles}`,
    `--fsize=${bounds.fileBytes}`,
    `--data=${bound.dataBytes}`,
    '--core=0',
    ...(bound.cpuSeconds === undefined
      ? []
      : [`--cpu=${bound.cpuSeconds}:${bound.cpuSeconds + CPU_GRACE_S}`]),
    '--',
  ]
  return { set: '', prefix }
}

/**
 * Of one line: each is a variable of its own on the way in, and its paths are arguments of one
 * `stat`.
 */
const PATHS_AT_ONCE = 100

/**
 * Another command in the same workspace could swap a guarded folder for a link between our look and
 * the mount. So the first thing inside, before any foreign program, is to compare. Prints `word` if
 * it differs. `format`: of `stat`, as the identities are written.
 */
export function comparison(
  guarded: readonly Pick<Guarded, 'path' | 'identity'>[],
  word: string,
  format = '%d:%i',
): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < guarded.length; at += PATHS_AT_ONCE)
    lines.push(compareSome(guarded.slice(at, at + PATHS_AT_ONCE), word, format))
  return lines
}

function compareSome(
  guarded: readonly Pick<Guarded, 'path' | 'identity'>[],
  word: string,
  format: string,
): string {
  const paths = guarded.map(({ path }) => quoted(path)).join(' ')
  const meant = quoted(guarded.map(({ identity }) => identity).join('\n'))
  return `[ "$(stat -c ${format} -- ${paths} 2>/dev/null)" = ${meant} ] || { echo ${quoted(word)} >&2; exit 125; }; `
}
