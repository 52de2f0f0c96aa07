// The names that agent files hold, as a table both ways: each with exactly its tools and actions, and
// each tool and action with at least one name.
import { describe, expect, it } from 'vitest'
import {
  capabilities,
  generatedFault,
  grantFor,
  nearestCapability,
  scopeFault,
} from '../../contract/agent/capabilities/registry.ts'
import { legacyNames } from '../../contract/agent/capabilities/legacy-names.ts'
import { sharedNames } from '../../contract/agent/capabilities/shared-names.ts'
import { changesThings } from '../../contract/call/manifest.ts'
import { grants } from '../../contract/agent/grant.ts'
import type { Capability } from '../../contract/agent/capabilities/capability.ts'
import { Scope, ScopeName } from '../../contract/agent/scope.ts'
import { catalog } from '../../tools/catalog.ts'

/** As agent files of this family have them. */
const shared: Readonly<Record<string, string>> = {
  memory_read: 'query_memory',
  memory_write: 'store_memory',
  document_search: 'search_documents',
  calendar_read: 'get_calendar_events, search_calendar_events',
  reminders_read: 'list_reminders, search_reminders',
  reminders_write: 'create_reminder, complete_reminder',
  notifications: 'send_notification',
  mail_read: 'get_mail_messages, get_mail_message, search_mail, get_unread_count',
  mail_write: 'send_email, mark_mail_read, mark_mail_flagged, move_mail_message',
  decision_read: 'search_decisions, list_pending_decisions',
  decision_write: 'create_decision, update_decision, delete_decision',
  delegation_read: 'list_delegations, check_overdue_delegations',
  delegation_write: 'create_delegation, update_delegation, delete_delegation',
  alerts_read: 'check_alerts, list_alert_rules',
  alerts_write: 'create_alert_rule, dismiss_alert',
  scheduling: 'find_my_open_slots, find_group_availability',
  agent_memory_read: 'get_agent_memory',
  agent_memory_write: 'clear_agent_memory',
  channel_read: 'list_inbound_events, get_event_summary',
  proactive_read: 'get_proactive_suggestions, dismiss_suggestion',
  webhook_read: 'list_webhook_events, get_webhook_event',
  webhook_write: 'process_webhook_event',
  scheduler_read: 'list_scheduled_tasks, get_scheduler_status',
  scheduler_write:
    'create_scheduled_task, update_scheduled_task, delete_scheduled_task, run_scheduled_task',
  skill_read: 'list_skill_suggestions',
  skill_write: 'record_tool_usage, analyze_skill_patterns, auto_create_skill',
}
const legacy: Readonly<Record<string, string>> = {
  web_search: 'web_search',
  code_analysis: 'read_file, list_dir, search_files, find_files',
  writing: '',
  editing: '',
  data_analysis: 'math_eval, text_transform',
  planning: '',
  file_operations: 'read_file, list_dir, search_files, find_files, write_file, edit_file',
  code_execution: 'exec',
}

const tools = ({ tools: held }: Capability): string =>
  held.map(({ tool, actions }) => [tool, ...(actions ?? [])].join(' ')).join(', ')
const manifests = new Map(catalog.map(({ manifest }) => [manifest.name, manifest]))
const everyCall = catalog.flatMap(({ manifest: { name, actions } }) => {
  const calls: (string | null)[] = actions.length === 0 ? [null] : actions.map((one) => one.name)
  return calls.map((action) => ({ tool: name, action }))
})

