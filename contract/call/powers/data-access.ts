// What data a touch reaches, in the words a manifest declares it by. Pure.
import type { DataAccess, Manifest } from '../manifest.ts'
import type { Need } from '../touch.ts'

const reachedBy: Readonly<Record<Need, DataAccess>> = {
  'fs.read': 'files',
  'fs.write': 'files',
  'net.fetch': 'network',
  'net.connect': 'network',
  'proc.run': 'processes',
  'plugin.run': 'processes',
  'secrets.get': 'credentials',
  memory: 'memory',
  schedule: 'schedules',
  subagent: 'agents',
  record: 'records',
  event: 'events',
  notification: 'notifications',
  result: 'results',
  // Nobody knows what a server reaches; what is known is that the call goes out to it.
  'mcp.call': 'network',
}

/** What it would reach and did not declare; null: nothing. */
export function undeclared(
  { dataAccess }: Pick<Manifest, 'dataAccess'>,
  kinds: readonly Need[],
): DataAccess | null {
  for (const kind of kinds) {
    const data = reachedBy[kind]
    if (!dataAccess.includes(data)) return data
  }
  return null
}
