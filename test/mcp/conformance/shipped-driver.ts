// What the conformance suite runs as a client: tells the shipped program, which runs already, of the
// suite's server by its local socket, as a person would: added, signed in to, reviewed, accepted, each
// tool called and each question answered. Then removes it.
import { homedir } from 'node:os'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { ServerListing } from '../../../contract/server/server.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import { connect } from '../../../main/host/local-client.ts'
import { argumentsFor, METADATA_URL, PASSPHRASE } from './client-scenario.ts'
import type { ScenarioContext } from './client-scenario.ts'

const url = process.argv.at(-1) ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ScenarioContext
// In letters of which no two look alike: two servers whose names do are both refused.
const name = `s${`${process.pid}`.replaceAll(/\d/g, (digit) => 'acdefghkpt'[Number(digit)] ?? '')}`
const proof = { kind: 'passphrase' as const, passphrase: PASSPHRASE }
const { socketFile } = findAppPaths({
  env: process.env,
  platform: process.platform,
  homedir: homedir(),
})
const opened = await connect(socketFile)
if (!opened.ok) throw new Error(opened.error.text)
const person = opened.value
const said = (...words: readonly unknown[]): void =>
  void process.stdout.write(`${words.map((word) => JSON.stringify(word)).join(' ')}\n`)

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await person.call(channel, input as never)
  if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}
// Forty drivers ask at the same time, so each asks seldom: else the app does little but answer them.
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250))
const listing = async (): Promise<ServerListing | undefined> =>
  (await ask('servers.list', {})).find((one) => one.name === name)
async function until(kinds: readonly string[]): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause()) {
    const kind = (await listing())?.state.kind ?? ''
    if (kinds.includes(kind)) return kind
  }
  return 'late'
}

/** Follows the page of the sign-in as a browser does, twice at most: an authorization server may have been replaced meanwhile. */
async function enter(): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    if ((await until(['ready', 'needs-sign-in', 'stopped'])) !== 'needs-sign-in') return
    await ask('servers.start', { name, confirmed: true, proof })
    for (const end = Date.now() + 15_000; Date.now() < end; await pause()) {
      const one = await listing()
      // It waits to try again by itself: the sign-in came to nothing.
      if (['ready', 'stopped', 'waiting'].includes(one?.state.kind ?? '')) return
      if (one?.signInUrl === undefined) continue
      const page = await fetch(one.signInUrl)
      said('signed in', page.status)
      break
    }
  }
}

/** The person at the approvals and the questions of this server. */
async function attend(): Promise<void> {
  const held = await ask('approvals.list', { states: ['pending'], limit: 200 })
  for (const { id, tool } of held.filter((one) => one.tool.startsWith(`${name}__`)))
    await person.call('approvals.answer', { id, answer: 'once', proof }).then((done) => {
      if (!done.ok) said(tool, done.error)
    })
  const questions = await ask('servers.questions', {})
  for (const { id, parts } of questions.filter(({ server }) => server === name)) {
    // Accepts with everything as it was proposed.
    const content = Object.fromEntries(
      parts.map(({ key, fields }) => [
        key,
        Object.fromEntries(
          fields.flatMap(({ name: field, initial }) =>
            initial === null ? [] : [[field, initial]],
          ),
        ),
      ]),
    )
    const done = await person.call('servers.answer-question', {
      id,
      proof,
      answer: { kind: 'answer', content },
    })
    if (!done.ok) said('question', done.error)
  }
}

/**
 * All drivers are one command line, and so one session: what the server of another scenario answered
 * can make this call riskier after it was approved. Then it is made again, as its refusal says.
 */
async function call(tool: string, args: Json, again = 3): Promise<unknown> {
  let over = false
  const asked = person.call('tools.run', { tool, args, wait: true }).finally(() => (over = true))
  while (!over) {
    await attend()
    await pause()
  }
  const result = await asked
  if (!result.ok || again === 0 || result.value.error?.code !== 'call.stale') return result
  said('stale', tool, result.value.error.text)
  return call(tool, args, again - 1)
}

const registered = context.client_id !== undefined && scenario === 'auth/pre-registration'
if (registered)
  await ask('secrets.set', {
    name,
    value: context.client_secret ?? '',
    hosts: [new URL(url).host],
  } as Input<'secrets.set'>)
await ask('servers.add', {
  name,
  config: {
    transport: 'http',
    url,
    headers: {},
    trust: 'verified',
    enabled: true,
    timeoutSeconds: 20,
    asks: 'ask',
    signIn: registered
      ? { clientId: context.client_id ?? '', clientSecret: { secret: name } }
      : { clientMetadataUrl: METADATA_URL },
  },
  confirmed: true,
  proof,
})
await enter()
const review = await person.call('servers.review', { name })
if (review.ok) {
  const { items, digest } = review.value
  const refs = items
    .filter(({ state }) => state !== 'refused')
    .map(({ what, name: own }) => ({ what, name: own }))
  said('accepted', (await person.call('servers.accept', { name, items: refs, digest, proof })).ok)
  const tools = items
    .filter(({ what }) => what === 'tool')
    .map(({ name: own, now }) => ({
      name: own,
      inputSchema: (JSON.parse(now ?? '{}') as { inputSchema?: JsonObject }).inputSchema ?? {},
    }))
  const calls =
    context.toolCalls ??
    tools.map(({ name: own, inputSchema }) => ({
      name: own,
      arguments: argumentsFor(scenario, inputSchema, tools[0]?.inputSchema ?? {}),
    }))
  for (const { name: own, arguments: args } of calls) {
    const first = await call(`${name}__${own}`, args)
    said(own, first)
    if ((await listing())?.state.kind !== 'needs-sign-in') continue
    await enter()
    said(own, await call(`${name}__${own}`, args))
  }
} else said('review', review.error)
said(await listing())
await ask('servers.remove', { name })
person.close()
