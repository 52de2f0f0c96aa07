// One word, one meaning: names that were given up, and what takes their place. docs/glossary.md
// says what the words mean.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isCode } from './check.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => isCode(path) && !/^test\/(arch|bench)\//.test(path))

/** Of a file's name without its ending. */
const FILES: readonly (readonly [banned: RegExp, instead: string])[] = [
  [/^join-/, 'a file of main/wiring or main/services'],
  [/-offer$/, '-service'],
  [/(^|-)road$/, 'pipeline'],
  [/^(house|world|room)$/, 'test-app, cli-context, fixture'],
  [/(^|-)goods(-|$)/, 'resources'],
  [/(^|-)desk$/, 'approval-queue'],
  [/(^|-)keeper$/, 'pin-store, checkpoint-store'],
  [
    /^(panic|freeze|freer|loosening|judge|rejudge|settle|look|looked)$/,
    'the words of docs/glossary.md',
  ],
]

/** Of identifiers in code, whole. */
const IDENTIFIERS: readonly (readonly [banned: RegExp, instead: string])[] = [
  [/^(open)?Desk$|^desk$|^DeskNeeds$/, 'approvalQueue'],
  [/^(Joined|Undo)?Road$|^road$|^roadNeeds$/, 'pipeline'],
  [/[a-z]Needs$/, '…Deps'],
  [
    /^(App|Approvals|Audit|Clients|FirstRun|Hooks|Leases|Panic|Policy|PolicyFile|Presence|Runs|Secrets|Servers|Tools|Undo|Workspace)Offer$/,
    '…Service',
  ],
  [
    /^join(Agents?|Approvals|Audit|Credentials|Door|Faults|FirstRun|Gateway|Goods|Grounds|Held|Hooks|Judge|Model|Outward|Panic|Paths|Redactor|Rehearsal|Road|Servers|SignIn|Workspace)$/,
    'wire…, create…Service',
  ],
  [/^(Goods|openGoods)$/, 'resourcesAndPrompts'],
  [/^(Judged|JudgeNeeds|rejudge)$/, 'EvaluatedCall, reevaluate'],
  [
    /^(openMemory|SeenIndex|openSeenIndex|placesIn|namesPlace)$/,
    'provenance, TextIndex, extractTargets, isTargetArgument',
  ],
  [
    /^(Freeze|openFreeze|Loosening|openLoosening|MayLoosen|neverLoosen)$/,
    'EmergencyStop, Relaxation, MayRelax',
  ],
  [
    /^(Looked|openLook|Keeper|openKeeper|Peer|openPeer|Turns|openTurns|Patience|Telling)$/,
    'ServerCatalog, PinStore, ClientSession, Semaphore, ClientTimeouts, Notifications',
  ],
  [
    /^(House|openHouse|house|keepSmall|perTurn|remake|takePlace)$/,
    'TestApp, trimMemory, memoizePerTick, memoize, takeOverInstance',
  ],
  [
    /^(canonicalPlace|GuardedSpot|guardedSpots|findSpots|outerUser|findPlaces)$/,
    'resolvePath, ProtectedPathRow, protectedPaths, findProtectedPaths, hostUser, findAppPaths',
  ],
]

describe('names', () => {
  it('of files are not those that were given up', () => {
    const named = (path: string): string =>
      basename(path).replace(/(\.test|\.spec|\.bench)?\.\w+$/, '')
    const wrong = files.flatMap((path) =>
      FILES.filter(([banned]) => banned.test(named(path))).map(
        ([, instead]) => `${path}: ${instead}`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('in code are not those that were given up', () => {
    const wrong = files.flatMap((path) => {
      const words = new Set(
        readFileSync(join(root, path), 'utf8')
          .replaceAll(/\/\/.*|\/\*[^]*?\*\/|'[^'\n]*'|`[^`]*`/g, '')
          .match(/\b[A-Za-z_$][\w$]*\b/g),
      )
      return [...words].flatMap((word) =>
        IDENTIFIERS.filter(([banned]) => banned.test(word)).map(
          ([, instead]) => `${path}: ${word}, now ${instead}`,
        ),
      )
    })
    expect(wrong).toEqual([])
  })
})
