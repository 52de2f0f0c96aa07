import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import type { Json } from '../../contract/json.ts'
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { readFixtureMode, withFixtures } from '../../main/model/fixtures.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')
const redact = async (value: Json): Promise<Json> =>
  JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')) as Json
const request = (text: string): ModelRequest => ({
  system: 'Be brief.',
  messages: [{ role: 'user', text }],
  tools: [],
})
const answer: readonly ModelEvent[] = [
  { kind: 'text', delta: 'The password is hun' },
  { kind: 'text', delta: 'ter2.' },
  { kind: 'call', id: 'c1', name: 'read_file', args: { path: 'a', deep: ['hunter2'] } },
  { kind: 'end', reason: 'calls', tokensIn: 7, tokensOut: 3, tokensCached: 2 },
]

function server(events: readonly ModelEvent[]) {
  let asked = 0
  const model: Model = {
    label: 'm at a.example',
    name: 'm',
    window: async () => 1_000,
    async *step() {
      asked++
      yield* events
    },
  }
  return { model, asked: () => asked }
}
async function say(model: Model, text: string): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.step(request(text), new AbortController().signal))
    events.push(event)
  return events
}
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-fixtures-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const at = (mode: string | undefined, model: Model): Model =>
  withFixtures(model, { mode: readFixtureMode(mode), redact, sha256 })

describe('recorded answers of a model', () => {
  it('are played back to the same request, without the server and without secrets', async () => {
    const stored = folder()
    const live = server(answer)
    expect(await say(at(`record:${stored}`, live.model), 'hello')).toEqual(answer)
    const [file = ''] = readdirSync(stored)
    expect(file).toBe(`${sha256(canonicalJson(request('hello')))}.json`)
    expect(readFileSync(join(stored, file), 'utf8')).not.toMatch(/hunter2|hello|Be brief/)

    const silent = server([])
    const replayed = at(`replay:${stored}`, silent.model)
    expect(await say(replayed, 'hello')).toEqual([
      { kind: 'text', delta: 'The password is [secret].' },
      { kind: 'call', id: 'c1', name: 'read_file', args: { path: 'a', deep: ['[secret]'] } },
      { kind: 'end', reason: 'calls', tokensIn: 7, tokensOut: 3, tokensCached: 2 },
    ])
    expect([silent.asked(), replayed.window]).toEqual([0, undefined])
  })

  it('are never made up, and the server is not asked instead', async () => {
    const stored = folder()
    const live = server(answer)
    const replayed = at(`replay:${stored}`, live.model)
    const missing = await say(replayed, 'other')
    writeFileSync(join(stored, `${sha256(canonicalJson(request('torn')))}.json`), '{"format":')
    const torn = await say(replayed, 'torn')
    expect([missing, torn, live.asked()]).toMatchObject([
      [{ kind: 'failed', error: { code: 'model.fixtures' } }],
      [{ kind: 'failed', error: { code: 'model.fixtures' } }],
      0,
    ])
  })

  it('are not those of another request, under whatever name their file is', async () => {
    const stored = folder()
    await say(at(`record:${stored}`, server(answer).model), 'hello')
    const [file = ''] = readdirSync(stored)
    renameSync(join(stored, file), join(stored, `${sha256(canonicalJson(request('other')))}.json`))
    expect(await say(at(`replay:${stored}`, server(answer).model), 'other')).toMatchObject([
      {
        kind: 'failed',
        error: { code: 'model.fixtures', text: expect.stringContaining('to another request') },
      },
    ])
  })

  it('leave out an answer that failed, and say where one cannot be stored', async () => {
    const stored = folder()
    const error = { code: 'model.server', text: 'It is down.' }
    await say(at(`record:${stored}`, server([{ kind: 'failed', error }]).model), 'hello')
    expect(readdirSync(stored)).toEqual([])
    writeFileSync(join(stored, 'file'), '')
    const said = await say(at(`record:${join(stored, 'file')}`, server(answer).model), 'hello')
    expect(said.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'model.fixtures' } })
  })

  it.each([[undefined], [''], ['off']])('are not used with %j', async (mode) => {
    const live = server(answer)
    expect(at(mode, live.model)).toBe(live.model)
  })

  it.each([['on'], ['replay'], ['replay:'], ['record:here'], ['Replay:/tmp']])(
    'with %j nothing is asked of any model',
    async (mode) => {
      const live = server(answer)
      expect(await say(at(mode, live.model), 'hello')).toMatchObject([
        { kind: 'failed', error: { code: 'model.fixtures' } },
      ])
      expect(live.asked()).toBe(0)
    },
  )
})
