// Groups of source files that several quick files include.
export const cli = 'main/host/cli'
export const atRest = 'main/wiring/at-rest'
export const tables = 'main/store/tables'
export const ipc = 'contract/ipc/topics'

/** Every look asks this. */
export const connects = ['main/host/local-client.ts', `${ipc}/ipc-running.ts`]
/** What reads a database that no Gatehouse uses. */
export const reads = [
  ...connects,
  `${cli}/session/tables-session.ts`,
  `${cli}/session/tables-on-disk.ts`,
  `${cli}/session/read-tables.ts`,
  // Where a Gatehouse was killed.
  'main/journal/chain-start.ts',
  'main/store/journal/rows-after.ts',
]
/** What reads the configuration, which most homes have. */
export const config = [`${atRest}/config-at-rest.ts`, 'main/policy/parse-quickly.ts']
/** What reads of servers and plugins, where there are any. */
export const outside = [
  `${atRest}/servers-at-rest.ts`,
  `${atRest}/plugins-at-rest.ts`,
  `${atRest}/open-servers-at-rest.ts`,
  `${atRest}/open-plugins-at-rest.ts`,
  `${tables}/pins-table.ts`,
  `${tables}/plugin-pins-table.ts`,
  'main/store/journal/newest-review.ts',
  `${atRest}/shown-at-rest.ts`,
]
/** The tools of servers and plugins alone. */
export const approvedFromOutside = [
  `${atRest}/tools-from-outside.ts`,
  `${atRest}/open-servers-at-rest.ts`,
  `${atRest}/open-plugins-at-rest.ts`,
  `${tables}/pins-table.ts`,
  `${tables}/plugin-pins-table.ts`,
  'main/store/journal/newest-review.ts',
]
/** What checks the bundle of an organisation, where one is followed. */
export const bundle = [`${atRest}/policy/bundles-at-rest.ts`, 'main/wiring/policy/bundles.ts']
export const journal = [
  'main/store/open.ts',
  'main/store/journal/journal-table.ts',
  'main/store/journal/journal-finder.ts',
  'main/journal/earlier-rows.ts',
  'main/journal/chain-head.ts',
]
/** What knows the words of every command. */
export const helps: readonly string[] = [
  'accounts/accounts-commands',
  'agents/agents-commands',
  'agents/clients-commands',
  'agents/connect',
  'agents/disconnect',
  'agents/exec',
  'agents/hook',
  'agents/mcp',
  'approvals/approvals-commands',
  'approvals/leases-commands',
  'approvals/stop-everything',
  'audit/audit-commands',
  'audit/backup',
  'doctor',
  'events/events-commands',
  'fleet/fleet-commands',
  'plugins/plugins-commands',
  'policy/config-commands',
  'policy/init',
  'policy/policy-commands',
  'reference/completion',
  'runs/runs-commands',
  'schedules/schedules-commands',
  'secrets/redact',
  'secrets/secrets-commands',
  'secrets/step-up-commands',
  'servers/servers-commands',
  'session/open',
  'session/serve',
  'tools/build-runner',
  'tools/tools-commands',
  'tools/undo',
  'version',
  'watch/watch',
].map((name) => `${cli}/${name}.ts`)
