// “Managed by …” at each setting that an organisation’s bundle holds: the list comes from the schema
// of bundles, so a new key without words fails here. What goes back behind the bundle is refused with
// the organisation’s name, and what goes further is taken.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { z } from 'zod'
import { type Bundle, BundleTool, held, ServerPins } from '../../contract/bundle/bundle.ts'
import { Preset } from '../../contract/policy/preset.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { pluginFiles } from '../../main/plugins/new-plugin.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { makeTemporary } from '../temporary.ts'
import { card } from './harness/act.ts'
import { root } from './harness/root.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { withPersonsHome } from './harness/persons-home.ts'
import { expect, type Gatehouse } from './harness/test.ts'

const test = withPersonsHome({
  '.cursor/mcp.json': JSON.stringify({
    mcpServers: { gatehouse: { command: 'gatehouse', args: ['mcp', '--client', 'cursor'] } },
  }),
})
const key = signingKey()
const folder = makeTemporary('managed')
const print = 'ab'.repeat(32)

/** All that a bundle can hold. */
const everything = {
  preset: 'firm',
  presets: {
    firm: {
      description: 'The way of the firm.',
      tools: ['*'],
      allowNetwork: true,
      allowWritePaths: ['src/**', 'notes/**'],
      hosts: ['docs.example.org'],
      tiers: { R4: 'deny' },
      withoutApproval: ['fs.read', 'fs.list', 'fs.write', 'fs.edit'],
      confirmOutside: true,
      sandboxedReads: true,
    },
  },
  rules: [
    {
      id: 'ask-src',
      when: { paths: ['src/**'] },
      effect: 'confirm',
      reason: 'Somebody looks at the sources.',
      expires: '2099-06-30T12:00:00Z',
    },
    {
      id: 'two-for-notes',
      when: { paths: ['notes/**'] },
      effect: 'confirm',
      approvers: 2,
      reason: 'Two of us look at notes.',
    },
  ],
  stop: ['~/clients/**'],
  tools: {
    http: { disabled: true },
    write_file: {
      tier: 'R3',
      default: 'confirm',
      reviewResults: true,
      rateLimits: { perSession: 30, perMinute: 5 },
    },
    alpha: { default: 'deny' },
  },
  servers: {
    forge: {
      tools: { list_issues: print },
      prompts: { sum_up: print },
      resources: { 'forge://readme': print },
      programs: [print],
    },
  },
  agents: { reviewer: 'name: reviewer\ncapabilities: [fs_read]\n' },
  revokedKeys: [signingKey().id],
} satisfies z.input<z.ZodObject<typeof held>>

type Parts = {
  presets: keyof Preset
  rules: keyof Rule
  tools: keyof z.infer<typeof BundleTool>
  servers: keyof ServerPins
}
type Key =
  | Exclude<keyof typeof held, keyof Parts>
  | { [Top in keyof Parts]: `${Top}.${Parts[Top] & string}` }[keyof Parts]

/** Where it is said, and in which words. */
type Said = readonly [screen: string, words: RegExp]
const overview = '#/policy'
const rules = '#/policy/rules'
const writeFileTool = '#/capabilities/write_file'
const forge = '#/servers/forge'
const strict = /Managed by Example At least as strict as the preset firm\./
const pinned =
  /Managed by Example One tool of this server may be used, each in one definition; its prompts, resources, program are held too\./
const wrote =
  /Managed by Example raised to R3, by default needs approval, results are reviewed, called at most 30 times a session and 5 times a minute/

