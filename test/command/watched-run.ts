// Runs a program under strace and says what it did beside reading: files opened for writing, made,
// renamed or removed, programs started, addresses dialled.
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'

export type Watched = {
  readonly wrote: readonly string[]
  readonly started: readonly string[]
  readonly dialled: readonly string[]
}

const CALLS =
  'execve,execveat,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,' +
  'mknod,mknodat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,ftruncate,utime,utimes,utimensat,setxattr,lsetxattr,' +
  'removexattr,mount,connect,bind,sethostname,settimeofday,clock_settime,kill'

/** @param path a file for the trace; it is removed. */
export async function watchedRun(
  command: readonly string[],
  {
    cwd,
    env,
    trace,
    limitMs,
  }: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
    readonly trace: string
    readonly limitMs: number
  },
): Promise<Watched> {
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
        ...command,
      ],
      {
        ...{ cwd, env, detached: true },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const stop = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), limitMs)
    // Read, so that it sees a pipe as under an agent, and not a device that programs know.
    child.stdout.resume()
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(stop)
      resolve()
    })
  })
  const text = await readFile(trace, 'utf8').catch(() => '')
  await rm(trace, { force: true })
  return readTrace(text)
}

/** @param trace as strace writes it: a process id, then one call in a line. */
export function readTrace(trace: string): Watched {
  const wrote: string[] = []
  const started: string[] = []
  const dialled: string[] = []
  let first = true
  for (const line of trace.split('\n')) {
    const [, call = '', rest = ''] = /^\d*\s*(\w+)\((.*)$/.exec(line) ?? []
    if (call === '') continue
    const path = /"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1] ?? ''
    if (call === 'execve' || call === 'execveat') {
      if (!first && !rest.includes('ENOENT')) started.push(path)
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
