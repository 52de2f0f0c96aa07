import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTree, isCode } from './check.ts'
import { OWNERS, MODULES, type Module } from './floor-plan.ts'

const root = join(import.meta.dirname, '..', '..')
const NOT_OURS = new Set(['node_modules', 'out', 'test-results', 'playwright-report'])

function readTree(folder = '', tree = new Map<string, string>()): Map<string, string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) continue
    if (entry.isDirectory()) readTree(path, tree)
    else tree.set(path, isCode(path) ? readFileSync(join(root, path), 'utf8') : '')
  }
  return tree
}

describe('the tree', () => {
  it('is as the floor plan draws it', () => {
    expect(checkTree(readTree(), MODULES)).toEqual([])
  })

  it('has an owner for every package it ships', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const owned = (name: string) =>
      Object.keys(OWNERS).some(
        (owner) => name === owner || (owner.endsWith('/') && name.startsWith(owner)),
      )
    expect(Object.keys(dependencies).filter((name) => !owned(name))).toEqual([])
  })
})

// Each rule, on a small tree that breaks it and nothing else.
const GATE = 'main/gate/permit.ts'
const breaches: readonly [name: string, files: Record<string, string>, want: string][] = [
  [
    'a file in no module',
    { 'main/attic/box.ts': '' },
    'main/attic/box.ts: is in no module of the floor plan',
  ],
  [
    'a file beside the modules',
    { 'helper.ts': '' },
    'helper.ts: is in no module of the floor plan',
  ],
  [
    'an import from a module that is not allowed',
    { 'main/store/a.ts': "import { b } from '../journal/b.ts'", 'main/journal/b.ts': '' },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'an import of a type only',
    { 'main/store/a.ts': "import type { B } from '../journal/b.ts'", 'main/journal/b.ts': '' },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'an import inside of a type',
    { 'main/store/a.ts': "export type B = import('../journal/b.ts').B", 'main/journal/b.ts': '' },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'a lazy import',
    {
      'main/store/a.ts': "export const b = () => import('../journal/b.ts')",
      'main/journal/b.ts': '',
    },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'a re-export',
    { 'main/store/a.ts': "export { b } from '../journal/b.ts'", 'main/journal/b.ts': '' },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'a require',
    { 'main/store/a.ts': "const b = require('../journal/b.ts')", 'main/journal/b.ts': '' },
    'main/store/a.ts: main/store may not import main/journal (main/journal/b.ts)',
  ],
  [
    'an import whose target is computed',
    { 'main/store/a.ts': 'export const b = (name: string) => import(name)' },
    'main/store/a.ts: an import() whose target is not written out: name the module in the call',
  ],
  [
    'a require whose target is computed',
    { 'main/store/a.ts': 'export const b = (name: string) => require(name)' },
    'main/store/a.ts: a require() whose target is not written out: use an import',
  ],
  [
    'an import of a file that is not there',
    { 'main/store/a.ts': "import './b.ts'" },
    'main/store/a.ts: imports ./b.ts, which is no file',
  ],
  [
    'a file that does not parse',
    { 'main/store/a.ts': 'export const = 1' },
    'main/store/a.ts: does not parse: Unexpected token',
  ],
  [
    'the gate reaching into the call module',
    { [GATE]: "import '../pipeline/execute.ts'", 'main/pipeline/execute.ts': '' },
    'main/gate/permit.ts: main/gate may not import main/pipeline (main/pipeline/execute.ts)',
  ],
  [
    'contract importing a module',
    { 'contract/a.ts': "import '../tools/exec.ts'", 'tools/exec.ts': '' },
    'contract/a.ts: contract may not import tools (tools/exec.ts)',
  ],
  [
    'the renderer importing main',
    {
      'renderer/app/a.tsx': "import type { A } from '../../main/host/app.ts'",
      'main/host/app.ts': '',
    },
    'renderer/app/a.tsx: renderer/app may not import main/host/app.ts (main/host/app.ts)',
  ],
  [
    'an earlier module of the renderer importing a later one',
    { 'renderer/state/a.ts': "import '../ui/b.tsx'", 'renderer/ui/b.tsx': '' },
    'renderer/state/a.ts: renderer/state may not import renderer/ui (renderer/ui/b.tsx)',
  ],
  [
    'the component kit importing anything of ours',
    {
      'renderer/ui/a.tsx': "import type { Tier } from '../../contract/call/tier.ts'",
      'contract/call/tier.ts': '',
    },
    'renderer/ui/a.tsx: renderer/ui may not import contract (contract/call/tier.ts)',
  ],
  [
    'one feature importing another',
    {
      'renderer/features/runs/a.tsx': "import '../audit/b.tsx'",
      'renderer/features/audit/b.tsx': '',
    },
    'renderer/features/runs/a.tsx: a folder of renderer/features may not import another (renderer/features/audit/b.tsx)',
  ],
  [
    'the product importing tests',
    { 'main/wiring/app.ts': "import '../../test/fakes/app.ts'", 'test/fakes/app.ts': '' },
    'main/wiring/app.ts: the product may not import tests (test/fakes/app.ts)',
  ],
  [
    'mint in the wrong hands',
    { 'main/pipeline/reevaluate.ts': "import { mint as m } from '../gate/permit.ts'", [GATE]: '' },
    'main/pipeline/reevaluate.ts: only main/pipeline/execute.ts, main/pipeline/rehearse.ts, main/pipeline/staging/stage.ts, main/pipeline/staging/write-staged.ts may import mint from main/gate/permit.ts',
  ],
  [
    'mint handed on by the gate itself',
    { 'main/gate/decide.ts': "export { mint } from './permit.ts'", [GATE]: '' },
    'main/gate/decide.ts: only main/pipeline/execute.ts, main/pipeline/rehearse.ts, main/pipeline/staging/stage.ts, main/pipeline/staging/write-staged.ts may import mint from main/gate/permit.ts',
  ],
  [
    'spend in the wrong hands',
    { 'main/pipeline/pipeline.ts': "import { spend } from '../gate/permit.ts'", [GATE]: '' },
    'main/pipeline/pipeline.ts: only main/pipeline/run-tool.ts may import spend from main/gate/permit.ts',
  ],
  [
    'the whole permit module taken at once',
    { 'main/pipeline/pipeline.ts': "import * as permit from '../gate/permit.ts'", [GATE]: '' },
    'main/pipeline/pipeline.ts: only main/pipeline/run-tool.ts may import spend from main/gate/permit.ts',
  ],
  [
    'a package away from its owner',
    { 'main/journal/a.ts': "import Database from 'better-sqlite3'" },
    'main/journal/a.ts: may not import better-sqlite3; its place is main/store',
  ],
  [
    'electron in another host',
    { 'main/host/browser/a.ts': "import { app } from 'electron/main'" },
    'main/host/browser/a.ts: may not import electron/main; its place is main/host/electron, preload',
  ],
  [
    'a scoped package away from its owner',
    { 'main/agent/a.ts': "export const a = () => import('@ai-sdk/anthropic')" },
    'main/agent/a.ts: may not import @ai-sdk/anthropic; its place is main/model',
  ],
  [
    'a package without an owner',
    { 'main/store/a.ts': "import 'left-pad'" },
    'main/store/a.ts: imports left-pad, a package without an owner in the floor plan',
  ],
  [
    'a module of Node written without its prefix',
    { 'main/store/a.ts': "import 'fs'" },
    'main/store/a.ts: imports fs, a package without an owner in the floor plan',
  ],
  [
    'a package other than zod in the contract',
    { 'contract/a.ts': "import 'yaml'" },
    'contract/a.ts: may not import yaml; its place is main/config, main/clients, tools, build, main/host/electron/updates, renderer/features',
  ],
  ...[
    'contract/a.ts',
    'tools/a.ts',
    'main/gate/a.ts',
    'preload/a.ts',
    'renderer/app/a.ts',
    'renderer/features/runs/a.ts',
  ].map((path): [string, Record<string, string>, string] => [
    `a module of Node in ${path}`,
    { [path]: "import { readFileSync } from 'node:fs'" },
    `${path}: ${path.includes('features') ? 'renderer/features' : path.slice(0, path.lastIndexOf('/'))} may not import node:fs: take what it needs as an argument`,
  ]),
  [
    'a process started outside of the sandbox',
    { 'main/agent/a.ts': "import { spawn } from 'node:child_process'" },
    'main/agent/a.ts: may not import node:child_process; its place is main/sandbox, main/host, main/disk/sync-file-system.ts, main/disk/give-only-modes.ts',
  ],
  [
    'a connection opened outside of egress',
    { 'main/model/a.ts': "import { request } from 'node:https'" },
    'main/model/a.ts: may not import node:https',
  ],
  [
    'a circle of three files',
    {
      'main/store/a.ts': "import './b.ts'",
      'main/store/b.ts': "import './c.ts'",
      'main/store/c.ts': "import type { A } from './a.ts'",
    },
    'main/store/a.ts: imports itself in a circle: main/store/a.ts → main/store/b.ts → main/store/c.ts → main/store/a.ts',
  ],
  [
    'a file that imports itself',
    { 'main/store/a.ts': "import './a.ts'" },
    'main/store/a.ts: imports itself in a circle: main/store/a.ts → main/store/a.ts',
  ],
]

