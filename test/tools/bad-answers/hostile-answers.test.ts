// What a service of bad will says in the form of a right answer: each value of another kind, too
// long, out of range, not text that anybody can read, or made to reach something else. Every tool
// ends in an answer or a sentence, and nothing outside of the call changes.
// @module-tag whole
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../fakes/services/http-service.ts'
import { runTool } from '../../fakes/services/run-tool.ts'
import { outsideTools, toolOf } from './outside-tools.ts'
import type { Outside } from './outside-tools.ts'

const raw = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Reply => ({
  headers: { 'content-type': 'application/json', ...headers },
  body,
})
type Leaf = string | number | boolean | null
/** The same answer with each of its values changed. */
const changed =
  (change: (value: Leaf) => unknown) =>
  (reply: Reply): Reply =>
    reply.json === undefined ? reply : { ...reply, json: mapped(reply.json, change) }

function mapped(value: unknown, change: (value: Leaf) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, mapped(each, change)]),
    )
  return change(value as Leaf)
}
const texts = (change: (text: string) => unknown) =>
  changed((value) => (typeof value === 'string' ? change(value) : value))
const numbers = (text: string) => (reply: Reply) =>
  reply.json === undefined
    ? reply
    : raw(
        JSON.stringify(
          mapped(reply.json, (value) => (typeof value === 'number' ? '\u0001' : value)),
        ).replaceAll('"\\u0001"', text),
      )

/** What comes of an answer that is long, but no longer than a service's may be. */
const MOST = 12 * 1024 * 1024
const BOMB = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 })
const POLLUTION = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'

const WAYS: Readonly<Record<string, (reply: Reply) => Reply>> = {
  'a list in a list, ten thousand times': () => raw(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  'an object in an object, ten thousand times': () =>
    raw(`${'{"items":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'numbers without end': numbers('1e999'),
  'numbers below everything': numbers('-9007199254740993'),
  'numbers that are none': numbers('"NaN"'),
  'halves of characters': texts((text) => `${text}\ud800`),
  'codes of a terminal and turned text': texts((text) => `${text}\u001b]0;x\u0007\n\u202e\u0000`),
  'texts of 200,000 characters': texts((text) => text + 'x'.repeat(200_000)),
  'no texts': texts(() => ''),
  'texts that are numbers': texts(() => 7),
  'texts that are lists': texts((text) => [text]),
  'texts that are nothing': texts(() => null),
  'nothing but true': changed(() => true),
  'addresses that run something': texts((text) =>
    /^https?:/.test(text) ? 'javascript:alert(1)' : text,
  ),
  'addresses of this machine': texts((text) =>
    /^https?:/.test(text) ? 'http://169.254.169.254/latest/meta-data/' : text,
  ),
  'names of what every object has': (reply) =>
    reply.json !== null && typeof reply.json === 'object' && !Array.isArray(reply.json)
      ? raw(`${POLLUTION}${JSON.stringify(reply.json).slice(1)}`)
      : reply,
  'another type': (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'content-type': 'image/svg+xml; charset=utf-7' },
  }),
  'a way to a closed address': () => ({
    status: 302,
    headers: { location: 'http://169.254.169.254/latest/meta-data/' },
  }),
  'far more than it seems': () => raw(BOMB, { 'content-encoding': 'gzip' }),
  'bytes that are no text': (reply) =>
    reply.json === undefined
      ? reply
      : raw(
          Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from(JSON.stringify(reply.json))]),
        ),
  'a mark before it': (reply) =>
    reply.json === undefined ? reply : raw(`\ufeff${JSON.stringify(reply.json)}`),
}

async function ends(
  row: Outside,
  args: unknown,
  change: (reply: Reply) => Reply,
): Promise<unknown> {
  const service = await row.start()
  service.spoil(change)
  const { credentials = {}, powers = {} } = row
  const ended = await runTool(toolOf(row, service.url), args, {
    hosts: service.hosts,
    credentials,
    powers,
  }).catch((thrown: unknown) => ({ ok: false, thrown: String(thrown) }) as const)
  if ('thrown' in ended) return ended.thrown
  if (!ended.ok) return ended.error.text !== ''
  // What is in it is cleaned behind every tool, halves of characters too.
  return ended.value.text.length <= MOST
}

describe('the table of hostile answers', () => {
  const cases = outsideTools.flatMap((row) =>
    (['reading', 'changing'] as const).flatMap((way) =>
      row[way] === undefined ? [] : [[row.tool, row.by, way, row] as const],
    ),
  )
  it.each(cases)(
    '%s with %s, %s, ends with a sentence',
    async (_tool, _by, way, row) => {
      const ended: unknown[] = []
      for (const [name, change] of Object.entries(WAYS))
        ended.push([name, await ends(row, row[way]?.((await row.start()).url), change)])
      expect(ended).toEqual(Object.keys(WAYS).map((name) => [name, true]))
      expect(({} as { polluted?: number }).polluted).toBeUndefined()
    },
    600_000,
  )
})
