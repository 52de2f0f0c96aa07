// Every option of every command that takes a value, with one that means nothing there: an error as
// JSON that names the option or the value, beside a running app. The options come from the table of
// commands, so that a new one cannot be forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../main/host/cli/commands.ts'
import { options } from '../../main/host/cli/options.ts'
import type { OptionName } from '../../main/host/cli/options.ts'
import { elsewhere, lines } from './every-command-lines.ts'
import { printedFaults } from './printed-faults.ts'
import { seededHome } from './seeded-home.ts'
import type { SeededHome } from './seeded-home.ts'

/** Where any text is right, or is only looked up: a filter that finds nothing is an answer. */
const anyText: ReadonlySet<string> = new Set([
  ...[
    'init --folder',
    'plugins new --folder',
    'plugins pack --folder',
    'policy bundle build --out',
  ],
  ...['approvals deny --word', 'leases grant --paths', 'leases grant --commands'],
  ...['events list --from', 'events list --type', 'policy explain --command'],
  ...['policy explain --mount', 'policy explain --agent', 'schedules add --event'],
  // A folder that may come later.
  'servers add --folder',
])
/** What is not a number of any kind that we take. */
const noNumbers = ['', '-1', '1.5', '0x10', '1e3', ' 7', '99999999999999999999'] as const
const numbers: ReadonlySet<OptionName> = new Set<OptionName>([
  ...(['number', 'limit', 'days', 'max-uses', 'calls', 'denials', 'scope-index'] as const),
  ...(['every', 'in', 'cooldown', 'concurrent', 'max-runs', 'row', 'totp'] as const),
])
/** Where the line of the command has no place for the option. */
const otherLines: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['cron', 'every', 'at', 'event'].map((option) => [
      `schedules add --${option}`,
      'later "Good day" --echo',
    ]),
  ),
  'schedules add --zone': 'later "Good day" --echo --cron "0 8 * * *"',
  'schedules add --from': 'later "Good day" --echo --event done',
  'approvals approve --for': '{approval} --scope-index 1',
  'approvals approve --max-uses': '{approval} --scope-index 1',
  'approvals approve --expires': '{approval} --scope-index 1',
  'approvals deny --for': '{approval} --scope-index 1',
  'audit receipt --key': '--verify {receipt}',
  'audit receipt --redact': '{call} --row 3',
  'audit receipt --verify': '',
  'audit export --redact': '--format proof',
  'schedules preflight --args': '{job} --tool write_file',
  'servers add --entry': 'second --from {base}/servers.json --yes',
  'servers add --from': 'second --entry a/b --yes',
  'servers add --link': 'second --yes',
  'servers add --url': 'second --yes',
  'servers add --header': 'second --url https://mcp.example.com/mcp --yes',
  'servers add --host': 'second --yes -- node a.js',
  'servers add --env': 'second --yes -- node a.js',
  'policy bundle sign --key': '{bundle}',
}
/** What is said of the value where neither the option nor the value is named. */
const otherWords: Readonly<Record<string, RegExp>> = {
  'step-up totp --code': /one-time codes?/,
  'runs replay --key': /another key signed it/,
  'audit receipt --key': /key/,
  'policy bundle verify --key': /no Ed25519 key/,
  'servers add --link': /That link cannot be used/,
}

const takes = (await allCommands())
  .filter(({ name }) => elsewhere[name] === undefined || name === 'audit export')
  .flatMap(({ name, options: taken }) =>
    taken.flatMap((option) => (options[option].type === 'string' ? [[name, option] as const] : [])),
  )
const rows = takes
  .filter(([name, option]) => !anyText.has(`${name} --${option}`))
  .flatMap(([name, option]) =>
    (numbers.has(option) ? ['ze bra!', ...noNumbers] : ['ze bra!']).map(
      (value) => [name, option, value] as const,
    ),
  )

it('what takes any text is an option of its command', () => {
  const known = takes.map(([name, option]) => `${name} --${option}`)
  expect(
    [...anyText, ...Object.keys(otherLines), ...Object.keys(otherWords)].filter(
      (each) => !known.includes(each),
    ),
  ).toEqual([])
})

// The home is seeded where one of these runs, and not for the test above.
describe('a value that means nothing @whole', () => {
  let seeded: SeededHome
  beforeAll(async () => {
    seeded = await seededHome()
  })
  afterAll(() => seeded.remove())

  /** The line of the command without this option. */
  function withoutOption(name: string, option: OptionName): readonly string[] {
    const other = otherLines[`${name} --${option}`]
    const words = [...seeded.words(other ?? lines[name]?.more ?? '')]
    const at = words.findIndex(
      (word) => word === `--${option}` || (option === 'number' && word === '-n'),
    )
    if (at >= 0) words.splice(at, 2)
    return words
  }

  /** Words of a library or of the system that say nothing to a person. */
  const raw = /Invalid (?:input|option|string|URL)|\bNaN\b|Too (?:big|small)|\[object|^\s+at /m

  it.each(rows)('%s --%s=%j is refused with its name', async (name, option, value) => {
    const words = [
      '--json',
      ...name.split(' '),
      `--${option}=${value}`,
      ...withoutOption(name, option),
    ]
    const { code, stdout } = await seeded.home.run(...words)
    const printed = JSON.parse(stdout) as { readonly error?: { readonly text: string } }
    expect([code, printedFaults(name, Number(code), printed)]).toEqual([expect.any(Number), []])
    const text = printed.error?.text ?? JSON.stringify(printed)
    expect([Number(code) > 0, text]).toEqual([
      true,
      expect.stringMatching(
        otherWords[`${name} --${option}`] ?? new RegExp(`--${option}\\b|-n\\b|ze bra!`),
      ),
    ])
    expect(text).not.toMatch(raw)
  })
})
