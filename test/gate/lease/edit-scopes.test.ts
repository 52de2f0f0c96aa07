// Standing answers about edits: whichever tool makes them, and what a command changed in a layer.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeaseId } from '../../../contract/ids.ts'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { Preset, standardPresets } from '../../../contract/policy/preset.ts'
import { decide } from '../../../main/gate/decide.ts'
import type { CommitFacts, DecisionRequest } from '../../../main/gate/decision-request.ts'
import { commitRequest, stageRequest } from '../../../main/gate/phase.ts'
import { writesGuarded } from '../../../main/gate/touch-facts.ts'
import {
  ask,
  callers,
  lease,
  otherSession,
  part,
  policyWith,
  read,
  run,
  running,
  session,
  write,
  writing,
} from '../decision-requests.ts'
import { tries } from '../../soak.ts'

const asking = policyWith({ preset: Preset.parse(standardPresets['ask'] ?? {}), presetName: 'ask' })
const inSrc: Partial<Lease> = { patterns: { ...noPatterns, paths: ['src/**'], edits: true } }
const editing = { ...writing, id: 'fs.edit', name: 'edit_file' }
const plainFacts: CommitFacts = {
  whole: true,
  trees: [],
  deleted: 0,
  privileged: [],
  repositories: [],
}
const line = (more: Partial<DecisionRequest> = {}) =>
  ask(running, [run(part('make', { effects: ['writes-inside'] }))], more)
const commitOf = (
  paths: readonly string[],
  given: Partial<Lease>,
  facts: Partial<CommitFacts> = {},
  more: Partial<DecisionRequest> = {},
) =>
  commitRequest(
    line({ leases: [lease('write_file', given)], ...more }),
    paths.map((path) => write(path, path.startsWith('/w/') ? 'workspace' : 'outside')),
    { ...plainFacts, ...facts },
  )
const by = (request: DecisionRequest): string => decide(request, asking).by.kind