const said: { readonly [K in Key]: readonly Said[] } = {
  preset: [
    ['#/settings', strict],
    [overview, strict],
    ['#/policy/allowlists', strict],
    ['#/agents', strict],
  ],
  'presets.description': [[overview, /The way of the firm\./]],
  'presets.tools': [[overview, /firm holds:[^]*All tools are available\./]],
  'presets.allowNetwork': [[overview, /firm holds:[^]*Network available\./]],
  'presets.allowWritePaths': [
    [overview, /Writing is possible only in src\/\*\*, notes\/\*\*\./],
    ['#/policy/allowlists', /Writing is possible only in src\/\*\*, notes\/\*\*\./],
  ],
  'presets.hosts': [
    [overview, /may be reached without approval: docs\.example\.org\./],
    ['#/policy/allowlists', /may be reached without approval: docs\.example\.org\./],
  ],
  'presets.tiers': [[overview, /R0 allowed, R1 allowed, R2 approval, R3 approval, R4 denied\./]],
  'presets.withoutApproval': [
    [overview, /only these run without approval: fs\.read, fs\.list, fs\.write, fs\.edit\./],
  ],
  'presets.confirmOutside': [
    [overview, /Whatever a call does outside the workspace needs approval\./],
  ],
  'presets.sandboxedReads': [[overview, /Read-only commands in the sandbox/]],
  'rules.id': [[rules, /Rules of Example[^]*ask-src Managed by Example/]],
  'rules.when': [[rules, /ask-src Managed by Example[^]*src\/\*\*/]],
  'rules.effect': [[rules, /ask ask-src/]],
  'rules.approvers': [[rules, /two-for-notes Managed by ExampleAsk two people before every call/]],
  'rules.reason': [[rules, /Somebody looks at the sources\./]],
  'rules.expires': [[rules, /until .*2099/]],
  stop: [[overview, /Managed by Example[^]*~\/clients\/\*\*/]],
  'tools.disabled': [
    ['#/capabilities/http', /Managed by Example switched off/],
    [overview, /http switched off/],
  ],
  'tools.tier': [
    [writeFileTool, wrote],
    [overview, /write_file raised to R3/],
  ],
  'tools.default': [
    [writeFileTool, wrote],
    ['#/servers/plugin/external/alpha', /Managed by Example by default denied/],
  ],
  'tools.reviewResults': [[writeFileTool, wrote]],
  'tools.rateLimits': [[writeFileTool, wrote]],
  'servers.tools': [
    [forge, pinned],
    [overview, /forge one tool of this server may be used/],
  ],
  'servers.prompts': [[forge, pinned]],
  'servers.resources': [[forge, pinned]],
  'servers.programs': [[forge, pinned]],
  agents: [
    ['#/agents/own', /reviewer[^]*Managed by Example/],
    ['#/agents/own/reviewer', /Managed by Example It can do no more than its file in the bundle/],
    [overview, /reviewer can do no more than its file in the bundle says/],
  ],
  revokedKeys: [['#/settings', /Revoked keys [0-9a-f]{16}…/]],
}

const parts = { presets: Preset, rules: Rule, tools: BundleTool, servers: ServerPins }
const keys = Object.keys(held).flatMap((top) =>
  top in parts
    ? Object.keys(parts[top as keyof typeof parts].shape).map((part) => `${top}.${part}`)
    : [top],
)

/** What the bundle above fills in. */
const filled = Object.entries(everything).flatMap(([top, value]) =>
  top in parts
    ? Object.values(value as object).flatMap((one: object) =>
        Object.keys(one).map((part) => `${top}.${part}`),
      )
    : [top],
)

// Written before each group of tests: one worker may be given both tests of this file, and the folder
// is gone after the first.
test.beforeAll(async () => {
  await mkdir(join(folder, 'policy'), { recursive: true })
  await writeFile(
    join(folder, 'policy', 'policy-bundle.json'),
    signedBundle(key, everything as Partial<z.input<typeof Bundle>>),
  )
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))
test.use({
  config: `preset: careful
plugins: { allowExternal: true }
organisation: { name: Example, source: ${join(folder, 'policy')}, keys: ['${key.text}'] }
gateway: { clients: { cursor: { preset: careful } } }
servers:
  forge: { transport: stdio, command: ${process.execPath}, args: [${join(root, 'test/fakes/mcp/forge.ts')}], enabled: false }
`,
})

/** What is beside each other on a screen may have no space between. */
const tight = (text: string): string => text.replaceAll(/\s+/g, '')

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => void (location.hash = to), hash)

async function prepare(gatehouse: Gatehouse): Promise<void> {
  const plugins = join(gatehouse.home, 'data', 'plugins', 'external')
  await mkdir(plugins, { recursive: true })
  for (const file of pluginFiles('alpha', 'node'))
    await writeFile(join(plugins, file.name), file.text)
  await mkdir(join(gatehouse.home, 'agents'), { recursive: true })
  await writeFile(join(gatehouse.home, 'agents', 'reviewer.yaml'), everything.agents.reviewer)
  await expect
    .poll(async () => {
      const managed = await gatehouse.call('organisation.policy', {})
      return managed.ok ? managed.value?.organisation : managed.error.code
    })
    .toBe('Example')
}

