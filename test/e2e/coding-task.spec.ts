// An ordinary fix of fifteen calls, as an agent does it: a scripted model, a Git repository, a person
// who reads every card. Counted: how often it asks, and what that costs a person.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelServer, type Turn } from '../fakes/model-server.ts'
import { seeAll } from './harness/act.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

/** What a person takes to read one card. */
const READING_MS = 2_600

const calls: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['list_dir', { path: '.' }],
  ['read_file', { path: 'src/slug.js' }],
  ['read_file', { path: 'test/slug.test.js' }],
  ['exec', { command: 'grep -rn "slug" src test' }],
  ['exec', { command: 'git status --short && git log --oneline' }],
  ['exec', { command: 'node --test test' }],
  [
    'edit_file',
    { path: 'src/slug.js', old_text: "replace(' ', '-')", new_text: "replaceAll(' ', '-')" },
  ],
  ['exec', { command: 'node --test test' }],
  [
    'edit_file',
    { path: 'README.md', old_text: 'Makes slugs.', new_text: 'Makes slugs of titles.' },
  ],
  ['write_file', { path: 'docs/slug.md', content: '# Slugs\n' }],
  ['exec', { command: 'node --test test 2>&1 | tee test-output.log' }],
  ['exec', { command: 'git add -A && git commit -qm "Replace every space"' }],
  ['web_fetch', { url: 'http://127.0.0.1:9/health' }],
  ['exec', { command: 'curl -s http://127.0.0.1:9/health' }],
  ['exec', { command: 'rm -rf test-output.log docs/slug.md' }],
]

function repository(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true })
  mkdirSync(join(folder, 'test'), { recursive: true })
  writeFileSync(join(folder, 'README.md'), '# Site\n\nMakes slugs.\n')
  writeFileSync(
    join(folder, 'src', 'slug.js'),
    "exports.slug = (title) => title.toLowerCase().replace(' ', '-')\n",
  )
  writeFileSync(
    join(folder, 'test', 'slug.test.js'),
    "const { slug } = require('../src/slug.js')\nrequire('node:test')('slug', () => {\n  require('node:assert').equal(slug('A b c'), 'a-b-c')\n})\n",
  )
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: folder,
    })
  git('init', '-q')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '-A')
  git('commit', '-qm', 'First')
}

async function play({ page, call, workspace }: Gatehouse, preset: string): Promise<number> {
  repository(workspace)
  const server = await modelServer((_, at): Turn => {
    const next = calls[at]
    return next === undefined
      ? { kind: 'say', text: ['Done.'] }
      : { kind: 'say', calls: [{ id: `c${at}`, name: next[0], args: next[1] }] }
  })
  await call('config.update', {
    model: { provider: 'openai-compatible', name: 'scripted', baseUrl: `${server.url}/v1` },
  })
  const started = await call('runs.start', { text: 'Fix the slug' })
  if (!started.ok) throw new Error(started.error.text)
  const titles: string[] = []
  let attention = 0
  for (;;) {
    const run = await call('runs.get', { id: started.value.id })
    if (run.ok && run.value.run.state !== 'working' && run.value.run.state !== 'waiting') break
    const held = await call('approvals.list', { states: ['pending'], limit: 10 })
    const [first] = held.ok ? held.value : []
    if (first === undefined) {
      await page.waitForTimeout(150)
      continue
    }
    await page.evaluate((id) => (location.hash = `#/approvals/${id}`), first.id)
    const card = page.locator(`[data-approval="${first.id}"]`)
    await card.waitFor()
    titles.push(((await card.getAttribute('aria-label')) ?? '').replace('Approval: ', ''))
    const from = Date.now()
    if (!first.decision.stepUp) {
      await seeAll(card)
      await expect(card.getByRole('button', { name: /^(Allow once|Approve these)/ })).toBeEnabled()
    }
    // Who answers faster than a person can read has to hold the key.
    await page.waitForTimeout(READING_MS)
    await expect(async () => {
      const now = await call('approvals.get', { id: first.id })
      if (now.ok && now.value.state === 'pending')
        await page.keyboard.press(first.decision.stepUp ? 'd' : 'Control+Enter')
      await expect
        .poll(
          async () => {
            const then = await call('approvals.get', { id: first.id })
            return then.ok ? then.value.state : ''
          },
          { timeout: 1_500 },
        )
        .not.toBe('pending')
    }).toPass()
    // The machine's own time for the press is in it, as far as it is no longer than the reading.
    attention += Math.min(Date.now() - from, 2 * READING_MS)
  }
  await server.close()
  process.stdout.write(
    `coding task, preset ${preset}: ${titles.length} questions in ${calls.length} calls, about ${Math.round(attention / 1_000)} s of a person's time (${READING_MS / 1_000} s a card)\n${titles.map((title) => `  asked: ${title}\n`).join('')}`,
  )
  return titles.length
}

test.describe('in the preset Flow', () => {
  test.use({ config: 'preset: flow\n' })
  test('the fix asks a few times only @whole', async ({ gatehouse }) => {
    expect(await play(gatehouse, 'flow')).toBeLessThanOrEqual(4)
  })
})

test.describe('in the preset Ask', () => {
  test.use({ config: 'preset: ask\n' })
  test('the fix asks about what changes files and what goes out, and about nothing that only reads @whole', async ({
    gatehouse,
  }) => {
    expect(await play(gatehouse, 'ask')).toBeLessThanOrEqual(8)
  })
})
