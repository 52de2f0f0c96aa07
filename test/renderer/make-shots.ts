// Takes pictures of every screen with the fake bridge, in both themes, and runs axe over each.
// node test/renderer/make-shots.ts [folder] [names] [ways]   (after `vite build -c renderer/vite.config.ts`)
// Names: a regular expression. Ways: `zoomed,narrow,contrast` draws each of them with text at 200
// %, 900 px wide, with more contrast.
import { createServer } from 'node:http'
import { mkdir, readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { frameShots } from './frame-shots.ts'
import { runShots } from './run-shots.ts'
import { firstRunShots } from './first-run-shots.ts'
import { policyShots } from './policy-shots.ts'
import { serverShots } from './server-shots.ts'
import { auditShots } from './shots-audit.ts'
import { pageHeaders } from '../../main/host/page/policy.ts'

const folder = process.argv[2] ?? '/tmp/shots'
const only = new RegExp(process.argv[3] ?? '')
const ways = (process.argv[4] ?? 'plain').split(',')
const root = join(import.meta.dirname, '../../out/renderer')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function optionsOf(shot: Shot, way: string): object {
  const look = {
    ...(shot.zoom === undefined && way !== 'zoomed'
      ? {}
      : { textPercent: way === 'zoomed' ? 200 : (shot.zoom ?? 1) * 100 }),
    ...(way === 'contrast' ? { contrast: 'more' } : {}),
  }
  if (Object.keys(look).length === 0) return shot.options ?? {}
  const own = shot.options !== undefined && 'look' in shot.options ? shot.options.look : {}
  return { ...shot.options, look: { ...Object(own), ...look } }
}

/** The fake bridge as one script that runs before the page's own, as a preload would. */
async function fakeScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '../fakes/bridge.ts'),
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

type Shot = {
  readonly name: string
  readonly path: string
  readonly options?: object
  readonly width?: number
  /** Of the text; 2 is the most. */
  readonly zoom?: number
  act?(page: Page): Promise<void>
}

