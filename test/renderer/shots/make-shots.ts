// Takes pictures of every screen with the fake bridge, in both themes, and runs axe over each.
// node test/renderer/shots/make-shots.ts [folder] [names] [ways]   (after `vite build -c renderer/vite.config.ts`)
// Names: a regular expression. Ways: `zoomed,narrow,contrast` draws each of them with text at 200
// %, 900 px wide, with more contrast.
import { createServer } from 'node:http'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { approvalShots } from './approval-shots.ts'
import { full, held, type Shot } from './shot.ts'
import { transcriptShots } from './transcript-shots.ts'
import { frameShots } from './frame-shots.ts'
import { runShots } from './run-shots.ts'
import { firstRunShots } from './first-run-shots.ts'
import { policyShots } from './policy-shots.ts'
import { serverShots } from './server-shots.ts'
import { auditShots } from './shots-audit.ts'
import { openPageFiles } from '../../../main/host/page/files.ts'
import { pageHeaders } from '../../../main/host/page/page-headers.ts'

const folder = process.argv[2] ?? '/tmp/shots'
const only = new RegExp(process.argv[3] ?? '')
const ways = (process.argv[4] ?? 'plain').split(',')
const root = join(import.meta.dirname, '../../../out/renderer')
const say = (text: string): void => void process.stdout.write(`${text}\n`)

function optionsOf(shot: Shot, way: string): object {
  const view = {
    ...(shot.zoom === undefined && way !== 'zoomed'
      ? {}
      : { textPercent: way === 'zoomed' ? 200 : (shot.zoom ?? 1) * 100 }),
    ...(way === 'contrast' ? { contrast: 'more' } : {}),
  }
  if (Object.keys(view).length === 0) return shot.options ?? {}
  const own = shot.options !== undefined && 'look' in shot.options ? shot.options.look : {}
  return { ...shot.options, check: { ...Object(own), ...view } }
}

/** The fake bridge as one script that runs before the page's own, as a preload would. */
async function fakeScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '../../fakes/bridge.ts'),
        formats: ['iife'],
        name: 'fake',
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunk = outputs.flatMap((output) => ('output' in output ? output.output : []))[0]
  if (chunk === undefined || chunk.type !== 'chunk')
    throw new Error('make-shots: the fake bridge did not bundle')
  return chunk.code
}

