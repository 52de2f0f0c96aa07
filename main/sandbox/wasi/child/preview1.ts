// The import object of a module: every call of wasi_snapshot_preview1, its arguments checked, its
// failures turned into error numbers. Nothing thrown here but the end of the module gets back to
// it.
import { CallError, Ended, errno, trap } from './errno.ts'
import { fdCalls } from './fd-calls.ts'
import type { Machine } from './machine.ts'
import { pathCalls } from './path-calls.ts'
import { processCalls } from './process-calls.ts'

const calls = { ...processCalls, ...fdCalls, ...pathCalls }
export type CallName = keyof typeof calls

/**
 * i: 32 bits, I: 64 bits. A module can declare an import with any types; what does not fit ends it.
 */
export const signatures: Readonly<Record<CallName, string>> = {
  args_get: 'ii',
  args_sizes_get: 'ii',
  environ_get: 'ii',
  environ_sizes_get: 'ii',
  clock_res_get: 'ii',
  clock_time_get: 'iIi',
  fd_advise: 'iIIi',
  fd_allocate: 'iII',
  fd_close: 'i',
  fd_datasync: 'i',
  fd_fdstat_get: 'ii',
  fd_fdstat_set_flags: 'ii',
  fd_fdstat_set_rights: 'iII',
  fd_filestat_get: 'ii',
  fd_filestat_set_size: 'iI',
  fd_filestat_set_times: 'iIIi',
  fd_pread: 'iiiIi',
  fd_prestat_get: 'ii',
  fd_prestat_dir_name: 'iii',
  fd_pwrite: 'iiiIi',
  fd_read: 'iiii',
  fd_readdir: 'iiiIi',
  fd_renumber: 'ii',
  fd_seek: 'iIii',
  fd_sync: 'i',
  fd_tell: 'ii',
  fd_write: 'iiii',
  path_create_directory: 'iii',
  path_filestat_get: 'iiiii',
  path_filestat_set_times: 'iiiiIIi',
  path_link: 'iiiiiii',
  path_open: 'iiiiiIIii',
  path_readlink: 'iiiiii',
  path_remove_directory: 'iii',
  path_rename: 'iiiiii',
  path_symlink: 'iiiii',
  path_unlink_file: 'iii',
  poll_oneoff: 'iiii',
  proc_exit: 'i',
  proc_raise: 'i',
  random_get: 'ii',
  sched_yield: '',
  sock_accept: 'iii',
  sock_recv: 'iiiiii',
  sock_send: 'iiiii',
  sock_shutdown: 'ii',
}

/** `machine` gives null until the module has been set up. `onEnd` is told once, the first time. */
export function preview1(
  machine: () => Machine | null,
  onEnd: (ended: Ended) => void,
): Record<CallName, (...args: unknown[]) => number> {
  let over: Ended | null = null
  const end = (ended: Ended): never => {
    if (over === null) {
      over = ended
      onEnd(ended)
    }
    throw over
  }
  const wrap = (name: CallName) => {
    const types = signatures[name]
    const call = calls[name] as (machine: Machine, ...args: unknown[]) => void
    return (...args: unknown[]): number => {
      if (over !== null) throw over
      const ready = machine()
      if (ready === null) return end(trap(`${name} was called before the module was set up`))
      if (
        args.length !== types.length ||
        args.some((value, at) => typeof value !== (types[at] === 'i' ? 'number' : 'bigint'))
      )
        return end(trap(`${name} was declared with other types than WASI gives it`))
      try {
        call(ready, ...args)
        return errno.success
      } catch (error) {
        if (error instanceof CallError) return error.errno
        if (error instanceof Ended) return end(error)
        // Out of stack or memory in here: what was half done stays half done, so the module does
        // not go on.
        return end(trap(`${name} failed (${error instanceof Error ? error.name : 'unknown'})`))
      }
    }
  }
  const names = Object.keys(calls) as CallName[]
  return Object.fromEntries(names.map((name) => [name, wrap(name)])) as Record<
    CallName,
    (...args: unknown[]) => number
  >
}
