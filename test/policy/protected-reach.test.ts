// What a wide approval reaches of the protected files in a real workspace, and what is proposed for
// a call that writes one.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LeasePatterns } from '../../contract/approval/lease.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import { decide } from '../../main/gate/decide.ts'
import { namedProposals } from '../../main/gate/scopes/propose-named.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { protectedReach } from '../../main/policy/protected-reach.ts'
import {
  ask,
  fetching,
  fromWeb,
  lease,
  onlyPrivate,
  plain,
  roots,
  to,
  write,
  writing,
} from '../gate/decision-requests.ts'

let workspace: string
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-reach-')))
  for (const path of [
    '.git/hooks/pre-commit',
    '.git/hooks/commit-msg',
    '.git/HEAD',
    '.envrc',
    'sub/.vscode/tasks.json',
    'src/a.ts',
  ]) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), '')
  }
})
let outside: string
beforeAll(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-outside-')))
  for (const path of ['.envrc', 'sub/.git/config', 'src/a.ts']) {
    mkdirSync(dirname(join(outside, path)), { recursive: true })
    writeFileSync(join(outside, path), '')
  }
})
afterAll(() => [workspace, outside].forEach((folder) => rmSync(folder, { recursive: true })))

const reach = (patterns: Partial<LeasePatterns>) => {
  const here = { ...roots, workspace }
  return protectedReach(
    lease('write_file', { patterns: { ...noPatterns, ...patterns } }).lease,
    here,
  )
}

describe('the protected files that limits reach', () => {
  it('are counted in the real workspace and in folders outside it, without those that the limits name and so cover', async () => {
    expect(await reach({ paths: ['**'] })).toEqual({ files: 4, complete: true })
    expect(await reach({ paths: ['sub/**'] })).toEqual({ files: 1, complete: true })
    expect(await reach({ paths: ['**', '.envrc'] })).toEqual({ files: 3, complete: true })
    expect(await reach({ paths: ['src/**'] })).toEqual({ files: 0, complete: true })
    expect(await reach({ paths: [`${outside}/**`] })).toEqual({ files: 2, complete: true })
    expect(await reach({ paths: [`${outside}/**`, `${outside}/sub/**`, '**'] })).toEqual({
      files: 6,
      complete: true,
    })
    expect(await reach({ paths: [`${outside}/.envrc`] })).toEqual({ files: 0, complete: true })
    expect(await reach({ paths: [`${dirname(outside)}/${basename(outside)}/sub/*/*`] })).toEqual({
      files: 1,
      complete: true,
    })
    expect(await reach({ hosts: ['a.example'] })).toBeNull()
  })
})

const texts = (request: DecisionRequest): readonly string[] => {
  const { reasons, touches } = decide(request, plain)
  const scopes = proposeScopes(touches, { workspace: '/w', edits: request.manifest === writing })
  return namedProposals(scopes, true, reasons, touches, roots).flatMap(({ text, allows }) =>
    allows ? [text] : [],
  )
}

describe('the limits that are proposed', () => {
  it('cover a protected file by its own name or folder, and never by the workspace', () => {
    expect(texts(ask(writing, [write('/w/.envrc')]))).toEqual(['edits of .envrc'])
    expect(texts(ask(writing, [write('/w/.husky/pre-commit')]))).toEqual([
      'edits of .husky/pre-commit',
      'edits in .husky/',
    ])
    expect(texts(ask(writing, [write('/w/src/a')]))).toEqual([
      'edits of src/a',
      'edits in src/',
      'edits anywhere in the workspace',
    ])
  })

  it('name private data where the call sends after it was read, and none is proposed for a target out of untrusted text', () => {
    const sends = ask(fetching, [to('a.example')], { taint: onlyPrivate })
    expect(texts(sends)).toEqual([
      'GET https://a.example/, also after private data was read',
      'GET from a.example, also after private data was read',
    ])
    expect(texts(ask(writing, [write('/w/a')], { origins: fromWeb }))).toEqual([])
  })
})
