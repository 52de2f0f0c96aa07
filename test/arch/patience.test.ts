// A busy machine is slow, not wrong: how long a test waits is said once, in vitest.config.ts, and no
// test is less patient (decision 71).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/**
 * Specs have limits of their own in playwright.config.ts; a bench measures; the conformance suite
 * ends its drivers itself.
 */
const elsewhere = /^test\/(e2e|bench|stories|screens|packages|mcp\/conformance)\//
const files = globSync('test/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !elsewhere.test(path))
  .toSorted()

/** As in vitest.config.ts, in ms. */
const OF_A_TEST = 600_000
const OF_A_POLL = 240_000
/** A number below that is no limit but a value of the test. */
const LEAST = 1_000

type Node = { readonly type: string; readonly [member: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const TESTS = /^(it|test|beforeAll|beforeEach|afterAll|afterEach)$/
const FORMS = /^(concurrent|each|fails|for|only|runIf|sequential|skip|skipIf)$/

/** `it` of `it`, `it.each(…)`, `it.skipIf(…).each(…)`; `poll` and `waitFor` by their own name. */
function callee(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'CallExpression') return callee(node['callee'])
  if (node.type !== 'MemberExpression') return null
  const [object, member] = [callee(node['object']), callee(node['property'])]
  if (object !== null && TESTS.test(object) && FORMS.test(member ?? '')) return object
  if (object === 'expect' && member === 'poll') return 'poll'
  return object === 'vi' && (member === 'waitFor' || member === 'waitUntil') ? 'waitFor' : null
}

const numberOf = (node: unknown): number | null =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'number'
    ? node['value']
    : null

/** The `timeout` of options; undefined where there are none, null where it is worked out. */
function timeoutOf(node: unknown): number | null | undefined {
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined
  for (const each of node['properties'] as readonly Node[])
    if (callee(each['key']) === 'timeout') return numberOf(each['value'])
  return undefined
}

/** `const late = Date.now() + 10_000`: until when a loop looks again and again, in ms from now. */
function loopLimit(node: Node): number | null {
  const [id, init] = [node['id'], node['init']]
  if (node.type !== 'VariableDeclarator' || !isNode(init) || init.type !== 'BinaryExpression')
    return null
  if (!/^(late|limit|until|end|deadline)$/.test(callee(id) ?? '')) return null
  const from = init['left']
  const isNow =
    isNode(from) &&
    from.type === 'CallExpression' &&
    isNode(from['callee']) &&
    callee(from['callee']['property']) === 'now'
  return isNow ? numberOf(init['right']) : null
}

/** What is less patient than the configuration, each as the call and its limit. */
function hurries(name: string, text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    const called = node.type === 'CallExpression' ? callee(node['callee']) : null
    if (called !== null) {
      const args = node['arguments'] as readonly unknown[]
      const given = args.map(timeoutOf).find((limit) => limit !== undefined)
      const limit = given === undefined ? numberOf(args.at(-1)) : given
      const least = TESTS.test(called) ? OF_A_TEST : OF_A_POLL
      const known = TESTS.test(called) || called === 'poll' || called === 'waitFor'
      if (known && limit !== null && limit >= LEAST && limit < least)
        found.push(`${called} ${limit}`)
      if (called === 'waitFor' && args.length === 1) found.push('waitFor 1000')
    }
    const ofLoop = loopLimit(node)
    if (ofLoop !== null && ofLoop >= LEAST && ofLoop < OF_A_POLL) found.push(`loop ${ofLoop}`)
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) for (const each of member) if (isNode(each)) visit(each)
      if (isNode(member)) visit(member)
    }
  }
  visit(parseSync(name, text).program as unknown as Node)
  return found
}

it('no test is less patient than the configuration', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(
    files.flatMap((path) =>
      hurries(path, readFileSync(join(root, path), 'utf8')).map((what) => `${path}: ${what}`),
    ),
  ).toEqual([])
})

describe('the check of patience', () => {
  it.each([
    ["it('a', () => {}, 60_000)", ['it 60000']],
    ["it.skipIf(a).each([1])('a', () => {}, 60_000)", ['it 60000']],
    ["it('a', { timeout: 5_000 }, () => {})", ['it 5000']],
    ['beforeAll(() => {}, 2_000)', ['beforeAll 2000']],
    ['expect.poll(() => 1, { timeout: 30_000 }).toBe(1)', ['poll 30000']],
    ['vi.waitFor(() => 1)', ['waitFor 1000']],
    ['const late = Date.now() + 10_000', ['loop 10000']],
    ['for (const until = performance.now() + 5_000; ;) look()', ['loop 5000']],
    ['const until = performance.now() + 500', []],
    ['const late = Date.now() + 240_000', []],
    ["it('a', () => {})", []],
    ["it('a', () => {}, 600_000)", []],
    ["it('a', { timeout: 120_000 * rounds }, () => {})", []],
    ['test.later(60_000)', []],
    ['expect.poll(() => 1).toBe(1)', []],
    ['vi.waitFor(() => 1, busy)', []],
  ])('finds in %s', (text, want) => expect(hurries('a.ts', text)).toEqual(want))
})
