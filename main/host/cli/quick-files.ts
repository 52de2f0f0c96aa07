// Commands that only look, in the files that the build makes of them (out/main/quick): a look is read from
// one file, because a command spends most of its time on the loading of small ones. What a look
// reads later by import() and is not named here comes from the other files, as for every command.

/** The modules of one file, from the root of the project. */
export type QuickFile = { readonly commands: readonly string[]; readonly takes: readonly string[] }

const cli = 'main/host/cli'
const atRest = 'main/wiring/at-rest'
const tables = 'main/store/tables'
const ipc = 'contract/ipc'

/** Every look asks this. */
const connects = ['main/host/local-client.ts', `${ipc}/ipc-running.ts`]
/** What reads a database that no Gatehouse uses. */
const reads = [...connects, `${cli}/session/tables-session.ts`, `${cli}/session/tables-on-disk.ts`]
/** What reads the configuration, which most homes have. */
const config = [`${atRest}/config-at-rest.ts`, 'main/policy/parse-quickly.ts']
const journal = [
  'main/store/open.ts',
  'main/store/journal/journal-table.ts',
  'main/store/journal/journal-finder.ts',
  'main/journal/earlier-rows.ts',
  'main/journal/chain-head.ts',
]

export const quickFiles: Readonly<Record<string, QuickFile>> = {
  words: {
    commands: ['version'],
    takes: [`${cli}/version.ts`, ...connects],
  },
  approvals: {
    commands: ['approvals list', 'approvals show', 'leases list'],
    takes: [
      ...reads,
      `${cli}/approvals/list.ts`,
      `${cli}/approvals/show.ts`,
      `${cli}/approvals/leases.ts`,
      `${tables}/approvals-table.ts`,
      `${tables}/leases-table.ts`,
      `${ipc}/ipc-approvals.ts`,
    ],
  },
  runs: {
    commands: ['runs list', 'runs show', 'schedules list', 'schedules history', 'schedules failed'],
    takes: [
      ...reads,
      `${cli}/runs/list.ts`,
      `${cli}/runs/show.ts`,
      `${cli}/schedules/runs.ts`,
      `${cli}/schedules/schedules.ts`,
      `${tables}/runs-table.ts`,
      `${tables}/schedules-table.ts`,
      `${tables}/job-runs-table.ts`,
      `${atRest}/run-search-at-rest.ts`,
      `${ipc}/ipc-runs.ts`,
      `${ipc}/ipc-schedules.ts`,
    ],
  },
  journal: {
    commands: ['audit tail', 'audit search', 'audit report', 'audit summary'],
    takes: [
      ...connects,
      ...journal,
      `${cli}/audit/audit.ts`,
      `${cli}/audit/search.ts`,
      `${cli}/audit/report.ts`,
      `${cli}/audit/summary.ts`,
      `${ipc}/ipc-audit.ts`,
    ],
  },
  senders: {
    commands: [
      'clients list',
      'agents list',
      'agents capabilities',
      'events list',
      'webhooks list',
    ],
    takes: [
      ...reads,
      ...config,
      `${cli}/agents/clients.ts`,
      `${cli}/agents/own-agents.ts`,
      `${cli}/events/events.ts`,
      `${cli}/events/webhooks.ts`,
      `${tables}/clients-table.ts`,
      `${tables}/agent-makers-table.ts`,
      `${tables}/inbound-events-table.ts`,
      `${tables}/webhooks-table.ts`,
      `${atRest}/clients-at-rest.ts`,
      `${atRest}/agents-at-rest.ts`,
      `${atRest}/capabilities-at-rest.ts`,
      `${ipc}/ipc-servers.ts`,
      `${ipc}/ipc-own-agents.ts`,
      `${ipc}/ipc-agents.ts`,
      `${ipc}/ipc-inbound.ts`,
    ],
  },
  policy: {
    commands: ['policy hash', 'policy check', 'config check', 'config path', 'plugins list'],
    takes: [
      ...reads,
      ...config,
      `${cli}/policy/hash.ts`,
      `${cli}/policy/check.ts`,
      `${cli}/policy/config.ts`,
      `${cli}/plugins/plugins.ts`,
      `${atRest}/policy-at-rest.ts`,
      `${atRest}/plugins-at-rest.ts`,
      `${ipc}/ipc-explain.ts`,
      `${ipc}/ipc-plugins.ts`,
    ],
  },
  explain: {
    commands: ['policy explain'],
    takes: [
      ...reads,
      ...config,
      `${cli}/policy/explain.ts`,
      `${atRest}/explain-at-rest.ts`,
      `${tables}/leases-table.ts`,
      `${tables}/stopped-table.ts`,
      'tools/files/edit-file.ts',
      'tools/exec.ts',
      'tools/search/find-files.ts',
      'tools/web/http.ts',
      'tools/files/list-dir.ts',
      'tools/files/read-file.ts',
      'tools/search/search-files.ts',
      'tools/web/web-fetch.ts',
      'tools/files/write-file.ts',
      `${ipc}/ipc-explain.ts`,
    ],
  },
  keys: {
    commands: [
      'accounts list',
      'secrets list',
      'audit key',
      'fleet status',
      'servers list',
      'servers questions',
    ],
    takes: [
      ...reads,
      ...config,
      `${cli}/accounts/accounts.ts`,
      `${cli}/secrets/secrets.ts`,
      `${cli}/audit/key.ts`,
      `${cli}/fleet/status.ts`,
      `${cli}/servers/list.ts`,
      `${cli}/servers/questions.ts`,
      `${atRest}/credentials-at-rest.ts`,
      'main/secrets/signing-key.ts',
      `${ipc}/ipc-accounts.ts`,
      `${ipc}/ipc-step-up.ts`,
      `${ipc}/ipc-audit.ts`,
      `${ipc}/ipc-fleet.ts`,
      `${ipc}/ipc-servers.ts`,
    ],
  },
  tools: {
    commands: ['tools list', 'tools describe'],
    takes: [
      ...reads,
      ...config,
      `${cli}/tools/list.ts`,
      `${atRest}/tools-at-rest.ts`,
      `${ipc}/ipc-tools.ts`,
      `${ipc}/ipc-organisation.ts`,
    ],
  },
}

/** The file that a command line is read from, and the command in it. */
export type QuickLook = { readonly file: string; readonly command: string }

/**
 * Null where it is none of a look. An option before the words may mislead it, which costs time and
 * nothing else.
 */
export function quickLookFor(argv: readonly string[]): QuickLook | null {
  const [first, second] = argv.filter((word) => !word.startsWith('-'))
  if (first === undefined || first === 'help') return { file: 'words', command: 'help' }
  for (const [file, { commands }] of Object.entries(quickFiles)) {
    const command = commands.find((one) => one === first || one === `${first} ${second}`)
    if (command !== undefined) return { file, command }
  }
  return null
}