describe('the names of capabilities', () => {
  it('are the 26 shared ones and the 8 older ones, each with exactly its tools', () => {
    const table = (list: readonly Capability[]) =>
      Object.fromEntries(list.map((capability) => [capability.name, tools(capability)]))
    expect([table(sharedNames), table(legacyNames)]).toEqual([shared, legacy])
    expect(legacyNames.every((one) => one.legacy?.includes('older name'))).toBe(true)
  })

  it('are each listed once', () => {
    const names = capabilities.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('hold every tool and every action there is', () => {
    const grant = grantFor(
      capabilities
        .filter(({ legacy: older }) => older === undefined)
        .map(({ name }) => ({ name, scope: null })),
    )
    const homeless = everyCall.filter(({ tool, action }) => !grants(grant, tool, action))
    expect(homeless).toEqual([])
  })

  it('name no tool and no action that is not there', () => {
    const wrong = capabilities.flatMap(({ name, tools: held }) =>
      held.flatMap(({ tool, actions = [] }) => {
        const manifest = manifests.get(tool)
        if (manifest === undefined) return tool === '*' ? [] : [`${name} ${tool}`]
        const declared = new Set(manifest.actions.map((action) => action.name))
        return actions.filter((action) => !declared.has(action)).map((one) => `${tool} ${one}`)
      }),
    )
    expect(wrong).toEqual([])
  })

  it('that read hold nothing that changes something, but with a reason', () => {
    const wrong = capabilities
      .filter(({ mode }) => mode === 'read')
      .flatMap(({ name, tools: held, changes = {} }) =>
        held.flatMap(({ tool, actions }) => {
          const manifest = manifests.get(tool)
          if (manifest === undefined) return []
          const asked = manifest.actions.filter((one) => actions?.includes(one.name) !== false)
          const names = manifest.actions.length === 0 ? [null] : asked.map((one) => one.name)
          return names
            .filter((action) => changesThings(manifest, action))
            .map((action) => (action === null ? tool : `${tool}.${action}`))
            .filter((call) => changes[call] === undefined && changes[tool] === undefined)
            .map((call) => `${name} ${call}`)
        }),
      )
    expect(wrong).toEqual([])
    expect(
      Object.fromEntries(
        capabilities.flatMap(({ name, changes }) =>
          changes === undefined ? [] : [[name, Object.keys(changes)]],
        ),
      ),
    ).toEqual({ alerts_read: ['check_alerts'], proactive_read: ['dismiss_suggestion'] })
  })

  it('that reach outside and change something are those marked as sending', () => {
    const forLater = /^cron$|_scheduled_task$/
    const wrong = capabilities
      .filter(({ sends }) => !sends)
      .flatMap(({ name, tools: held }) =>
        held.flatMap(({ tool, actions }) => {
          const manifest = manifests.get(tool)
          // Its own note for later, at no service.
          if (manifest === undefined || !manifest.networkOutbound || forLater.test(tool)) return []
          const asked = manifest.actions.filter((one) => actions?.includes(one.name) !== false)
          const out = asked.filter(({ readOnly }) => !readOnly).map((one) => one.name)
          const changes = manifest.actions.length === 0 && manifest.sideEffects ? [tool] : out
          return changes.map((call) => `${name} ${call}`)
        }),
      )
    // Notes of the person’s own vault, on this machine.
    expect(wrong).toEqual(
      ['write', 'append', 'rename', 'delete'].map((action) => `obsidian_write ${action}`),
    )
  })

  it('can be limited by the scopes they declare, and by no others', () => {
    const wrong = capabilities.flatMap((capability) =>
      ScopeName.options.filter(
        (key) =>
          (scopeFault(capability, Scope.parse({ [key]: ['x'] }))?.key === key) ===
          capability.scopes.includes(key),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('a list of capabilities', () => {
  it('of servers grants the tools of those servers alone', () => {
    const grant = grantFor([{ name: 'server_tools', scope: { servers: ['forge', 'notes'] } }])
    expect(
      ['forge__list', 'notes__add', 'other__add', 'exec'].map((tool) => grants(grant, tool, null)),
    ).toEqual([true, true, false, false])
    expect(grantFor([{ name: 'server_tools', scope: null }])).toEqual([])
  })

  it('gives an agent github with its read actions alone', () => {
    const grant = grantFor([{ name: 'github_read', scope: null }])
    const github = manifests.get('github')
    const covered = github?.actions.filter(({ name }) => grants(grant, 'github', name))
    expect(covered).toEqual(github?.actions.filter(({ readOnly }) => readOnly))
  })

  it('of a generated agent has at most eight, and none that sends', () => {
    const nine = sharedNames.filter(({ sends }) => !sends).slice(0, 9)
    expect([
      generatedFault(nine.slice(0, 8).map(({ name }) => name)),
      generatedFault(nine.map(({ name }) => name)),
      generatedFault(['memory_read', 'mail_write', 'command_run']),
    ]).toEqual([
      null,
      'An agent that was made by an agent may have 8 capabilities at most, and this one has 9.',
      'An agent that was made by an agent may have no capability that sends: mail_write, command_run.',
    ])
  })

  it('names the capability that a misspelt name probably means', () => {
    expect(['mail_raed', 'fs_writes', 'qqqq'].map(nearestCapability)).toEqual([
      'mail_read',
      'fs_write',
      null,
    ])
  })
})