test('each key of a bundle has its words, and the bundle here fills each @whole', () => {
  expect(Object.keys(said).toSorted()).toEqual(keys.toSorted())
  expect([...new Set(filled)].toSorted()).toEqual(keys.toSorted())
})

test('each setting that a bundle holds says who manages it, and goes one way only @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await prepare(gatehouse)

  await test.step('the words', async () => {
    const all = Object.entries(said).flatMap(([name, of]) =>
      of.map(([screen, words]) => ({ name, screen, words })),
    )
    for (const screen of new Set(all.map((one) => one.screen))) {
      await go(page, screen)
      const missing = async (): Promise<readonly string[]> => {
        const text = tight((await page.getByRole('main').textContent()) ?? '')
        return all.flatMap(({ name, screen: of, words }) =>
          of === screen && !new RegExp(tight(words.source)).test(text) ? [name] : [],
        )
      }
      await expect.configure({ soft: true }).poll(missing, { message: screen }).toEqual([])
    }
  })

  await test.step('the switch of presets', async () => {
    await page.getByRole('button', { name: 'Preset: Careful' }).click()
    const menu = page.getByRole('menu', { name: 'Preset' })
    await expect(menu).toContainText(strict)
    await menu.getByRole('menuitemradio', { name: /^Flow/ }).click()
    await expect(page.getByRole('alert').first()).toContainText(
      'Managed by Example: no preset looser than firm can be chosen, and flow is looser.',
    )
    await expect(page.getByRole('button', { name: 'Preset: Careful' })).toBeVisible()
    await page.getByRole('button', { name: 'Preset: Careful' }).click()
    await expectOpenToAll(page, 'the switch of presets')
    await page.keyboard.press('Escape')
  })

  await test.step('one tool', async () => {
    await go(page, '#/capabilities/http')
    const pane = page.getByRole('complementary', { name: 'Details of http' })
    const on = pane.getByRole('switch', { name: 'Switched on' })
    await expect(on).not.toBeChecked()
    await on.click()
    await expect(pane.getByRole('alert')).toContainText('Managed by Example: http is switched off.')
    await expect(on).not.toBeChecked()
    await go(page, writeFileTool)
    const other = page.getByRole('complementary', { name: 'Details of write_file' })
    await other.getByRole('combobox', { name: 'Decision' }).click()
    await page.getByRole('option', { name: 'allow', exact: true }).click()
    await expect(other.getByRole('alert')).toContainText(
      'Managed by Example: write_file needs approval by default.',
    )
    await other.getByRole('combobox', { name: 'Decision' }).click()
    await page.getByRole('option', { name: 'deny', exact: true }).click()
    await expect(other.getByRole('status', { name: 'What changed' })).toBeVisible()
    await expect
      .poll(async () => {
        const tools = await gatehouse.call('tools.list', {})
        return tools.ok ? tools.value.find(({ name }) => name === 'write_file')?.setting : null
      })
      .toMatchObject({ default: 'deny' })
  })

  await test.step('the sheet of lasting answers', async () => {
    await gatehouse.call('runs.start', { text: 'edit src/a.txt: one => two' })
    await page.getByRole('link', { name: /Approvals/ }).click()
    await card(page).waitFor()
    await page.keyboard.press('s')
    await expect(
      page.getByRole('dialog', { name: 'How far should this approval reach?' }),
    ).toContainText('Managed by Example Its rule ask-src asks each time.')
    await page.keyboard.press('Escape')
  })

  await test.step('the command line', async () => {
    const status = await gatehouse.cli('policy', 'bundle', 'status')
    for (const words of [
      /Managed by Example:/,
      /preset +firm +nothing looser/,
      /its own preset +firm +The way of the firm\./,
      /rule +two-for-notes +confirm, by two persons: Two of us/,
      /STOP +~\/clients\/\*\*/,
      /tool +http +switched off/,
      /server +forge +one tool of this server/,
      /agent +reviewer/,
      /key +[0-9a-f]{16}… +revoked/,
    ])
      expect(status.stdout).toMatch(words)
    expect((await gatehouse.cli('tools', 'describe', 'http')).stdout).toMatch(
      /Managed by Example: switched off/,
    )
    const looser = await gatehouse.cli('policy', 'preset', 'flow')
    expect([looser.code, looser.stderr]).toEqual([
      1,
      expect.stringContaining('Managed by Example: no preset looser than firm can be chosen'),
    ])
  })
})
