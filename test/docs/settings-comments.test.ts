// Every comment of examples/config.settings.yaml is shown by a test, which is named here. A comment
// without one fails, and so does an entry whose comment or test is gone.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mailServers } from '../../contract/policy/config/mail-settings.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { commentsOf } from './comments-of.ts'

const root = join(import.meta.dirname, '../..')
const file = readFileSync(join(root, 'examples/config.settings.yaml'), 'utf8')

const [search, weather, pictures] = ['web-search', 'weather', 'image-gen'].map(
  (name) => `test/tools/${name}.test.ts`,
) as [string, string, string]
const gmail = 'test/wiring/mail-tools.test.ts: tools for mail over a mail server of one’s own'
const calendars = 'test/tools/calendar/calendar-tools.test.ts'
const container = 'test/sandbox/container/container-line.test.ts'
const servers = 'test/mcp/trust/servers.test.ts'
const subagents = 'test/agent/subagents.test.ts'
const desktop = 'test/e2e/electron-desktop.spec.ts'
const limits = 'test/agent/allowance.test.ts'
const plugins = 'test/plugins/plugins.test.ts'
const here = 'test/docs/settings-comments.test.ts'

/** Comments by their beginning, each with the tests that show it: the file, and how the test is called. */
const shown: readonly (readonly [comment: string, ...tests: string[]])[] = [
  [
    'What can be set and no decision',
    'test/config/example.test.ts: show every key there is between them',
  ],
  ['Who thinks. manual', 'test/model/manual-driver.test.ts: makes the calls that were typed'],
  ['or anthropic, or manual', 'test/model/create-model.test.ts: in the form of the provider'],
  [
    "null: the provider's own address",
    'test/model/unset-model.test.ts: has no key for the provider’s own server',
    `${search}: names what it lacks`,
  ],
  [
    'the NAME of a variable',
    'test/model/unset-model.test.ts: takes neither key nor address from the environment by itself',
  ],
  [
    'of a million tokens; null',
    `${limits}: no price`,
    'test/agent/branch.test.ts: tokens cost what the price of their time says',
  ],
  ['of agents with a model of their own: what', `${limits}: the price of a model`],
  ['of agents with a model of their own; a name', `${limits}: the price of a model`],
  ['What a listed host may lead to', 'test/egress/pins.test.ts: pinned addresses'],
  ['the name may lead to these', 'test/egress/pins.test.ts: the pinned one and another'],
  ["SHA-256 of the server's public key", 'test/egress/pins.test.ts: a pinned key'],
  ['Where the services are', 'test/wiring/requirements.test.ts: google_mail'],
  ['or brave, which needs', `${search}: names what it lacks`],
  [
    'or openweather, which needs',
    `${weather}: asks OpenWeather for %s, with the key on the wire only`,
  ],
  [
    'or app, an app of your own',
    'test/wiring/reddit-account.test.ts: is what the tool lacks until somebody has signed in',
  ],
  ['or google', `${pictures}: image_gen with %s`],
  ["null: the provider's usual one", `${pictures}: has no model %j`],
  ['or server: IMAP and SMTP', gmail],
  [
    'such as mail.example.org, or mail.example.org:143 with STARTTLS',
    'test/mail/mail-server.test.ts: is not expected to greet again after TLS began',
  ],
  [
    'such as mail.example.org, or mail.example.org:587 with STARTTLS',
    'test/mail/mail-server.test.ts: is not expected to greet again after TLS began',
  ],
  ['your address', `${here}: a mail server has the usual ports`],
  ['or files, or both', `${calendars}: of one of two sources`],
  ['read where provider is files', `${calendars}: of files, only mine`],
  ['yours; another person by mail', `${calendars}: of files, only mine`],
  ['null: that of this machine', 'test/tools/calendar/open-slots.test.ts: a clock in a zone'],
  ['1 is Monday', 'test/tools/calendar/open-slots.test.ts: are what is left of working hours'],
  ['such as http://127.0.0.1:7878', 'test/wiring/service-tools.test.ts: media'],
  ['such as http://127.0.0.1:27123', 'test/wiring/service-tools.test.ts: obsidian'],
  [
    'or a vault that is a folder',
    'test/tools/services/obsidian.test.ts: obsidian in the folder of a vault',
  ],
  [
    'Seconds of processor time',
    'test/sandbox/processor-time.test.ts: the shell itself',
    'test/sandbox/processor-time.test.ts: ends many that eat a little each',
    'test/wiring/server-processor-time.test.ts: the bound of all, where it has none',
  ],
  [
    'counted where Gatehouse may',
    'test/sandbox/processor-time.test.ts: lets many eat a little each, where no group counts them',
  ],
  [
    'What runs commands in the workspace',
    'test/sandbox/container/container.test.ts: has every indispensable protection, proved by a trial',
  ],
  ['or docker; null', `${container}: %s is given every protection`],
  ['what our image is built on', `${container}: another base is another image`],
  ['such as krun or kata', `${container}: a virtual machine for each container is one option more`],
  ['Tools of your own: two folders', `${plugins}: are all listed, each with its state`],
  ['needs no review; null', `${plugins}: are let in by the filter, and the built-in folder`],
  ['everything else; null', `${plugins}: are all listed, each with its state`],
  ['once you have reviewed them', 'test/cli/plugins.test.ts: makes one that is let in, reviewed'],
  [
    'empty: all of the external',
    'test/plugins/external-filter.test.ts: a %s plugin with allowExternal',
  ],
  [
    'true: what is not registered',
    'test/plugins/registration.test.ts: closes what is not registered',
  ],
  [
    'for plugins whose manifest says',
    `${plugins}: touches what its manifest asks for and what was`,
  ],
  [
    'or json',
    'test/fleet/collector/delivery.test.ts: what was written before, and what is written later',
  ],
  ['or none', 'test/fleet/collector/delivery.test.ts: the token comes from the store'],
  [
    'Gatehouse on Bob’s machine shows',
    'test/wiring/second-approval.test.ts: runs what the second person approves on their own machine',
  ],
  ['beside those of its manifest', `${plugins}: touches what its manifest asks for and what was`],
  [
    'the model is told older results',
    'test/agent/compaction.test.ts: goes on with older results in short',
  ],
  [
    'AGENTS.md of the workspace is read',
    'test/wiring/workspace-notes.test.ts: is told to the model',
    'test/wiring/workspace-notes.test.ts: is not read where that is turned off',
  ],
  ['External MCP servers, each', `${servers}: is needed before anything can be called`],
  [
    'A program, run in the sandbox',
    'test/sandbox/program.test.ts: has exactly the environment it was given, and HOME',
  ],
  [
    'Secrets are named, never written',
    `${servers}: of the configuration: a variable, a host, a folder closes the server`,
  ],
  ['None written: no network', 'test/sandbox/program.test.ts: has no network'],
  [
    'what it sends back waits',
    'test/pipeline/review.test.ts: waits in the queue after the call ran',
  ],
  [
    'of one process of it, in place',
    'test/wiring/server-processor-time.test.ts: a server that eats the processor',
  ],
  ['Programs that connect to the gateway', 'test/mcp/gateway/held.test.ts: a held call'],
  [
    'It may put R2 questions',
    'test/mcp/gateway/held.test.ts: answers up to R2 only where the person allowed it',
  ],
  [
    'Folders that count as the workspace',
    'test/clients/hook/hook-tool-source.test.ts: counts as inside in the folders of its client',
  ],
  ['Where no Gatehouse runs', 'test/clients/hook/process.test.ts: askInClient'],
  ['What a rule takes for a secret', 'test/secrets/parts.test.ts: for one tool, there'],
  [
    'How long a held call waits',
    'test/pipeline/pipeline.test.ts: is denied once when nobody answers in time',
  ],
  [
    'Quick held commands are run',
    'test/rehearsal/rehearsal-budget.test.ts: is limited to a number of runs and a time',
  ],
  ['of one message', 'test/cli/own-agents.test.ts: ends after as many steps as the file says'],
  [
    'What could go beyond a limit',
    `${limits}: does not ask the model where the answer could exceed its tokens`,
  ],
  ['What an agent may hand on', `${subagents}: a run with sub-agents`],
  ['of one run, at all depths', `${subagents}: may have ten alive at most, of all depths together`],
  ['at the same time', `${subagents}: has at most so many at work`],
  ['of one sub-agent', `${subagents}: reports a sub-agent that used its steps`],
  ['at work, without waiting', `${subagents}: counts no time in which a sub-agent is held`],
  ['The desktop app around its window', `${desktop}: counts held calls in the tray`],
  ['a small window over other programs', `${desktop}: the approval window`],
  ['small calls up to R2', 'test/approvals/one-click.test.ts: is riskier than R2'],
  ['on a Mac, in place', 'test/approvals/step-up.test.ts: Touch ID'],
  ['or stable, beta; off', 'test/host/electron-updates.test.ts: keeps the channels apart'],
  [
    'How the window looks',
    'test/e2e/capabilities.spec.ts: a view is saved and there again after a restart',
  ],
  [
    'the table of tools, as',
    'test/e2e/capabilities.spec.ts: a view is saved and there again after a restart',
  ],
]

