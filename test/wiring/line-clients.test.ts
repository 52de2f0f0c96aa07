import { describe, expect, it } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import type { Trace } from '../../main/mcp/gateway/sessions/agent-sessions.ts'
import type { Provider } from '../../main/mcp/gateway/provider.ts'
import { openLineClients } from '../../main/wiring/clients/line-clients.ts'
import { openWrittenClients } from '../../main/wiring/clients/written-clients.ts'

const session = SessionId.parse('ses_12345678')
const provider: Provider = {
  info: { name: 'gatehouse', title: 'Gatehouse', version: '1' },
  instructions: null,
  capabilities: {},
  list: () => '[]',
  callTool: () => Promise.reject(new Error('No tool is called.')),
  readResource: () => Promise.reject(new Error('No resource is read.')),
  getPrompt: () => Promise.reject(new Error('No prompt is asked for.')),
  complete: () => Promise.reject(new Error('Nothing is completed.')),
  watch: () => null,
  onChange: () => () => {},
}
const ping = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })

function fixture() {
  const traced = Promise.withResolvers<Trace>()
  const events: string[] = []
  const lines = openLineClients({
    sessions: {
      open: (client) => {
        events.push(`open ${client}`)
        return { session: () => session, close: () => void events.push(`close ${client}`) }
      },
    },
    trace: () => traced.promise,
    providerFor: () => provider,
    now: () => 7,
    changed: () => void events.push('changed'),
  })
  return { lines, traced, events }
}

describe('an agent over standard streams', () => {
  it('is answered in order, also about what it said before it was known which agent it is', async () => {
    const { lines, traced, events } = fixture()
    const answered: unknown[] = []
    const twice = Promise.withResolvers<null>()
    const client = lines.open(
      'editor',
      (text) => {
        for (const line of text.trim().split('\n')) answered.push(JSON.parse(line))
        if (answered.length === 2) twice.resolve(null)
      },
      1,
      () => null,
    )
    expect(lines.connected()).toEqual([{ name: 'editor', over: 'streams', since: 7 }])
    client.line(ping(1))
    expect([answered, events]).toEqual([[], ['changed']])
    traced.resolve(null)
    await traced.promise
    client.line(ping(2))
    await twice.promise
    expect(answered).toMatchObject([{ id: 1 }, { id: 2 }])
    client.close()
    expect([lines.connected(), events]).toEqual([
      [],
      ['changed', 'open editor', 'close editor', 'changed'],
    ])
  })

  it('that goes before it is known opens no session', async () => {
    const { lines, traced, events } = fixture()
    lines
      .open(
        'editor',
        () => {},
        1,
        () => null,
      )
      .close()
    traced.resolve(null)
    await traced.promise
    await Promise.resolve()
    expect([lines.connected(), events]).toEqual([[], ['changed', 'changed']])
  })
})

describe('what connect wrote of clients', () => {
  it('is told where it is not as it was, and stays where it cannot be read', async () => {
    let written = new Map([['editor', { hooks: true, waits: 5 }]])
    let fails = false
    const changes: number[] = []
    let reading: Promise<unknown> = Promise.resolve()
    const clients = openWrittenClients(
      () => {
        const read = fails ? Promise.reject(new Error('unreadable')) : Promise.resolve(written)
        reading = read.then(
          () => null,
          () => null,
        )
        return read
      },
      () => void changes.push(clients.current().size),
    )
    const readAgain = async (): Promise<void> => {
      clients.read()
      await reading
      await Promise.resolve()
    }
    await readAgain()
    await readAgain()
    expect(changes).toEqual([1])
    written = new Map()
    fails = true
    await readAgain()
    expect([changes, clients.current().size]).toEqual([[1], 1])
    fails = false
    await readAgain()
    expect([changes, clients.current().size]).toEqual([[1, 0], 0])
  })
})
