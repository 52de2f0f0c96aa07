// Pure. Which arguments say where a call goes or what it runs, and which are only content.
import { assertNever } from '../../contract/never.ts'
import type { Touch } from '../../contract/call/touch.ts'
import { normalizeText, unescaped } from './normalize-text.ts'

/**
 * A value names a place when it turns up in a touch as the tool names it, or is as a whole the
 * address of a recipient. Both are compared folded, and also without percent-encoding, as a tool
 * that builds a URL would write it.
 */
export function isTargetArgument(value: string, named: readonly Touch[]): boolean {
  const plain = normalizeText(value.trim())
  return (
    RECIPIENT.test(plain) ||
    named.some((touch) => targetsOf(touch).some((target) => holds(target, value, plain)))
  )
}

const RECIPIENT = /^(?:mailto:)?[^\s@]{1,128}@[^\s@]{1,255}$/

/** Most touches name an argument as it is; only the others need the slower look. */
const holds = (target: string, value: string, plain: string): boolean =>
  target === value ||
  (target.length * 3 >= plain.length &&
    (normalizeText(target).includes(plain) || normalizeText(unescaped(target)).includes(plain)))

function targetsOf(touch: Touch): readonly string[] {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return [touch.path]
    case 'net.fetch':
      return [touch.url]
    case 'proc.run':
      return [touch.command, touch.cwd]
    case 'net.connect':
      return [touch.host]
    case 'secrets.get':
      return [touch.name]
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'mcp.call':
    case 'plugin.run':
      return []
    default:
      return assertNever(touch, 'locationsOf')
  }
}