// The small trees leave most modules empty and most files alone; those rules have their own tests.
const complaints = (files: Record<string, string>, modules: readonly Module[] = MODULES) =>
  checkTree(new Map(Object.entries(files)), modules).filter(
    (line) => !/without a file$|nothing in the product$/.test(line),
  )

describe('the check', () => {
  it.each(breaches)('reports %s', (_name, files, want) => {
    expect(complaints(files)).toContain(want)
  })

  it('finds nothing in a tree that keeps the plan', () => {
    const files = {
      'contract/call/tier.ts': "import { z } from 'zod'",
      'tools/exec.ts':
        "import { z } from 'zod'\nimport type { Tier } from '../contract/call/tier.ts'",
      'main/gate/permit.ts': "import type { Tier } from '../../contract/call/tier.ts'",
      'main/pipeline/execute.ts':
        "import { mint, type Permit } from '../gate/permit.ts'\nimport { createHash } from 'node:crypto'",
      'main/pipeline/run-tool.ts': "import { spend } from '../gate/permit.ts'",
      'main/pipeline/pipeline.ts': "import type { Permit } from '../gate/permit.ts'",
      'main/store/open.ts': "export const open = () => import('better-sqlite3')",
      'main/host/app.ts': "import type { Tier } from '../../contract/call/tier.ts'",
      'main/wiring/app.ts':
        "import '../store/open.ts'\nimport '../../tools/exec.ts'\nimport type { App } from '../host/app.ts'",
      'main/host/electron/main.ts': "import { app } from 'electron'\nimport '../../wiring/app.ts'",
      'preload/preload.ts': "import { contextBridge } from 'electron'",
      'renderer/bridge/bridge.ts': "import type { Tier } from '../../contract/call/tier.ts'",
      'renderer/state/live.ts': "import '../bridge/bridge.ts'\nimport { create } from 'zustand'",
      'renderer/ui/button.tsx': "import { useState } from 'react'\nimport './button.module.css'",
      'renderer/ui/button.module.css': '',
      'renderer/features/runs/list.tsx': "import '../../ui/button.tsx'\nimport './row.tsx'",
      'renderer/features/runs/row.tsx': "import '../../state/live.ts'",
      'renderer/app/main.tsx':
        "import { createRoot } from 'react-dom/client'\nimport '../features/runs/list.tsx'",
      'test/pipeline/pipeline.test.ts':
        "import { mint, spend } from '../../main/gate/permit.ts'\nimport { it } from 'vitest'\nimport fs from 'node:fs'",
    }
    expect(complaints(files)).toEqual([])
  })

  it('reports a file that only tests import, and not an entry', () => {
    const files = {
      'main/gate/tier.ts': '',
      'main/gate/decide.ts': '',
      'main/host/cli/main.ts': "import '../../gate/decide.ts'",
      'test/gate/tier.test.ts': "import '../../main/gate/tier.ts'",
    }
    const lone = checkTree(new Map(Object.entries(files)), MODULES).filter((line) =>
      line.endsWith('nothing in the product'),
    )
    expect(lone).toEqual(['main/gate/tier.ts: is imported by nothing in the product'])
  })

  it('reports a module that covers no file', () => {
    const modules: readonly Module[] = [
      { at: 'contract', modules: [], node: false },
      { at: 'main/attic', modules: [], node: false },
    ]
    expect(
      checkTree(new Map([['contract/a.ts', '']]), modules).filter((line) =>
        line.startsWith('main/attic'),
      ),
    ).toEqual(['main/attic: a module of the floor plan without a file'])
  })
})
