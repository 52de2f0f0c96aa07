// What agents, servers and people may write is long, from right to left, or one word without an end:
// every screen with it, from a wide window to a quarter of one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cutOff } from './harness/cut-off.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

const sizes = [
  [1280, 800],
  [640, 400],
  // A window of 1280 at four times the size.
  [320, 640],
] as const

const line = 'abcdefghij'.repeat(1_000)
const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.org`
const rightToLeft = 'نص طويل من اليمين إلى اليسار يشرح ما سيفعله الوكيل'
const path = `/opt/${'very-long-folder-name-'.repeat(8)}server.mjs`

const servers = Object.fromEntries(
  Array.from({ length: 200 }, (_, at) => [
    `server-number-${at}`,
    {
      transport: 'stdio',
      command: 'node',
      args: [path, line.slice(0, 400)],
      trust: 'community',
      enabled: false,
    },
  ]),
)
const rules = Array.from({ length: 40 }, (_, at) => ({
  id: at === 0 ? 'r'.repeat(64) : `rule-${at}`,
  effect: ['deny', 'confirm', 'allow'][at % 3],
  when: { paths: [`/srv/${at}/${'p'.repeat(180)}/**`], agents: ['main'] },
  reason: at % 2 === 0 ? 'x'.repeat(400) : rightToLeft.repeat(4),
}))

test.use({
  config: JSON.stringify({
    preset: 'careful',
    servers,
    rules,
    rehearsal: { automatic: false },
    allowlist: { hosts: ['docs.example.org', host] },
  }),
})

const calls = [
  `read ${'f'.repeat(240)}.md`,
  `write ${'g'.repeat(240)}.md: ${line}`,
  `write ملف-جديد-طويل.md: ${rightToLeft}`,
  `run echo ${line}`,
  `post https://${host}/x {"t":"${line}"}`,
]

/** The runs, and the calls of them that wait. */
async function fill({ call, workspace }: Gatehouse): Promise<readonly string[]> {
  await writeFile(join(workspace, `${'f'.repeat(240)}.md`), line)
  const paths: string[] = []
  for (const text of calls) {
    const run = await call('runs.start', { text })
    if (!run.ok) throw new Error(run.error.text)
    paths.push(`/runs/${run.value.id}`)
    await call('runs.rename', { id: run.value.id, title: 'n'.repeat(180) })
  }
  await expect
    .poll(async () => {
      const held = await call('approvals.list', { states: ['pending'], limit: 50 })
      return held.ok ? held.value.map(({ id }) => `/approvals/${id}`) : []
    })
    .toHaveLength(calls.length - 1)
  const held = await call('approvals.list', { states: ['pending'], limit: 50 })
  return [...paths, ...(held.ok ? held.value.map(({ id }) => `/approvals/${id}`) : [])]
}

const others = [
  ...['/runs', '/capabilities', '/servers/server-number-7', '/agents', '/schedules', '/records'],
  ...['/policy', '/policy/rules', '/policy/allowlists', '/policy/simulator', '/audit', '/settings'],
]

test('nothing that is long is cut off, sticks out or lies over anything on any screen @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const filled = await fill(gatehouse)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const route of [...filled, ...others]) {
    await page.evaluate((to) => void (location.hash = to), route)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect(page.getByText('Loading…')).toHaveCount(0)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await drawn(page)
      const faults = [...(await page.evaluate(faultsOfLayout)), ...(await page.evaluate(cutOff))]
      found.push(...faults.map((fault) => `${route} at ${width}x${height}: ${fault}`))
    }
  }
  expect(found).toEqual([])
})

const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))),
      ),
  )
