// Commands that only look, each in a file that needs little: people and scripts type them often, so one of
// them is read without the others of its topic.
import type { Command } from './command.ts'

export const quickCommands: Readonly<Record<string, () => Promise<Command>>> = {
  'approvals list': async () => (await import('./approvals/list.ts')).approvalsList,
  'audit search': async () => (await import('./audit/search.ts')).auditSearch,
  'audit tail': async () => (await import('./audit/audit.ts')).auditTail,
  'agents list': async () => (await import('./agents/own-agents.ts')).agentsList,
  'clients list': async () => (await import('./agents/clients.ts')).clientsList,
  'config check': async () => (await import('./policy/config.ts')).configCheck,
  'config path': async () => (await import('./policy/config.ts')).configPath,
  'fleet status': async () => (await import('./fleet/status.ts')).fleetStatus,
  'leases list': async () => (await import('./approvals/leases.ts')).leasesList,
  'plugins list': async () => (await import('./plugins/plugins.ts')).pluginsList,
  'policy check': async () => (await import('./policy/check.ts')).policyCheck,
  'policy explain': async () => (await import('./policy/explain.ts')).policyExplain,
  'policy hash': async () => (await import('./policy/hash.ts')).policyHash,
  'runs list': async () => (await import('./runs/list.ts')).runsList,
  'schedules list': async () => (await import('./schedules/schedules.ts')).schedulesList,
  'servers list': async () => (await import('./servers/list.ts')).serversList,
  'tools list': async () => (await import('./tools/list.ts')).toolsList,
}
