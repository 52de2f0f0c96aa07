// Starts the small agent as a process of its own beside a running Gatehouse.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bridgeFile, root } from '../../running-app.ts'

export type Asked =
  | { readonly hook: string; readonly input: object }
  | { readonly call: string; readonly args: object }
  | { readonly reconnect: true }
  | { readonly below: Asked }
export type Agent = {
  /** What its hook or the gateway said. */
  ask(what: Asked): Promise<unknown>
  kill(): Promise<void>
  end(): Promise<void>
}

const agentFile = join(root, 'test/fakes/agent/agent.ts')

/** @param session as the agent itself calls it. */
export function startAgent(
  app: { readonly env: Readonly<Record<string, string>>; readonly workspace: string },
  session: string,
  client = 'claude-code',
): Agent {
  const child = spawn(process.execPath, [agentFile, bridgeFile, client, session, app.workspace], {
    env: app.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const over = new Promise<void>((done) => child.on('close', () => done()))
  const waiting = new Map<number, (said: unknown) => void>()
  let next = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...said } = JSON.parse(line) as { id: number }
    waiting.get(id)?.(said)
  })
  return {
    ask: (what) =>
      new Promise((done) => {
        const id = next++
        waiting.set(id, done)
        child.stdin.write(`${JSON.stringify({ id, ...what })}\n`)
      }),
    kill() {
      child.kill('SIGKILL')
      return over
    },
    end() {
      child.stdin.end()
      return over
    },
  }
}
