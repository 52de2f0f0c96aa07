// What the part on the fleet says.

const rows = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`

export const fleetStrings = {
  title: 'Fleet',
  text: 'Sends this machine’s journal, with secrets hidden as it keeps them, to a database that your machines share, to an OpenTelemetry Collector, or to both. What a machine signed there, nobody can unsay on it.',
  words:
    'fleet machines PostgreSQL database witness audit tamper OpenTelemetry OTLP collector ClickHouse Loki',
  none: 'This machine is in no fleet: its journal stays here. To set one up, let an administrator apply what `gatehouse fleet init --print` prints to a PostgreSQL database, and write a “fleet” section into the configuration. The guide “Several machines” has each step. For another store, name an OpenTelemetry Collector in that section.',
  level: (seq: number): string =>
    `The database has every row, up to row ${seq.toLocaleString('en')}.`,
  sending: (behind: number): string => `Sending: ${rows(behind)} to go.`,
  waiting: (behind: number): string =>
    `The database cannot be used now. ${rows(behind)} wait in the journal; nothing is lost.`,
  collector: 'OpenTelemetry Collector',
  address: 'Sends to',
  lastAcknowledged: 'Last row it has',
  noneYet: 'none yet',
  collectorLevel: 'The collector has every row.',
  collectorWaiting: (behind: number): string =>
    `The collector takes nothing now. ${rows(behind)} wait in the journal; nothing is lost.`,
  withheld: (count: number): string =>
    `It refused ${rows(count)} as they were: they went without their content, which stays in the journal.`,
  again: (when: string): string => `Tried again at ${when}.`,
  retry: 'Send now',
  copy: { copy: 'Copy the key', copied: 'Copied', chosen: 'Chosen: copy it with the keyboard' },
  machine: 'This machine',
  key: 'Public key',
  machines: 'Machines',
  noReader: 'To see and check the other machines here, set fleet.reader in the configuration.',
  open: 'Search them, and see charts, in Fleet',
  verify: 'Check all machines',
  checking: 'Checking …',
  intact: (of: string, count: number): string => `${of}: intact, ${rows(count)}.`,
  broken: (of: string): string => `${of}: the journal was changed, or part of it is missing.`,
  lastRow: (seq: number, when: string): string =>
    `row ${seq.toLocaleString('en')}, received ${when}`,
  nothingYet: 'nothing received yet',
  revoked: (when: string): string => `revoked ${when}`,
}
