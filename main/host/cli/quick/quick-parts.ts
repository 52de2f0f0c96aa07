// What several of the quick files take in, from the root of the project.
export const cli = 'main/host/cli'
export const atRest = 'main/wiring/at-rest'
export const tables = 'main/store/tables'
export const ipc = 'contract/ipc'

/** Every look asks this. */
export const connects = ['main/host/local-client.ts', `${ipc}/ipc-running.ts`]
/** What reads a database that no Gatehouse uses. */
export const reads = [
  ...connects,
  `${cli}/session/tables-session.ts`,
  `${cli}/session/tables-on-disk.ts`,
]
/** What reads the configuration, which most homes have. */
export const config = [`${atRest}/config-at-rest.ts`, 'main/policy/parse-quickly.ts']
export const journal = [
  'main/store/open.ts',
  'main/store/journal/journal-table.ts',
  'main/store/journal/journal-finder.ts',
  'main/journal/earlier-rows.ts',
  'main/journal/chain-head.ts',
]
