// The program as it is shipped, with the conformance fixture behind it as an external server, and a
// person who has reviewed that, approves each call that is held, and passes on what the server asks.
import { listenHttp } from '../../../main/mcp/gateway/http/http-server.ts'
import { spawn } from 'node:child_process'
import { headlessFile, openTestApp } from '../gateway/test-app.ts'
import { fixtureProvider } from './fixture.ts'
import { openRenamingProxy } from './renaming-proxy.ts'

export type ShippedApp = {
  readonly url: string
  /** The tools whose calls were held until the person approved them, each once. */
  approved(): readonly string[]
  close(): Promise<void>
}

const policy = (url: string): string => `
servers:
  fixture:
    transport: http
    url: ${url}
    trust: local
    asks: ask
`

export async function openShippedApp(): Promise<ShippedApp> {
  const provider = fixtureProvider()
  const fixture = await listenHttp(0, {
    clientOf: () => 'gatehouse',
    providerFor: () => provider,
    now: Date.now,
  })
  if (!fixture.ok) throw new Error(fixture.error.text)
  const app = openTestApp(policy(fixture.value.url))
  const child = spawn(process.execPath, [headlessFile, '--linger-seconds', '600'], {
    env: app.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const person = await app.person()
  const ask = async (...given: Parameters<typeof person.call>) => {
    const done = await person.call(...given)
    if (!done.ok) throw new Error(`${given[0]}: ${done.error.text}`)
    return done.value
  }
  const review = (await ask('servers.review', { name: 'fixture' })) as {
    readonly digest: string
    readonly items: readonly {
      readonly what: string
      readonly name: string
      readonly state: string
      warnings: string[]
    }[]
  }
  const refs = review.items
    .filter(({ state }) => state !== 'refused')
    .map(({ what, name }) => ({ what, name }))
  await ask('servers.accept', { name: 'fixture', items: refs, digest: review.digest } as never)
  const added = (await ask('clients.add', { name: 'suite' })) as {
    readonly url: string
    readonly token: string
  }
  const approved = new Set<string>()
  const watching = setInterval(() => {
    void person.call('servers.questions', {}).then(async (found) => {
      for (const { id } of found.ok ? found.value : [])
        await person.call('servers.answer-question', { id, answer: { kind: 'pass-on' } })
    })
    void app.pending().then(async (held) => {
      for (const approval of held)
        if (await app.answer(approval, 'once')) approved.add(approval.tool)
    })
  }, 30)
  const proxy = await openRenamingProxy(added.url, added.token, 'fixture')
  return {
    url: proxy.url,
    approved: () => [...approved].toSorted(),
    async close() {
      clearInterval(watching)
      await proxy.close()
      app.remove()
      child.kill()
      await fixture.value.close()
    },
  }
}
