// Runs a program under strace and says what it did beside reading: files opened for writing, made,
// renamed or removed, programs started, addresses dialled.
import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'

export type Watched = {
  readonly wrote: readonly string[]
  readonly started: readonly string[]
  readonly dialled: readonly string[]
}

const CALLS =
  'clone,clone3,fork,vfork,execve,execveat,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,' +
  'mknod,mknodat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,utime,utimes,utimensat,setxattr,lsetxattr,' +
  'removexattr,mount,connect,bind,sethostname,settimeofday,clock_settime,kill'

type Watching = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A file for the trace; it is removed, and the script beside it. */
  readonly trace: string
  readonly limitMs: number
}

export async function watchedRun(command: readonly string[], how: Watching): Promise<Watched> {
  const [watched] = await watchedRuns([command], how)
  if (watched === undefined) throw new Error('It did not run.')
  return watched
}

const TIMEOUT = '/usr/bin/timeout'
/** Larger than any process number: asked for by the shell before each command, to mark its calls. */
const MARK = 5_000_000

/**
 * One after the other below one strace and one shell, which is three times as fast as a strace for
 * each. Rejects where one did not begin.
 */
export async function watchedRuns(
  commands: readonly (readonly string[])[],
  { cwd, env, trace, limitMs }: Watching,
): Promise<readonly Watched[]> {
  const script = `${trace}.sh`
  const lines = commands.map(
    (command, at) =>
      `kill -0 ${MARK + at}\n${TIMEOUT} -s KILL ${limitMs / 1000} ${command.map(quoted).join(' ')}`,
  )
  await writeFile(script, `${lines.join('\n')}\n:\n`)
  await new Promise<void>((resolve, reject) => {
    const child = spawn(
      'strace',
      // The kernel's filter stops the program at these calls only, and not at every one.
      [
        ...['-f', '--seccomp-bpf', '-qq', '-s', '200'],
        '-e',
        `trace=${CALLS}`,
        '-o',
        trace,
        '--',
        '/bin/sh',
        script,
      ],
      {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    // Read, so that it sees a pipe as under an agent, and not a device that programs know.
    child.stdout.resume()
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  const text = await readFile(trace, 'utf8').catch(() => '')
  await Promise.all([trace, script].map((file) => rm(file, { force: true })))
  const traces = tracesIn(text)
  if (traces.length !== commands.length)
    throw new Error(`Of ${commands.length} commands ${traces.length} began.`)
  return traces.map(readTrace)
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/**
 * The calls of each command alone: without those of the shell and of what ends it in time. What a
 * command leaves running belongs to it also where the next runs already: whose a process is, its
 * parents say and not the order of the lines.
 */
function tracesIn(text: string): readonly string[] {
  const lines = wholeLines(text)
  const shell = lines[0]?.pid ?? ''
  const parents = new Map<string, string>()
  /** By the process that the shell started for it. */
  const commands = new Map<string, number>()
  let count = 0
  for (const { pid, line } of lines) {
    const child = /\b(?:clone3?|v?fork)\b.*\) += (\d+)/.exec(line)?.[1]
    if (child !== undefined) parents.set(child, pid)
    if (pid !== shell) continue
    if (line.includes(`kill(${MARK + count}, 0`)) count += 1
    if (child !== undefined) commands.set(child, count - 1)
  }
  const traces = Array.from({ length: count }, (): string[] => [])
  for (const { pid, line } of lines) {
    if (pid === shell || commands.has(pid)) continue
    let top = pid
    for (let up = pid; up !== shell && up !== ''; up = parents.get(up) ?? '') top = up
    traces[commands.get(top) ?? -1]?.push(line)
  }
  return traces.map((calls) => calls.join('\n'))
}

/** A call that another process came between is two lines in a trace, and one here. */
function wholeLines(text: string): readonly { readonly pid: string; readonly line: string }[] {
  const lines: { pid: string; line: string }[] = []
  const unfinished = new Map<string, { line: string }>()
  for (const line of text.split('\n')) {
    const pid = /^\d+/.exec(line)?.[0] ?? ''
    const resumed = /^\d+\s+<\.\.\. \w+ resumed>(.*)$/.exec(line)
    const first = unfinished.get(pid)
    if (resumed !== null && first !== undefined) {
      first.line += resumed[1] ?? ''
      unfinished.delete(pid)
      continue
    }
    const one = { pid, line: line.replace(/ ?<unfinished \.\.\.>$/, '') }
    if (one.line !== line) unfinished.set(pid, one)
    lines.push(one)
  }
  return lines
}

/** @param trace as strace writes it: a process id, then one call in a line. */
export function readTrace(trace: string): Watched {
  const wrote: string[] = []
  const started: string[] = []
  const dialled: string[] = []
  let first = true
  for (const line of trace.split('\n')) {
    const [, call = '', rest = ''] = /^\d*\s*(\w+)\((.*)$/.exec(line) ?? []
    if (call === '' || /^(clone3?|v?fork)$/.test(call)) continue
    const path = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? ''
    if (call === 'execve' || call === 'execveat') {
      if (rest.includes('ENOENT')) continue
      if (!first) started.push(path)
      first = false
    } else if (call === 'connect' || call === 'bind') {
      if (/AF_INET|AF_NETLINK.*bind/.test(rest)) dialled.push(rest.slice(0, 120))
    } else if (call === 'open' || call === 'openat') {
      if (
        /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE/.test(rest) &&
        !/^\/dev\/(null|tty|pts\/\d+)$/.test(path)
      )
        wrote.push(path)
    } else if (!(call === 'kill' && /,\s*0\)/.test(rest))) wrote.push(`${call} ${path}`)
  }
  return { wrote, started, dialled }
}