it('has a test for each comment of the settings', () => {
  const comments = commentsOf(file)
  expect(comments.length).toBeGreaterThan(55)
  expect(
    comments.filter((comment) => !shown.some(([start]) => comment.startsWith(start))),
    'name the test that shows it, in `shown` above',
  ).toEqual([])
  expect(
    shown.flatMap(([start]) =>
      comments.some((comment) => comment.startsWith(start)) ? [] : [start],
    ),
    'no comment begins like this any more: take it out of `shown`',
  ).toEqual([])
})

it('names tests that there are', () => {
  const missing = shown.flatMap(([, ...tests]) =>
    tests.filter((test) => {
      const at = test.indexOf(': ')
      const [path, title] = [test.slice(0, at), test.slice(at + 2)]
      const full = join(root, path)
      return !existsSync(full) || !readFileSync(full, 'utf8').includes(title)
    }),
  )
  expect(missing).toEqual([])
})

it.each([
  ['mail.example.org', 'https://mail.example.org:993/', 'https://mail.example.org:465/'],
  ['mail.example.org:1234', 'https://mail.example.org:1234/', 'https://mail.example.org:1234/'],
])('a mail server has the usual ports, and the address that is written: %s', (host, imap, smtp) => {
  const settings = {
    provider: 'server',
    imap: host,
    smtp: host,
    user: 'me',
    from: 'me@example.org',
  }
  const found = mailServers(Services.parse({ mail: settings }).mail)
  expect(
    found === null ? null : [new URL(found.imap).href, new URL(found.smtp).href, found.from],
  ).toEqual([imap, smtp, 'me@example.org'])
})