describe('an approval of edits in a folder', () => {
  const asked = (request: DecisionRequest, given: Partial<Lease> = inSrc): string =>
    by({ ...request, leases: [lease('write_file', given)] })

  it.each<[what: string, request: DecisionRequest, want: string]>([
    ['the tool it was given for', ask(writing, [write('/w/src/a')]), 'lease'],
    ['another tool that edits', ask(editing, [write('/w/src/deep/b')]), 'lease'],
    ['no folder beside it', ask(writing, [write('/w/lib/a')]), 'tier'],
    [
      'no file beside it in the same call',
      ask(writing, [write('/w/src/a'), write('/w/b')]),
      'tier',
    ],
    [
      'no tool that only happens to write',
      ask({ ...writing, id: 'x.y' }, [write('/w/src/a')]),
      'tier',
    ],
    [
      'reading the file that is edited',
      ask(editing, [read('/w/src/a'), write('/w/src/a')]),
      'lease',
    ],
    ['no reading', ask(editing, [read('/w/src/a')]), 'tier'],
    ['no reading of another file', ask(editing, [read('/w/src/b'), write('/w/src/a')]), 'tier'],
    ['no command', ask(running, [run('git add src')]), 'tier'],
    ['no guarded file', ask(writing, [write('/w/src/.envrc')]), 'tier'],
  ])('covers %s', (_, request, want) => expect(asked(request)).toBe(want))

  it.each<[what: string, request: DecisionRequest, want: string]>([
    ['what a command changed there', commitOf(['/w/src/a', '/w/src/b/c'], inSrc), 'lease'],
    ['not what it changed elsewhere', commitOf(['/w/src/a', '/w/b'], inSrc), 'tier'],
    [
      'not outside',
      commitOf(['/etc/a'], { patterns: { ...noPatterns, paths: ['/**'], edits: true } }),
      'tier',
    ],
    ['not a guarded file', commitOf(['/w/src/.git/hooks/pre-commit'], inSrc), 'tier'],
    [
      'not a guarded file that was shown',
      commitOf(['/w/.envrc'], {
        touches: [write('/w/.envrc')],
        patterns: { ...noPatterns, edits: true },
      }),
      'tier',
    ],
    ['not where it deletes a file', commitOf(['/w/src/a'], inSrc, { deleted: 1 }), 'tier'],
    ['not where it deletes a tree', commitOf(['/w/src/d'], inSrc, { trees: ['src/d'] }), 'tier'],
    ['not what cannot be undone', commitOf(['/w/src/a'], inSrc, { whole: false }), 'tier'],
    [
      'not what runs as its owner',
      commitOf(['/w/src/a'], inSrc, { privileged: ['src/a'] }),
      'tier',
    ],
    [
      'not where Git would read settings',
      commitOf(['/w/src/a'], inSrc, { repositories: ['src'] }),
      'tier',
    ],
    ['not in another session', commitOf(['/w/src/a'], { ...inSrc, session: otherSession }), 'tier'],
    ['in its session', commitOf(['/w/src/a'], { ...inSrc, session }), 'lease'],
    [
      'not of another caller',
      commitOf(['/w/src/a'], { ...inSrc, principal: { kind: 'agent', name: 'other' } }),
      'tier',
    ],
    [
      'not by an approval of the tool alone',
      commitOf(['/w/src/a'], { tool: 'exec', patterns: { ...noPatterns, paths: ['src/**'] } }),
      'tier',
    ],
    [
      'not by an approval of the command',
      commitOf(['/w/src/a'], { tool: 'exec', touches: line().touches.slice() }),
      'tier',
    ],
  ])('covers %s, after the command has run in a layer', (_, request, want) =>
    expect(by(request)).toBe(want),
  )

  it('says nothing of whether a command may run in a layer', () => {
    const staged = stageRequest(line({ leases: [lease('exec', inSrc)] }))
    expect(staged.leases).toEqual([])
  })

  it('whatever a command did, allows only plain files inside it that can all be undone', () => {
    const path = fc.constantFrom(
      ...['/w/src/a', '/w/src/b/c', '/w/b', '/w/srcs/a', '/w/src/.envrc', '/w/.git/config'],
      ...['/etc/a', '/w/src/.git/hooks/x', '/w/SRC/a', '/w/package.json'],
    )
    const facts = fc.record({
      whole: fc.boolean(),
      trees: fc.constantFrom([], ['src']),
      deleted: fc.constantFrom(0, 0, 1, 11),
      privileged: fc.constantFrom([], ['src/a']),
      repositories: fc.constantFrom([], [], ['src']),
    })
    const leases = fc.array(
      fc.record({
        paths: fc.constantFrom(['src/**'], ['**'], ['/**'], ['src/a'], []),
        edits: fc.boolean(),
        shown: fc.boolean(),
        tool: fc.constantFrom('exec', 'write_file'),
      }),
      { minLength: 1, maxLength: 3 },
    )
    let freed = 0
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 3 }),
        facts,
        leases,
        fc.constantFrom(...Object.values(callers)),
        (paths, did, given, principal) => {
          const compiled = given.map(({ paths: globs, edits, shown, tool }, at) =>
            lease(tool, {
              id: LeaseId.parse(`lease_0000000${at}`),
              touches: shown ? paths.map((each) => write(each)) : [],
              patterns: {
                ...noPatterns,
                paths: [...globs],
                ...(edits ? { edits: true as const } : {}),
              },
            }),
          )
          const request = commitOf(paths, {}, did, { leases: compiled, principal })
          const decision = decide(request, asking)
          if (decision.by.kind !== 'lease') return
          freed += 1
          const used = compiled.find((each) => each.lease.id === decision.by.id)
          expect(used?.lease.patterns.edits).toBe(true)
          expect(did).toEqual({
            whole: true,
            trees: [],
            deleted: 0,
            privileged: [],
            repositories: [],
          })
          for (const touch of request.touches) {
            expect(touch.kind === 'fs.write' && touch.zone).toBe('workspace')
            expect(writesGuarded(touch)).toBe(false)
          }
        },
      ),
      { numRuns: tries(3_000) },
    )
    expect(freed).toBeGreaterThan(0)
  })
})
