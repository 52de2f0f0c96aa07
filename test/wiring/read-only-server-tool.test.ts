// A server's tool with a list of actions, of which a person marked at the review those that only read: a
// sub-agent of a running Gatehouse is offered these alone, with a description that names no other, and
// anything else is refused when it is called too.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { actionsIn } from '../../contract/call/action-schema.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { answering, ask, besideHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()
const project = join(import.meta.dirname, '../..')

const tool = (name: string, actions: readonly string[], usual?: string) => ({
  name,
  description: `Lists, gets and removes what is in the ${name}.`,
  inputSchema: {
    type: 'object',
    properties: {
      action: { enum: actions, ...(usual === undefined ? {} : { default: usual }) },
      id: { type: 'string' },
    },
    ...(usual === undefined ? { required: ['action'] } : {}),
    additionalProperties: false,
  },
})
/** Left out, the action is one that removes. */
const box = tool('box', ['list', 'get', 'remove'], 'remove')
const shed = tool('shed', ['add', 'remove'])

async function reviewed(): Promise<void> {
  mkdirSync(besideHome('offers'), { recursive: true })
  // As root the sandbox is another user.
  chmodSync(besideHome('offers'), 0o777)
  writeFileSync(besideHome('offers/offer.json'), JSON.stringify({ tools: [box, shed] }))
  const config = ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    trust: 'local',
    args: [join(project, 'test/fakes/mcp/forge.ts')],
    env: { OFFER: besideHome('offers/offer.json') },
    folders: [{ path: project }, { path: besideHome('offers'), write: true }],
  })
  await ask('servers.add', { name: 'forge', config, confirmed: true })
  const state = async () => (await ask('servers.list', {}))[0]?.state.kind
  await expect.poll(state).toBe('ready')
  const { items, digest } = await ask('servers.review', { name: 'forge' })
  await ask('servers.accept', {
    name: 'forge',
    digest,
    items: items.map(({ what, name, labels }) =>
      labels === null
        ? { what, name }
        : {
            what,
            name,
            labels: {
              ...labels.proposed,
              readsUntrusted: false,
              ...(name === 'box' ? { readActions: ['list', 'get'] } : {}),
            },
          },
    ),
  })
}

const call = (...all: readonly (readonly [name: string, args: object])[]): Turn => ({
  kind: 'say',
  calls: all.map(([name, args], at) => ({ id: `${name}-${at}`, name, args })),
})
const wanted = [
  ['forge__box', { action: 'list' }],
  ['forge__box', { action: 'remove', id: '7' }],
  ['forge__box', { id: '7' }],
  ['forge__box', { action: 'REMOVE' }],
  ['forge__shed', { action: 'add' }],
] as const

it('a sub-agent has of a server’s tool what a person marked as reading, and nothing of one without @whole', async () => {
  const model = await modelServer(({ body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    const isChild = JSON.stringify(messages.find(({ role }) => role === 'user')).includes('look in')
    const at = messages.filter(({ role }) => role === 'assistant').length
    const turns: readonly Turn[] = isChild
      ? [...wanted.map((each) => call(each)), { kind: 'say', text: ['Looked.'] }]
      : [
          call(['spawn', { task: 'look in', tools: ['forge__box', 'forge__shed'] }]),
          { kind: 'say', text: ['Done.'] },
        ]
    return turns[Math.min(at, turns.length - 1)] as Turn
  })
  try {
    await startServices({
      more: `preset: ask\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    })
    await reviewed()
    const { id } = await ask('runs.start', { text: 'Have it seen to.' })
    const over = async () => {
      await expect
        .poll(async () => {
          const runs = await ask('runs.tree', { id })
          return runs.length > 1 && runs.every(({ state }) => /idle|done|failed/.test(state))
        })
        .toBe(true)
      const child = (await ask('runs.tree', { id })).find((run) => run.id !== id)
      return child === undefined ? [] : (await ask('runs.get', { id: child.id })).items
    }
    const { ended: items } = await answering(over(), () => 'once')
    const asked = model.asked.find(({ body }) =>
      JSON.stringify(body['messages']).includes('look in'),
    )
    const offered = asked?.body['tools'] as {
      function: { name: string; description: string; parameters: Record<string, unknown> }
    }[]
    expect(offered.map((each) => each.function.name)).toEqual(['forge__box'])
    expect(actionsIn(offered[0]?.function.parameters ?? {})).toEqual(['list', 'get'])
    expect(offered[0]?.function.description).toMatch(
      /only to look. It has these actions: list, get/,
    )
    expect(JSON.stringify(offered)).not.toContain('remove')
    const results = items.flatMap((item) =>
      item.kind === 'call' && item.state.kind === 'ended' ? [item.state.result] : [],
    )
    const statuses = results.map(({ status }) => status)
    expect(statuses).toEqual(['done', 'denied', 'denied', 'denied', 'denied'])
    expect(results[0]?.text).toContain('box was given {"action":"list"}')
    // What it is refused with names what it can do.
    expect(results[1]?.text).toMatch(/list, get/)
  } finally {
    await model.close()
  }
})
