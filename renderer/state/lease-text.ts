// How far a lease reaches, in few words. Pure.
import type { Lease } from '../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { assertNever } from '../../contract/never.ts'

export function leaseReach({ patterns, touches }: Lease): readonly string[] {
  const methods = patterns.methods.length === 0 ? '' : `${patterns.methods.join(', ')} `
  return [
    ...patterns.paths,
    ...patterns.hosts.map((host) => `${methods}${host}`),
    ...patterns.commands.map(
      (command) => `${typeof command === 'string' ? command : JSON.stringify(command)} …`,
    ),
    // The line that the limits were made for is one of those they cover.
    ...touches
      .filter(({ kind }) => kind !== 'proc.run' || patterns.commands.length === 0)
      .map(touchWord),
  ]
}

function touchWord(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return touch.path
    case 'net.fetch':
      return `${touch.method} ${touch.url}`
    case 'net.connect':
      return `${touch.host}:${touch.port}`
    case 'proc.run':
      return touch.command
    case 'secrets.get':
      return touch.name
    case 'mcp.call':
      return `${touch.server} ${touch.tool}`
    default:
      return assertNever(touch, 'touchWord')
  }
}
