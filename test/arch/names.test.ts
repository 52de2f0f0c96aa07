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
  .filter((path) => isCode(path) && !/^test\/(arch|bench|electron-stand-in)\//.test(path))

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
    /^(panic|freeze|freer|loosening|judge|rejudge|settle|look|looked|nursery|straight|question)$/,
    'the words of docs/glossary.md',
  ],
  [
    /(^|-)(places?|presence|panic|house|spots?|walls?|lent|kept|patience|telling|ledger)(-|$)/,
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

/** Where they are declared; as words of English, of another program's table or of a stored row they stay. */
const DECLARED: readonly (readonly [banned: RegExp, instead: string])[] = [
  [/^[nN]eeds$/, 'deps, requires'],
  [
    /^[pP]laces?(Of|In|At|On)?$/,
    'AppPaths paths, ResolvedPath resolved, position, location, credentialPaths',
  ],
  [
    /^(Look|looks|looked|looking|lookAt|lookOf|Looks)$/,
    'catalog, appearance, scan, stat, viewport',
  ],
  [/^(Question|question|questionOf|QuestionProps|questionsOnly)$/, 'DecisionRequest, approval'],
  [/^(World|world|Room|openRoom|makeRoom|noRoom|undoRoom)$/, 'CliContext, fixture, capacity'],
  [/^(told|Told|toldOf|heard|tell|telling|patience|PATIENCE(_MS)?)$/, 'reported, received, notify'],
  [/^(hear|unhear|Hear|untold|stir|stirred)$/, 'listen, listener, receive, wake'],
  [/^(judged|judge|Judge|judgement|judging)$/, 'evaluate, classify'],
  [/^(freer|loosen|loosens|loosened|liftsWalls|saveFreer)$/, 'relaxes, relax'],
  [/^(Seal|openSeal|sealVault|Past|past|PastDeps|PastDecision|lent|anew)$/, 'docs/glossary.md'],
  [/^(Spots?|spots?|spotsIn|prepareSpots|walls|Walls|wall|Wall|WallRequest)$/, 'docs/glossary.md'],
  [/^(Standing|standing|standingOf|Ledger|ledger|openLedger)$/, 'availability, status, runWriter'],
  [/^(Straight|nursery|openNursery|machineOf|prepareMachine|ground)$/, 'docs/glossary.md'],
  [/^([pP]anic|[pP]resence)[A-Za-z]*$/, 'emergencyStop, stepUp'],
  [/^(YesKey|askYes|yesText|yes|outlook|Outlook|Later)$/, 'approve, impactPreview, lazy'],
  [/^([mM]ade|removeMade|Kept|kept|keptOf|openKept|isKept)$/, 'created, stored, helperFiles'],
  [/^(began|begun|begin|beginTotp)$/, 'start, startedAt, started'],
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

  it('are not declared that were given up', () => {
    const wrong = files.flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8').replaceAll(
        /\/\/.*|\/\*[^]*?\*\/|'[^'\n]*'|`[^`]*`/g,
        '',
      )
      const declared = code.matchAll(
        /\b(?:const|let|function|type|class|interface)\s+([A-Za-z_$][\w$]*)/g,
      )
      const names = new Set(Array.from(declared, ([, name = '']) => name))
      return [...names].flatMap((name) =>
        DECLARED.filter(([banned]) => banned.test(name)).map(
          ([, instead]) => `${path}: ${name}, now ${instead}`,
        ),
      )
    })
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