const shots: readonly Shot[] = [
  ...approvalShots,
  ...transcriptShots,
  ...frameShots,
  {
    name: 'frame-compact',
    path: '/capabilities',
    options: { ...held, check: { density: 'compact', sidebarCollapsed: true } },
    act: (page) => page.waitForTimeout(300),
  },
  {
    name: 'frame-appearance',
    path: '/settings/appearance',
    act: (page) => page.waitForTimeout(300),
  },
  {
    name: 'audit-address',
    path: '/audit?q=tool%3Aexec&row=12',
    options: full,
    act: (page) => page.getByRole('complementary').waitFor(),
  },
  {
    name: 'audit-no-row',
    path: '/audit?row=99999',
    options: full,
    act: (page) => page.getByText('The journal has no row').waitFor(),
  },
  {
    name: 'settings-presence',
    path: '/settings',
    options: { ...full, secured: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Set up one-time codes…' }).click()
      await page.getByLabel('Passphrase', { exact: true }).fill('correct horse')
      await page.keyboard.press('Enter')
      await page.getByLabel('First code').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Change passphrase…' }).click()
      await page.getByLabel('New passphrase').fill('short')
      await page.getByLabel('First code').scrollIntoViewIfNeeded()
    },
  },
  ...auditShots,
  {
    name: 'credentials',
    path: '/settings',
    options: { ...full, secured: true },
    act: async (page) => {
      await page.getByText('Stored credentials').scrollIntoViewIfNeeded()
      await page
        .getByRole('region', { name: 'Stored credentials' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'credentials-open',
    path: '/settings',
    options: { ...full, secured: true },
    act: async (page) => {
      await page.getByLabel('Gatehouse passphrase').fill('correct horse')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove tickets' }).click()
      await page
        .getByRole('region', { name: 'Stored credentials' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'credentials-new',
    path: '/settings',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a credential…' }).click()
      await page.getByLabel('Name', { exact: true }).fill('GitHub')
      await page.getByLabel('Hosts it may be sent to').fill('api.github.com')
      await page
        .getByRole('region', { name: 'Stored credentials' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'credentials-wrong',
    path: '/settings',
    options: { ...full, secured: true },
    act: async (page) => {
      await page.getByLabel('Gatehouse passphrase').fill('a guess')
      await page.keyboard.press('Enter')
      await page.getByText('That passphrase does not open').waitFor()
      await page
        .getByRole('region', { name: 'Stored credentials' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'credentials-broken',
    path: '/settings',
    options: { ...full, broken: true },
    act: async (page) => {
      await page
        .getByRole('region', { name: 'Stored credentials' })
        .evaluate((part) => part.scrollIntoView())
    },
  },
  {
    name: 'protections',
    path: '/settings/protections',
    options: full,
    act: (page) => page.getByText('Missing').first().waitFor(),
  },
  {
    name: 'protections-end',
    path: '/settings/protections',
    options: full,
    act: async (page) => {
      await page.getByText('Where your data is').scrollIntoViewIfNeeded()
    },
  },
  { name: 'narrow-protections', path: '/settings/protections', options: full, width: 640 },
  { name: 'capabilities', path: '/capabilities/exec', options: full },
  {
    name: 'capabilities-all',
    path: '/capabilities',
    options: { ...full, moreTools: 1_000 },
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Group by' }).click()
      await page.getByRole('option', { name: 'By source' }).click()
      await page.getByText('Built in · 7').waitFor()
    },
  },
  {
    name: 'capabilities-filtered',
    path: '/capabilities',
    options: full,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Tier' }).first().click()
      await page.getByRole('option', { name: /^R3/ }).click()
      await page.getByRole('option', { name: /^R2/ }).click()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'capabilities-none',
    path: '/capabilities',
    options: full,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Trust' }).click()
      await page.getByRole('option', { name: /^community/ }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('searchbox').fill('merge')
      await page.getByText('No tool fits').waitFor()
    },
  },
  {
    name: 'capabilities-error',
    path: '/capabilities',
    options: full,
    act: async (page) => {
      await page.evaluate(
        `window.fakeBridge.breakChannel('tools.list', { code: 'bridge.lost', text: 'The tools could not be read.', hint: 'Try again in a moment.' }); window.fakeBridge.changeApp({ config: { file: 'x', problem: null } })`,
      )
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'capabilities-views',
    path: '/capabilities',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByLabel('Name of this view').fill('Risky')
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByText('Saved as Risky.').waitFor()
    },
  },
  {
    name: 'capabilities-try',
    path: '/capabilities/forge__create_issue',
    options: full,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Try a call' }).click()
      await page.getByRole('button', { name: 'Add to labels' }).click()
      await page.getByRole('textbox', { name: 'week' }).fill('many')
      await page.getByRole('button', { name: 'Explain' }).click()
      await page.getByText('Enter a number.').waitFor()
    },
  },
  {
    name: 'capabilities-verdict',
    path: '/capabilities/write_file',
    options: full,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Try a call' }).click()
      await page.getByRole('textbox', { name: 'path' }).fill('/etc/hosts')
      await page.getByRole('button', { name: 'Explain' }).click()
      await page.getByText('needs approval').first().waitFor()
      await page.getByRole('status', { name: 'What would happen' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'capabilities-set',
    path: '/capabilities/write_file',
    options: full,
    act: async (page) => {
      await page.getByRole('complementary').getByRole('combobox', { name: 'Default' }).click()
      await page.getByRole('option', { name: 'deny' }).click()
      await page
        .getByText(/, now is denied/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'capabilities-leases',
    path: '/capabilities/write_file',
    options: full,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Leases' }).click()
      await page.getByRole('button', { name: 'Give a lease…' }).click()
      await page.getByLabel('Times').fill('often')
    },
  },
  {
    name: 'capabilities-calls',
    path: '/capabilities/exec',
    options: full,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Calls' }).click()
      await page.getByText('Newest decisions').waitFor()
    },
  },
  { name: 'capabilities-changed', path: '/capabilities/forge__merge_pull_request', options: full },
  { name: 'capabilities-unknown', path: '/capabilities/nothing_here', options: full },
  { name: 'capabilities-900', path: '/capabilities/write_file', options: full, width: 900 },
  { name: 'capabilities-zoom', path: '/capabilities', options: full, zoom: 2 },
  {
    name: 'capabilities-guard',
    path: '/capabilities',
    options: full,
    act: (page) => page.getByRole('switch', { name: 'Exfiltration guard' }).click(),
  },
  {
    name: 'audit',
    path: '/audit',
    options: full,
    act: async (page) => {
      await page.getByText('read_file').first().click()
      await page.getByRole('button', { name: 'Verify' }).click()
      await page
        .getByText(/intact/i)
        .first()
        .waitFor()
    },
  },
  { name: 'settings', path: '/settings', options: full },
  {
    name: 'settings-error',
    path: '/settings',
    options: full,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Workspace folder' }).fill('nowhere')
      await page.keyboard.press('Enter')
      await page.getByText('There is no folder nowhere.').waitFor()
    },
  },
  ...runShots,
  ...firstRunShots,
  ...serverShots,
  ...policyShots,
  { name: 'narrow-capabilities', path: '/capabilities', options: full, width: 640 },
  { name: 'narrow-audit', path: '/audit', options: full, width: 640 },
  { name: 'narrow-settings', path: '/settings', options: full, width: 480 },
]

const files = openPageFiles(root)
const server = createServer((request, response) => {
  files.read(new URL(request.url ?? '/', 'http://x').pathname).then(
    (file) =>
      file === null
        ? response.writeHead(404).end()
        : response
            .writeHead(200, { ...pageHeaders({ styleNonce: file.styleNonce }), ...file.headers })
            .end(file.body),
    () => response.writeHead(500).end(),
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('make-shots: no port')
const code = await fakeScript()
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
let faults = 0
const turns = ways.flatMap((way) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ way, colorScheme })),
)
for (const { way, colorScheme } of turns) {
  // Colours say nothing of sizes.
  if (colorScheme === 'dark' && (way === 'zoomed' || way === 'narrow')) continue
  for (const shot of shots) {
    if (!only.test(shot.name)) continue
    const picture = `${shot.name}${way === 'plain' ? '' : `-${way}`}-${colorScheme}`
    const context = await browser.newContext({
      viewport: {
        width: way === 'narrow' ? Math.min(900, shot.width ?? 900) : (shot.width ?? 1280),
        height: 800,
      },
      colorScheme,
      bypassCSP: false,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    page.setDefaultTimeout(4_000)
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      if (message.text().includes('Permissions-Policy')) return
      if (shot.name === 'lost' && message.text().includes('WebSocket')) return
      faults += 1
      say(`${picture}: console ${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => {
      faults += 1
      say(`${picture}: ${error.message}`)
    })
    if (!('lost' in (shot.options ?? {}))) {
      await page.addInitScript({
        content: `${code}; window.fakeBridge = fake.fakeBridge(${JSON.stringify(optionsOf(shot, way))}); window.gatehouse = { call: (channel, input) => window.fakeBridge.call(channel, input), subscribe: (hear) => window.fakeBridge.subscribe((event) => hear(JSON.stringify({ events: [event] }))) }`,
      })
    }
    await page.goto(`http://127.0.0.1:${address.port}/#${shot.path}`)
    try {
      await page.getByRole('navigation').first().waitFor()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForTimeout(150)
      await shot.act?.(page)
    } catch (error) {
      faults += 1
      say(`${picture}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`)
    }
    await page.screenshot({ path: join(folder, `${picture}.png`) })
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (sideways > 0) say(`${picture}: the page is ${sideways} px too wide`)
    // A section of the card that is cut off hides part of the call.
    const cut = await page.evaluate(
      () =>
        [...document.querySelectorAll('[data-approval] [role="group"]:not([tabindex])')].filter(
          (part) => part.scrollHeight > part.clientHeight + 1,
        ).length,
    )
    if (cut > 0) {
      faults += 1
      say(`${picture}: ${cut} sections of the card are cut off`)
    }
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const violation of violations) {
      faults += 1
      say(
        `${picture}: axe ${violation.id}: ${violation.nodes
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? ''}`)
          .slice(0, 3)
          .join(' | ')}`,
      )
    }
    await context.close()
  }
}
await browser.close()
server.close()
say(`${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1
