// Looks into a running process by its inspector: what is left after a collection.
import type { Readable } from 'node:stream'

export type Inspected = {
  /** Bytes. */
  readonly heap: number
  readonly outside: number
  /** How many members all of them have together. */
  readonly maps: number
  readonly sets: number
  readonly lists: number
  /** Handles, timers and requests that keep the process alive, or could. */
  readonly resources: number
}

type Answer = {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/**
 * `said`: the standard error of a process with `--inspect=127.0.0.1:0`; what else it says is passed
 * on.
 */
export async function inspect(
  said: Readable,
): Promise<{ look(): Promise<Inspected>; close(): void }> {
  const address = await new Promise<string>((done) => {
    let text = ''
    said.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const found = /Debugger listening on (ws:\S+)/.exec(text)?.[1]
      if (found !== undefined) done(found)
      else process.stderr.write(piece)
    })
  })
  const socket = new WebSocket(address)
  await new Promise((done, fail) => {
    socket.addEventListener('open', done)
    socket.addEventListener('error', () => fail(new Error(`Nobody inspects at ${address}.`)))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let next = 1
  const ask = (method: string, params: object = {}): Promise<Record<string, unknown>> =>
    new Promise((done, fail) => {
      const id = next++
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (result === undefined) fail(new Error(error?.message ?? 'no answer'))
        else done(result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  const valueOf = async (expression: string): Promise<unknown> => {
    const { result } = (await ask('Runtime.evaluate', { expression, returnByValue: true })) as {
      result: { value: unknown }
    }
    return result.value
  }
  const members = async (kind: 'Map' | 'Set' | 'Array'): Promise<number> => {
    const { result: prototype } = (await ask('Runtime.evaluate', {
      expression: `${kind}.prototype`,
      objectGroup: 'looking',
    })) as { result: { objectId: string } }
    const { objects } = (await ask('Runtime.queryObjects', {
      prototypeObjectId: prototype.objectId,
      objectGroup: 'looking',
    })) as { objects: { objectId: string } }
    const count = `function () { let all = 0; for (const one of this) all += ${kind === 'Array' ? 'one.length' : 'one.size ?? 0'}; return all }`
    const { result } = (await ask('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: count,
      returnByValue: true,
    })) as { result: { value: number } }
    await ask('Runtime.releaseObjectGroup', { objectGroup: 'looking' })
    return result.value
  }
  return {
    async look() {
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { heapUsed, external, arrayBuffers } = (await valueOf(
        'process.memoryUsage()',
      )) as NodeJS.MemoryUsage
      return {
        heap: heapUsed,
        outside: external + arrayBuffers,
        maps: await members('Map'),
        sets: await members('Set'),
        lists: await members('Array'),
        resources: (await valueOf('process.getActiveResourcesInfo().length')) as number,
      }
    },
    close: () => socket.close(),
  }
}
