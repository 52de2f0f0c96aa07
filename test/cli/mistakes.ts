// Mistakes that many commands can meet, each with the exit code it has in all of them. `{name}` in a
// line: what the home was seeded with (seeded-home.ts).

export type Mistake = {
  readonly exit: number
  /** The code of the error in JSON. */
  readonly error: RegExp
  readonly lines: readonly string[]
}

export const mistakes: Readonly<Record<string, Mistake>> = {
  'an id that can be none': {
    exit: 2,
    error: /^usage$/,
    lines: [
      ...['approvals show zebra', 'approvals rehearse zebra', 'approvals run-again zebra'],
      ...['approvals approve zebra', 'approvals deny zebra', 'leases revoke zebra'],
      ...['leases revoke --session zebra', 'undo zebra', 'undo zebra --preview'],
      ...['runs show zebra', 'runs capture zebra', 'audit receipt zebra'],
      ...['schedules show zebra', 'schedules run zebra', 'schedules pause zebra'],
      ...['schedules resume zebra', 'schedules history zebra', 'schedules remove zebra'],
      ...['schedules preflight zebra', 'events show zebra', 'events process zebra'],
      `schedules give zebra --tool write_file --args '{"path":"b","content":""}' --max-uses 3 --expires 3d`,
    ],
  },
  'an id of nothing that is there': {
    exit: 1,
    error: /\.(?:unknown|nothing|no-letter|no-row)$|^question\.gone$/,
    lines: [
      ...['approvals show apr_0000000000', 'approvals rehearse apr_0000000000'],
      ...['approvals run-again apr_0000000000', 'approvals approve apr_0000000000'],
      ...['approvals deny apr_0000000000', 'leases revoke lease_0000000000'],
      ...['undo call_0000000000', 'runs show run_0000000000', 'runs capture run_0000000000'],
      ...['audit receipt call_0000000000', 'audit receipt {call} --row 999999'],
      ...['schedules show job_0000000000', 'schedules run job_0000000000'],
      ...['schedules pause job_0000000000', 'schedules resume job_0000000000'],
      ...['schedules preflight job_0000000000', 'schedules remove job_0000000000'],
      ...['schedules repeat 99', 'schedules discard 99', 'events show 99', 'events process 99'],
      'servers answer ask_0000000000 deny',
    ],
  },
  'a name of nothing that is there': {
    exit: 1,
    error: /\.(?:unknown|no-agent|no-item|import-nothing)$/,
    lines: [
      ...['tools describe zebra', 'tools run zebra', 'tools run zebra --approve'],
      ...['policy explain --tool zebra', 'policy explain --tool read_file --agent zebra'],
      'policy preset zebra',
      ...['agents check zebra', 'agents run zebra hello', 'agents enable zebra'],
      ...['agents disable zebra', 'schedules add later hello --agent zebra --in 9000'],
      ...['webhooks renew zebra', 'webhooks pause zebra', 'webhooks resume zebra'],
      ...['webhooks remove zebra', 'clients remove zebra', 'secrets remove zebra'],
      ...['servers show zebra', 'servers review zebra --accept all', 'servers start zebra --yes'],
      ...['servers trust zebra verified', 'servers close zebra tool:list_issues'],
      ...['servers fetch zebra --yes', 'servers grant zebra read:/tmp --yes'],
      ...['servers remove zebra', 'plugins review zebra --yes', 'restore zebra'],
      ...['policy bundle agent zebra', 'servers close {server} tool:zebra'],
      'servers label zebra list_issues --does nothing --sends nowhere',
      'servers label {server} zebra --does nothing --sends nowhere',
      'servers import --from {base}/servers.json --format vscode zebra --yes',
    ],
  },
  'a name that can be none': {
    exit: 2,
    error: /^usage$/,
    lines: [
      ...['clients add Zebra!', 'webhooks add Zebra!', 'plugins new Zebra! --format shell'],
      ...['secrets set Zebra! --host api.example.org', 'events send Zebra! hello'],
      'servers add Zebra! --url https://mcp.example.com/mcp --trust community --yes',
    ],
  },
  'a word that is none of a few': {
    exit: 2,
    error: /^usage$/,
    lines: [
      ...['connect zebra', 'disconnect zebra', 'hook zebra', 'completion zebra', 'init zebra'],
      ...['accounts connect zebra', 'accounts disconnect zebra'],
      ...['events list zebra', 'schedules failed zebra', 'servers trust {server} zebra'],
      ...['servers export --format zebra', 'audit export --format zebra'],
      ...['clients commands claude-code zebra', 'help zebra', 'zebra', 'tools zebra', 'tools'],
    ],
  },
  'arguments that are not JSON': {
    exit: 2,
    error: /^usage$/,
    lines: [
      ...['tools run read_file --args zebra', 'policy explain --tool read_file --args zebra'],
      'approvals approve {third} --args zebra',
      'schedules preflight {job} --tool write_file --args zebra',
      'schedules give {job} --tool write_file --args zebra --max-uses 3 --expires 3d',
    ],
  },
  'a file that is not there': {
    exit: 1,
    error:
      /^(?:file\.missing|file\.unreadable|capsule\.unreadable|bundle\.unreadable|redact\.file|registry\.source)$/,
    lines: [
      ...['runs replay {base}/zebra', 'runs diff {base}/zebra {capsule}'],
      ...['runs diff {capsule} {base}/zebra', 'audit receipt --verify {base}/zebra'],
      ...['servers import --from {base}/zebra --yes', 'servers search --from {base}/zebra issues'],
      ...['config import {base}/zebra --yes', 'config diff {base}/zebra', 'redact {base}/zebra'],
      ...['policy explain --tool read_file --rules {base}/zebra'],
      ...['policy simulate --rules {base}/zebra', 'policy test {base}/zebra'],
      ...['policy bundle build {base}/zebra', 'policy bundle verify {base}/zebra'],
      ...['policy bundle sign {base}/zebra --key {pem}'],
    ],
  },
  'a file of something else': {
    exit: 1,
    error:
      /^(?:capsule\.unreadable|servers\.import-unreadable|registry\.unreadable|config\.(?:import|broken)|bundle\.(?:malformed|key))$/,
    lines: [
      ...['runs replay {base}/build.log', 'runs diff {base}/build.log {capsule}'],
      ...['runs diff {capsule} {base}/build.log', 'config import {base}/build.log --yes'],
      ...['servers import --from {base}/build.log --yes', 'config diff {base}/build.log'],
      ...['servers search --from {base}/build.log issues'],
      ...['policy explain --tool read_file --rules {base}/build.log'],
      ...['policy simulate --rules {base}/build.log', 'policy bundle verify {base}/build.log'],
      ...['policy bundle sign {base}/build.log --key {pem}'],
      ...['policy bundle sign {bundle} --key {base}/build.log'],
    ],
  },
  'a one-time code where none are set up': {
    exit: 4,
    error: /^step-up\.unset$/,
    lines: [
      ...['approvals approve {third} --totp 123456', 'open --totp 123456'],
      ...['leases grant --tool exec --commands ls --totp 123456', 'undo {call} --totp 123456'],
      ...['policy preset flow --totp 123456', 'step-up totp --code 123456'],
    ],
  },
}

