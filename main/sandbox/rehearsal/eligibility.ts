// Says which calls can be rehearsed at all, and which are cheap enough to be rehearsed unasked.
// Pure.
import { failure, type Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Protection } from '../../../contract/protection.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { RehearsalStarter } from '../../../contract/call/rehearsal.ts'
import type { ProtectionId } from '../protections.ts'
import { eventTarget } from '../../../contract/inbound/event.ts'
import { recordTarget } from '../../../contract/record/record-text.ts'

/**
 * Why a call with these touches cannot be rehearsed; null when it can: all it would change lies in
 * the workspace.
 */
export function unfit(touches: readonly CanonicalTouch[]): Failure | null {
  const outside = touches.find((touch) => !isInside(touch))
  if (outside !== undefined) {
    return failure(
      'rehearsal.outside',
      `This call cannot be rehearsed: ${whatOutside(outside)}, and no copy can replace that.`,
      'Decide by the card.',
    )
  }
  if (touches.some(({ kind }) => kind === 'proc.run' || kind === 'fs.write')) return null
  return failure(
    'rehearsal.nothing',
    'This call changes no files, so there is nothing to rehearse.',
  )
}

function isInside(touch: CanonicalTouch): boolean {
  return (
    (touch.kind === 'fs.read' || touch.kind === 'fs.write' || touch.kind === 'proc.run') &&
    touch.zone === 'workspace' &&
    !(touch.kind === 'proc.run' && touch.terminal !== undefined)
  )
}

function whatOutside(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return `${touch.path} is not in the workspace`
    case 'proc.run':
      return touch.terminal === undefined
        ? `it runs in ${touch.cwd}, which is not in the workspace`
        : `the session ${touch.terminal.name} goes on with the real files`
    case 'net.fetch':
      return `it reaches ${touch.host}`
    case 'net.connect':
      return `it needs access to ${touch.host}`
    case 'memory':
      return 'it uses the memory of agents'
    case 'schedule':
      return 'it uses the scheduled jobs'
    case 'subagent':
      return 'it works with sub-agents'
    case 'record':
      return `it uses ${recordTarget(touch)}`
    case 'event':
      return `it uses ${eventTarget(touch)}`
    case 'notification':
      return 'it shows a notification'
    case 'result':
      return 'it reads an earlier result'
    case 'secrets.get':
      return `it uses the credential ${touch.name}`
    case 'mcp.call':
      return `it calls its own program (${touch.server})`
    case 'plugin.run':
      return `it runs the plugin ${touch.plugin}`
    default:
      return assertNever(touch, 'whatOutside')
  }
}

/** Code that nobody has approved runs with these walls standing, all of them, or not at all. */
export const profiles: readonly ProtectionId[] = [
  'files',
  'network',
  'processes',
  'seccomp',
  'privileges',
  'outer-user',
  'limits',
  'kill',
]
/** Unasked it must not be able to take the memory of the machine either. */
const unasked: readonly ProtectionId[] = [...profiles, 'memory']

/** The first of the walls that is missing, as a reason; null when all are there. */
export function weakness(protections: readonly Protection[], by: RehearsalStarter): Failure | null {
  const wanted = by === 'automatic' ? unasked : profiles
  const missing = wanted.find(
    (id) => protections.find((each) => each.id === id)?.state !== 'enforced',
  )
  if (missing === undefined) return null
  const lacking = protections.find(({ id }) => id === missing)
  return failure(
    'rehearsal.weak',
    `Commands are not rehearsed here, because the sandbox is incomplete: ${lacking?.detail ?? 'it was not tried.'}`,
    lacking?.how ?? 'Run `gatehouse doctor`.',
  )
}

/** Programs that take long, or for ever, whatever they are told. */
const slow = new Set([
  ...[
    'sleep',
    'watch',
    'tail',
    'top',
    'htop',
    'yes',
    'make',
    'cmake',
    'ninja',
    'cargo',
    'rustc',
    'go',
    'mvn',
    'gradle',
    'bazel',
    'sbt',
  ],
  ...[
    'npm',
    'npx',
    'pnpm',
    'yarn',
    'bun',
    'pip',
    'pip3',
    'uv',
    'poetry',
    'bundle',
    'composer',
    'docker',
    'podman',
    'vagrant',
    'terraform',
  ],
  ...[
    'pytest',
    'tox',
    'jest',
    'vitest',
    'playwright',
    'ffmpeg',
    'ssh',
    'curl',
    'wget',
    'nc',
    'psql',
    'mysql',
    'redis-cli',
    'vim',
    'vi',
    'nano',
    'less',
  ],
])

/**
 * Whether nobody should have to ask for it: no command of the highest tier, none that is known to
 * take long.
 */
export function isCheap(touches: readonly CanonicalTouch[], tier: Tier): boolean {
  if (tier === 'R4') return false
  return !touches.some(
    (touch) =>
      touch.kind === 'proc.run' &&
      (touch.parts === undefined ||
        touch.parts.some(({ words: [program = ''] }) => slow.has(program))),
  )
}