const held = { held: true, runs: true, journalRows: 412 }
const full = { runs: true, journalRows: 412 }
const shots: readonly Shot[] = [
  ...frameShots,
  {
    name: 'approvals-still',
    path: '/approvals',
    options: held,
    act: async (page) => {
      const second = page.getByRole('listitem').filter({ hasText: 'npm run build' })
      await second.hover()
      await page.evaluate(
        `window.fakeBridge.call('approvals.list', { states: ['pending'], limit: 50 }).then(({ value }) => window.fakeBridge.call('approvals.answer', { id: value.find(({ tool }) => tool === 'write_file')?.id ?? value.at(-1).id, answer: 'deny-once' }))`,
      )
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'frame-narrow',
    path: '/approvals',
    options: held,
    width: 900,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'frame-text-200',
    path: '/approvals',
    options: { ...held, look: { textPercent: 200 } },
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'frame-contrast',
    path: '/approvals',
    options: { ...held, look: { contrast: 'more' } },
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'frame-compact',
    path: '/capabilities',
    options: { ...held, look: { density: 'compact', sidebarCollapsed: true } },
    act: (page) => page.waitForTimeout(300),
  },
  {
    name: 'frame-appearance',
    path: '/settings/appearance',
    act: (page) => page.waitForTimeout(300),
  },
  { name: 'runs-empty', path: '/runs' },
  {
    name: 'runs',
    path: '/runs/run_00000001',
    options: full,
    act: (page) => page.getByText('All 48 tests pass').waitFor(),
  },
  {
    name: 'runs-folded-out',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: /^read_file/ }).click()
      await page
        .getByLabel('Transcript')
        .last()
        .evaluate((element) => (element.scrollTop = 0))
    },
  },
  {
    name: 'runs-remove',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove this run…' }).click()
      await page.getByText('This cannot be undone.').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'runs-call-open',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^read_file/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'This call in Audit' }).scrollIntoViewIfNeeded()
    },
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
  { name: 'runs-interrupted', path: '/runs/run_00000002', options: full },
  {
    name: 'runs-held',
    path: '/runs',
    options: { journalRows: 12 },
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('write notes.txt: hello')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Approval' }).waitFor()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'runs-live',
    path: '/runs',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('run ls -la')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Allow once' }).click()
      await page.getByText('line 4 of').waitFor()
    },
  },
  { name: 'approvals', path: '/approvals', options: held, act: (page) => page.waitForTimeout(500) },
  {
    name: 'approvals-exec',
    path: '/approvals/apr_0000002t',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-edit',
    path: '/approvals/apr_0000002u',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-http',
    path: '/approvals/apr_0000002v',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-failed',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.evaluate(
        `window.fakeBridge.breakChannel('approvals.answer', { code: 'journal.fault', text: 'The answer could not be recorded, so nothing was done.', hint: 'Free some disk space and answer again.' })`,
      )
      await page.waitForTimeout(450)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'approvals-lasting',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'More…' }).click()
      await page.getByText('Over the last 60 recorded calls').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-word',
    path: '/approvals/apr_0000002u',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Say why…' }).click()
      await page.getByRole('textbox').fill('Use the drafts folder instead.')
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-proof',
    path: '/approvals/apr_0000002w',
    options: { ...held, secured: true },
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.getByLabel('Passphrase or one-time code').fill('a guess')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Passphrase or one-time code').fill('correct')
    },
  },
  {
    name: 'approvals-proven',
    path: '/approvals/apr_0000002w',
    options: { ...held, secured: true },
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.getByLabel('Passphrase or one-time code').focus()
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByText('Answered').first().waitFor()
    },
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
  {
    name: 'rehearsal-large',
    path: '/approvals/apr_0000002x',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Changed|Restore) README/ }).click()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-end',
    path: '/approvals/apr_0000002x',
    options: held,
    act: async (page) => {
      await page.getByText('Started by itself').scrollIntoViewIfNeeded()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-done',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Try it in a copy' }).click()
      await page.getByText('Started by you').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-busy',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Try it in a copy' }).click()
    },
  },
  {
    name: 'rehearsal-refused',
    path: '/approvals/apr_0000002t',
    options: { ...held, weak: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Try it in a copy' }).click()
      await page.getByRole('alert').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-credential',
    path: '/approvals/apr_0000002y',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'undo',
    path: '/runs/run_00000001',
    options: full,
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('button', { name: /^(Changed|Restore) README/ }).click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'undo-conflicts',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('checkbox', { name: /README/ }).check()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'undo-done',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.getByRole('checkbox', { name: 'All of them' }).check()
      await page.getByRole('button', { name: 'Put 1,204 paths back' }).click()
      await page.getByRole('button', { name: 'Undo this undo…' }).waitFor()
      await page.waitForTimeout(250)
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
  {
    name: 'narrow-rehearsal',
    path: '/approvals/apr_0000002x',
    options: held,
    width: 900,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'narrow-undo',
    path: '/runs/run_00000001',
    options: { ...full, conflicts: true },
    width: 900,
    act: async (page) => {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'narrow-protections', path: '/settings/protections', options: full, width: 640 },
  { name: 'approvals-empty', path: '/approvals' },
  {
    name: 'approvals-many',
    path: '/approvals',
    options: { many: 500 },
    act: (page) => page.waitForTimeout(600),
  },
  {
    name: 'approvals-group',
    path: '/approvals',
    options: { many: 40 },
    act: async (page) => {
      await page
        .getByRole('button', { name: /× Write a file/ })
        .first()
        .click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'approvals-history',
    path: '/approvals',
    options: held,
    act: async (page) => {
      await page.waitForTimeout(500)
      await page.keyboard.press('d')
      await page.waitForTimeout(600)
      await page.keyboard.press('d')
      await page.getByRole('button', { name: 'Answered' }).click()
      await page
        .getByRole('button', { name: /Denied/ })
        .first()
        .click()
      await page.getByText('Rows in the journal').click()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'approvals-editing',
    path: '/approvals/apr_0000002u',
    options: held,
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.keyboard.press('e')
      await page.getByLabel('new_text').fill('Run `npm run build`.')
      await page.waitForTimeout(450)
    },
  },
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
      await page.getByText('This has to be a number.').waitFor()
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
      await page.getByText('would be asked').first().waitFor()
      await page.getByRole('status', { name: 'What would happen' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'capabilities-set',
    path: '/capabilities/write_file',
    options: full,
    act: async (page) => {
      await page.getByRole('complementary').getByRole('combobox', { name: 'Default' }).click()
      await page.getByRole('option', { name: 'refuse' }).click()
      await page
        .getByText(/, now is refused/)
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
      await page.getByLabel('How often').fill('often')
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
  {
    name: 'palette',
    path: '/runs',
    options: held,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'shortcuts',
    path: '/approvals',
    options: held,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'banners',
    path: '/runs',
    options: full,
    act: async (page) => {
      await page.evaluate(
        `window.fakeBridge.changeApp({ config: { file: '/home/ada/.config/gatehouse/config.yaml', problem: { file: '/home/ada/.config/gatehouse/config.yaml', line: 12, column: 3, text: 'There is no setting named exfilGuard.', hint: 'Did you mean exfiltrationGuard?' } }, sandbox: { state: 'missing', text: 'none found', how: 'Install bubblewrap.' }, workspace: { path: '/home/ada/site', ready: false, text: '/home/ada/site is gone.' }, journal: { rows: 412, verification: { kind: 'broken', rows: 412, seq: 208, fault: 'edited', text: 'Row 208 was changed after it was written.', durationMs: 3 }, fault: 'The disk is full.' } })`,
      )
      await page.getByText('exfilGuard').waitFor()
    },
  },
  ...runShots,
  ...firstRunShots,
  ...serverShots,
  ...policyShots,
  {
    name: 'lost',
    path: '/runs',
    options: { lost: true },
    act: (page) => page.getByText('The connection to Gatehouse is lost.').waitFor(),
  },
  {
    name: 'narrow-approvals',
    path: '/approvals',
    options: held,
    width: 640,
    act: (page) => page.waitForTimeout(500),
  },
  { name: 'narrow-runs', path: '/runs/run_00000001', options: full, width: 640 },
  { name: 'narrow-capabilities', path: '/capabilities', options: full, width: 640 },
  { name: 'narrow-audit', path: '/audit', options: full, width: 640 },
  { name: 'narrow-settings', path: '/settings', options: full, width: 480 },
]

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://x').pathname)
  readFile(join(root, path === '/' ? 'index.html' : path)).then(
    (body) =>
      response
        .writeHead(200, {
          ...pageHeaders(),
          'content-type': types[extname(path === '/' ? '.html' : path) || '.html'] ?? 'text/html',
        })
        .end(body),
    () => response.writeHead(404).end(),
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
