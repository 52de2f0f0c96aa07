// A browser host, and a window's calls to it, without a window.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { z } from 'zod'

export type PageCall = readonly [channel: string, input: unknown]
const Answer = z.object({ id: z.int(), result: z.looseObject({ ok: z.boolean() }) })
export type HostAnswer = z.output<typeof Answer>['result']

/** Enters by the link and asks all at once. The answers, in the order of the calls. */
export async function askHost(
  link: string,
  calls: readonly PageCall[],
): Promise<readonly HostAnswer[]> {
  const entered = await fetch(link, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = new URL(entered.headers.get('location') ?? '', link)
  const socket = new WebSocket(new URL('ws', page).href.replace('http', 'ws'), {
    origin: page.origin,
    headers: { cookie },
  })
  await once(socket, 'open')
  const answers = new Map<number, HostAnswer>()
  const answered = new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const answer = Answer.safeParse(JSON.parse(data.toString()))
      if (!answer.success) return
      answers.set(answer.data.id, answer.data.result)
      if (answers.size === calls.length) resolve()
    })
  })
  for (const [id, [channel, input]] of calls.entries())
    socket.send(JSON.stringify({ id, channel, input }))
  await answered
  socket.close()
  return calls.map((_call, id) => answers.get(id) ?? { ok: false })
}

export type StartedHost = { readonly url: string; readonly child: ChildProcess }

/** Resolves when it says where it listens. `words`: the file, and what the engine is told before it. */
export async function startHost(
  words: readonly string[],
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedHost> {
  const child = spawn(
    process.execPath,
    [...words, '--json', '--port', '0', '--webhook-port', '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        GATEHOUSE_HOME: join(home, 'gatehouse'),
        ...env,
      },
    },
  )
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line)))
  return { url, child }
}

export async function endHost({ child }: StartedHost): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
