// The sub-agents of a run in the window, by keyboard alone: two at work at once on a repository, one
// held and one denied, a branch that is stopped and one that is revoked, open to everybody.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { modelServer, type Turn } from '../fakes/model-server.ts'
import { faultsOfLayout } from './harness/layout-faults.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

let number = 0
const calls = (...all: readonly (readonly [name: string, args: object])[]): Turn => ({
  kind: 'say',
  calls: all.map(([name, args]) => ({ id: `c${(number += 1)}`, name, args })),
})
const say = (text: string): Turn => ({ kind: 'say', text: [text] })
const start = (label: string) => ['spawn', { task: `${label} counts`, label }] as const
const writes = (path: string): Turn => calls(['write_file', { path, content: 'x' }])

const SCRIPTS: Readonly<Record<string, readonly Turn[]>> = {
  Top: [
    calls(start('red'), start('blue'), start('late'), start('gone')),
    say('I wait.'),
    say('I wait.'),
    say('I wait.'),
    say('All reported.'),
  ],
  red: [calls(['read_file', { path: 'red.txt' }]), writes('red-sum.txt'), say('Red is 3.')],
  blue: [writes('blue-sum.txt'), say('I was not let.')],
  late: [writes('late-sum.txt'), say('Late is done.')],
  gone: [writes('gone-sum.txt'), say('Gone is done.')],
}

const cast = () =>
  modelServer(({ body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content)
    const name = Object.keys(SCRIPTS).find((each) => first.slice(1).startsWith(each)) ?? ''
    const turns = SCRIPTS[name] ?? [say('Nothing to do.')]
    const at = messages.filter(({ role }) => role === 'assistant').length
    return turns[Math.min(at, turns.length - 1)] as Turn
  })

const tree = (page: Page): Locator => page.getByRole('region', { name: 'Sub-agents' })
const row = (page: Page, label: string): Locator =>
  tree(page).getByRole('listitem').filter({ hasText: label })
const press = (on: Locator, name: string): Promise<void> =>
  on.getByRole('button', { name, exact: true }).press('Enter')

/** The held calls whose maker has this name, answered as a person would on their card. */
async function answerOf(
  { call }: Gatehouse,
  wanted: (tool: string, label: string) => boolean,
  answer: 'once' | 'deny-once',
): Promise<number> {
  const listed = await call('approvals.list', { states: ['pending'], limit: 50 })
  if (!listed.ok) throw new Error(listed.error.text)
  const found = listed.value.filter(({ tool, principal }) =>
    wanted(tool, principal.kind === 'subagent' ? (principal.label ?? '') : ''),
  )
  for (const { id } of found) await call('approvals.answer', { id, answer })
  return found.length
}

test('sub-agents are seen at work, stopped and revoked by keyboard @whole', async ({
  gatehouse,
}) => {
  const { call, workspace, configFile } = gatehouse
  const model = await cast()
  try {
    execFileSync('git', ['init', '--quiet', workspace])
    await writeFile(join(workspace, 'red.txt'), 'red: 3\n')
    await writeFile(
      configFile,
      `preset: ask\nworkspace: ${JSON.stringify(workspace)}\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    )
    await gatehouse.restart()
    const started = await call('runs.start', { text: 'Top: count.' })
    if (!started.ok) throw new Error(started.error.text)
    let approved = 0
    await expect
      .poll(
        async () => (approved += await answerOf(gatehouse, (tool) => tool === 'spawn', 'once')),
        {
          timeout: 120_000,
        },
      )
      .toBe(4)
    await gatehouse.page.evaluate((to) => void (location.hash = to), `/runs/${started.value.id}`)
    const now = gatehouse.page
    await expect(tree(now)).toContainText('4 need approval', { timeout: 120_000 })
    await expectOpenToAll(now, 'four sub-agents')
    expect(await now.evaluate(faultsOfLayout)).toEqual([])

    await press(tree(now), 'Stop late and its sub-agents')
    await expect(row(now, 'late')).toContainText('Stopped')
    await press(tree(now), 'Revoke gone and its sub-agents')
    await expect(row(now, 'gone')).toContainText('Revoked')
    await expect(
      tree(now).getByRole('button', { name: 'Revoke gone and its sub-agents' }),
    ).toHaveCount(0)
    await expect(tree(now)).toContainText('2 need approval')
    await answerOf(gatehouse, (_tool, label) => label === 'blue', 'deny-once')
    await answerOf(gatehouse, (_tool, label) => label === 'red', 'once')
    await expect(tree(now).getByRole('button', { name: /^Stop/ })).toHaveCount(0, {
      timeout: 120_000,
    })
    await expect(now.getByRole('log', { name: 'Transcript' })).toContainText('All reported.')
    expect(await readFile(join(workspace, 'red-sum.txt'), 'utf8')).toBe('x')
    const rest = await Promise.all(
      ['blue', 'late', 'gone'].map((name) =>
        readFile(join(workspace, `${name}-sum.txt`)).then(
          () => 'written',
          () => 'not there',
        ),
      ),
    )
    expect(rest).toEqual(['not there', 'not there', 'not there'])

    await row(now, 'red').getByRole('button', { name: /^red/ }).press('Enter')
    await expect(now.getByText('This is a sub-agent.', { exact: false })).toBeVisible()
    await expectOpenToAll(now, 'a sub-agent')
    await press(tree(now), 'Sub-agents 4')
    await expect(row(now, 'red')).toHaveCount(0)
  } finally {
    await model.close()
  }
})
