// The commands that only read, in the files that the build makes of them (out/main/quick): such a
// command is loaded from one file, because it spends most of its time on loading small ones. What it
// imports later and is not named here comes from the other files, as for every command.
import { offerFiles, type QuickFile } from './offer-files.ts'
import { pastFiles } from './past-files.ts'
import { atRest, bundle, cli, config, connects, helps, ipc, reads, tables } from './quick-parts.ts'

export const quickFiles: Readonly<Record<string, QuickFile>> = {
  ...offerFiles,
  words: {
    commands: ['version'],
    takes: [`${cli}/version.ts`, ...connects],
  },
  ...pastFiles,
  senders: {
    commands: ['clients list', 'agents list', 'events list', 'webhooks list', 'events show'],
    takes: [
      ...reads,
      ...config,
      ...bundle,
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
      `${ipc}/ipc-servers.ts`,
      `${ipc}/ipc-own-agents.ts`,
      `${ipc}/ipc-agents.ts`,
      `${ipc}/ipc-inbound.ts`,
    ],
  },
  keys: {
    commands: [
      'accounts list',
      'secrets list',
      'audit key',
      'fleet status',
      'step-up',
      'fleet init',
    ],
    takes: [
      ...reads,
      ...config,
      `${cli}/accounts/accounts.ts`,
      `${cli}/secrets/secrets.ts`,
      `${cli}/audit/key.ts`,
      `${cli}/fleet/status.ts`,
      `${atRest}/credentials-at-rest.ts`,
      'main/secrets/signing-key.ts',
      'main/secrets/signing-key-failures.ts',
      `${ipc}/ipc-accounts.ts`,
      `${ipc}/ipc-step-up.ts`,
      `${ipc}/ipc-audit.ts`,
      `${ipc}/ipc-fleet.ts`,
      `${cli}/secrets/step-up-commands.ts`,
      `${cli}/fleet/sql.ts`,
      `${atRest}/step-up-at-rest.ts`,
      `${tables}/step-up-table.ts`,
    ],
  },
  files: {
    commands: ['agents audit', 'doctor', 'redact FILE', 'restore'],
    takes: [
      `${cli}/agents/audit-settings.ts`,
      `${cli}/doctor.ts`,
      `${cli}/secrets/redact.ts`,
      `${cli}/audit/backup.ts`,
      `${ipc}/ipc-app.ts`,
      'main/secrets/redact/redactor.ts',
    ],
  },
  help: {
    commands: ['help TOPIC', 'completion SHELL'],
    takes: helps,
  },
  // Entered by whole-entry.ts. What it reads later it seldom needs.
  whole: { commands: [], takes: ['main/egress/allowlist.ts'] },
}
