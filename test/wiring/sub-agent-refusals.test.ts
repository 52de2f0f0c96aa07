// What an agent asks of `spawn` and `subagent_control` that cannot be, in a running Gatehouse: each is
// refused with what to do next, and no sub-agent comes of it. A sub-agent that may start none starts none.
// @module-tag whole
import { expect, it } from 'vitest'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { answering, ask, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

type Row = readonly [tool: string, args: object, says: RegExp]
const gone = 'agent_0123456789ab'
const rows: readonly Row[] = [
  ['spawn', {}, /task: is missing.* It takes: task/],
  ['spawn', { task: '' }, /task: must not be empty/],
  ['spawn', { task: 'x'.repeat(10_001) }, /task: must have at most 10000 characters/],
  ['spawn', { task: 'a\ud800' }, /task: holds half a character/],
  ['spawn', { task: ['x'] }, /task: must be a text/],
  ['spawn', { task: 'x', grant: 'all' }, /"grant" is unknown/],
  ['spawn', { task: 'x', label: 'a\nb' }, /label: one line/],
  ['spawn', { task: 'x', agent: '../main' }, /agent: a name of lower-case letters/],
  ['spawn', { task: 'x', agent: 'nobody' }, /no agent named nobody.*agents list/],
  ['spawn', { task: 'x', tools: ['*'] }, /tools\[0\]: a tool, tool.action or capability/],
  ['spawn', { task: 'x', timeout_secs: 1e300 }, /timeout_secs: must be at most 86400/],
  ['spawn', { task: 'x', max_turns: 0 }, /max_turns: must be at least 1/],
  ['spawn', { task: 'x', may_delegate: 'yes' }, /may_delegate: must be true or false/],
  ['subagent_control', {}, /action: is missing/],
  ['subagent_control', { action: 'stop' }, /action: must be one of list, result, cancel/],
  ['subagent_control', { action: 'cancel' }, /agent_id/],
  ['subagent_control', { action: 'cancel', agent_id: '../x' }, /agent_id/],
  ['subagent_control', { action: 'cancel', agent_id: `${gone}?x=1` }, /agent_id/],
  ['subagent_control', { action: 'result', agent_id: `${gone}\n` }, /agent_id/],
  ['subagent_control', { action: 'result', agent_id: gone }, /list/i],
  ['subagent_control', { action: 'cancel', agent_id: gone }, /list/i],
  ['subagent_control', { action: 'result', agent_id: gone, wait_secs: 1e9 }, /wait_secs: must be/],
  ['subagent_control', { action: 'result', agent_id: gone, offset: -1 }, /offset: must be/],
]

const call = (name: string, args: object, at: number): Turn => ({
  kind: 'say',
  calls: [{ id: `c${at}`, name, args }],
})

async function over(model: Awaited<ReturnType<typeof modelServer>>, more = '') {
  await startServices({
    more: `preset: ask\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\nagent: { maxSteps: 200 }\n${more}`,
  })
  const { id } = await ask('runs.start', { text: 'Top.' })
  const rests = async () => {
    await expect
      .poll(async () => {
        const runs = await ask('runs.tree', { id })
        return runs.every(({ state }) => /idle|done|failed|stopped/.test(state))
      })
      .toBe(true)
    return ask('runs.tree', { id })
  }
  const { ended: runs, held } = await answering(rests(), () => 'once')
  return { id, runs, held }
}
const resultsOf = async (id: Parameters<typeof ask<'runs.get'>>[1]['id']) =>
  (await ask('runs.get', { id })).items.flatMap((item) =>
    item.kind === 'call' && item.state.kind === 'ended' ? [item.state.result] : [],
  )

it('is refused with what to do next, nobody is asked, and no sub-agent comes of it', async () => {
  const turns = rows.map(([tool, args], at) => call(tool, args, at))
  const model = await modelServer([...turns, { kind: 'say', text: ['Done.'] }])
  try {
    const { id, runs } = await over(model)
    const results = await resultsOf(id)
    const wrong = rows.flatMap(([tool, args, says], at) => {
      const { status = '', text = '' } = results[at] ?? {}
      return /denied|failed/.test(status) && says.test(text) ? [] : [[tool, args, status, text]]
    })
    expect(wrong).toEqual([])
    expect(runs.map((run) => run.id)).toEqual([id])
  } finally {
    await model.close()
  }
})

it('starts none by a sub-agent that may not, whatever its task says', async () => {
  const model = await modelServer(({ body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    const child = JSON.stringify(messages.find(({ role }) => role === 'user')).includes('look')
    const at = messages.filter(({ role }) => role === 'assistant').length
    const turns: readonly Turn[] = child
      ? [call('spawn', { task: 'more', may_delegate: true }, 1), { kind: 'say', text: ['No.'] }]
      : [call('spawn', { task: 'look' }, 0), { kind: 'say', text: ['Done.'] }]
    return turns[Math.min(at, turns.length - 1)] as Turn
  })
  try {
    const { id, runs, held } = await over(model)
    const child = runs.find((run) => run.id !== id)
    expect([runs.length, held.map(({ tool }) => tool)]).toEqual([2, ['spawn']])
    const [refused] = child === undefined ? [] : await resultsOf(child.id)
    expect(refused?.status).toBe('denied')
    expect(refused?.text.length).toBeGreaterThan(20)
  } finally {
    await model.close()
  }
})
