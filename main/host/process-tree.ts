// Which processes started a program of ours that another agent started: by them its hook and its
// connection are known for one agent.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Trace } from '../mcp/gateway/sessions/agent-sessions.ts'
import type { Process } from '../mcp/gateway/sessions/child-agents.ts'

/** Programs that are between an agent and what it starts, and are no agent themselves. */
const between =
  /^(?:-?(?:sh|bash|dash|zsh|fish|ksh|ash|busybox|cmd\.exe|powershell(?:\.exe)?|pwsh(?:\.exe)?)|env|timeout|nice|setsid|xargs|npx|npm)$/i
/** Our own launcher where it hands over to another Node. */
const ours = /gatehouse\.cjs/
/**
 * A process that says it is a bridge, a hook or an exec of ours has to look like one: its number may be one
 * of another container.
 */
const looksOurs = /\b(?:hook|mcp|bridge|exec)\b|gatehouse/

type Observation = Process & { readonly parent: number; readonly command: string }

/** Null: on this system, or for this process, nobody can say. */
export async function traceOf(pid: number | undefined): Promise<Trace> {
  if (pid === undefined || pid <= 1) return null
  const look =
    process.platform === 'linux' ? inProc : process.platform === 'darwin' ? await listed() : null
  const self = look === null ? null : await look(pid)
  if (look === null || self === null || !looksOurs.test(self.command)) return null
  const above: Process[] = []
  for (let at = self.parent, steps = 0; at > 1 && steps < 64; steps++) {
    const found = await look(at)
    if (found === null) break
    const [program = ''] = found.command.split(/[\0 ]/, 1)
    if (!between.test(basename(program)) && !ours.test(found.command))
      above.push({ pid: found.pid, started: found.started })
    at = found.parent
  }
  return above.length === 0 ? null : above
}

/** Whether it still runs, and is not another one with its number. */
export function isAlive({ pid, started }: Process): boolean {
  if (process.platform === 'linux') {
    try {
      return readStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1'))?.started === started
    } catch {
      return false
    }
  }
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

async function inProc(pid: number): Promise<Observation | null> {
  try {
    const stat = readStat(pid, await readFile(`/proc/${pid}/stat`, 'latin1'))
    return stat === null
      ? null
      : { ...stat, command: await readFile(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

/**
 * proc(5): the name is in brackets and may hold anything; parent is the 4th field, the time of
 * its start the 22nd.
 */
function readStat(pid: number, text: string): Omit<Observation, 'command'> | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [parent, started] = [Number(fields[1]), fields[19]]
  return Number.isInteger(parent) && started !== undefined ? { pid, parent, started } : null
}

/** All processes at once: to ask for one is no cheaper. */
const listed = (): Promise<(pid: number) => Promise<Observation | null>> =>
  new Promise((done) => {
    execFile(
      '/bin/ps',
      ['-axwwo', 'pid=,ppid=,lstart=,command='],
      { maxBuffer: 16 * 1024 * 1024, timeout: 5_000, env: { LC_ALL: 'C' } },
      (_fault, text) => {
        const all = new Map<number, Observation>()
        for (const line of text.split('\n')) {
          const [, pid, parent, started, command] =
            /^\s*(\d+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line) ?? []
          if (command !== undefined)
            all.set(Number(pid), {
              pid: Number(pid),
              parent: Number(parent),
              started: started ?? '',
              command,
            })
        }
        done(async (pid) => all.get(pid) ?? null)
      },
    )
  })
