// What a tool can be given to work with. A power is bound to the permitted touches of one call and
// checks again at the moment of use. Tools import nothing from Node: these are all they can do.
import type { EventsPower } from '../../inbound/events-power.ts'
import type { PluginPower } from '../../plugin/plugin-power.ts'
import type { NotifyPower, RecordsPower } from '../../record/records-power.ts'
import type { ConnectPower } from './connect-power.ts'
import type { CredentialPower } from './credential-power.ts'
import type { FetchPower } from './fetch-power.ts'
import type { ReadPower, WritePower } from './file-power.ts'
import type { MemoryPower } from './memory-power.ts'
import type { ResultPower } from './result-power.ts'
import type { RunPower } from './run-power.ts'
import type { SchedulePower } from './schedule-power.ts'
import type { ServerPower } from './server-power.ts'
import type { SubagentPower } from './subagent-power.ts'

export type Powers = {
  readonly memory: MemoryPower
  readonly subagent: SubagentPower
  readonly schedule: SchedulePower
  readonly record: RecordsPower
  readonly event: EventsPower
  readonly notification: NotifyPower
  readonly result: ResultPower
  readonly 'fs.read': ReadPower
  readonly 'fs.write': WritePower
  readonly 'net.fetch': FetchPower
  readonly 'proc.run': RunPower
  readonly 'net.connect': ConnectPower
  readonly 'secrets.get': CredentialPower
  readonly 'mcp.call': ServerPower
  readonly 'plugin.run': PluginPower
}