/** What only a person can say yes to, in whatever home they are asked. */
const anywhere: readonly string[] = [
  'open',
  'leases grant --tool exec --commands ls',
  'undo {call}',
  'policy preset flow',
]
/** And of what a seeded home has, where the word of a terminal is not enough or there is none. */
const seeded: readonly string[] = [
  ...anywhere,
  'approvals approve {third}',
  'schedules give {job} --tool write_file --args \'{"path":"b.txt","content":""}\' --max-uses 3 --expires 3d',
  'servers review {server} --accept all',
  'servers label {server} list_issues --does nothing --sends nowhere',
  'plugins review word_count --yes',
  'step-up totp',
]
/** And what changes how Gatehouse is set up, which asks at a terminal alone. */
const setUp: readonly string[] = [
  'init flow',
  'connect claude-code',
  'config import {base}/theirs.toml',
  'servers add second --url https://mcp.example.com/mcp',
]

/** Where there is neither a terminal nor a proof. */
export const needPerson: readonly string[] = [
  ...seeded,
  ...setUp,
  `tools run write_file --args '{"path":"b.txt","content":""}' --approve`,
  'secrets set second --host api.example.org',
  'accounts connect google --client-id 1234.apps.googleusercontent.com',
]

/** With a proof that is wrong: a failure, for no person said no. */
export const needProof: readonly string[] = [...seeded, 'step-up passphrase']

/** What a person at the terminal answers with no: in a home without a passphrase. */
export const canBeDenied: readonly string[] = [...anywhere, ...setUp]
