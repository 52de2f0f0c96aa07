// The command line with no other Gatehouse running and no terminal: real store, real journal, real
// sandbox.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import { CallResult } from '../../contract/call/call.ts'
import { Verification } from '../../contract/journal/journal.ts'
import { Manifest } from '../../contract/call/manifest.ts'
import { DoctorReport } from '../../contract/protection.ts'
import { z } from 'zod'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'
import { catalog } from '../../tools/catalog.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const { requestId, ok, decision, data, stdout, stderr, exitCode, truncated, durationMs, error } =
  CallResult.shape
/** The JSON of a run, exactly the fields of the stable interface. */
const Run = z.strictObject({
  requestId,
  ok,
  decision,
  data,
  stdout,
  stderr,
  exitCode,
  truncated,
  durationMs,
  error,
})
const Tools = z.strictObject({
  tools: z.array(
    z.strictObject({
      name: z.string(),
      source: z.literal('built-in'),
      available: z.boolean(),
      missing: z.array(
        z.strictObject({
          what: z.string(),
          how: z.string(),
          uncertain: z.literal(true).optional(),
        }),
      ),
      manifest: Manifest,
    }),
  ),
})

/** Nothing has to be set up for them first. */
const usable = catalog
  .map(({ manifest }) => manifest)
  .filter(({ requires }) =>
    requires.every(({ kind }) => kind !== 'credential' && kind !== 'service'),
  )
const namesOf = (manifests: readonly { readonly name: string }[]): readonly string[] =>
  manifests.map(({ name }) => name)

describe('gatehouse tools', () => {
  it('lists what can be used, with the fields of the interface', async () => {
    const { code, value } = await home.json('tools', 'list')
    const { tools } = Tools.parse(value)
    expect([code, tools.map(({ name }) => name)]).toEqual([0, namesOf(usable)])
  })

  it('leaves out what the guard hides, and shows it with --all as not available @whole', async () => {
    const guarded = 'The exfiltration guard is on and hides outbound tools.'
    mkdirSync(home.folder)
    writeFileSync(join(home.folder, 'config.yaml'), 'exfiltrationGuard: { enabled: true }\n')
    const listed = Tools.parse((await home.json('tools', 'list')).value).tools.map(
      ({ name }) => name,
    )
    const all = Tools.parse((await home.json('tools', 'list', '--all')).value).tools
    expect(listed).toEqual(namesOf(usable.filter(({ networkOutbound }) => !networkOutbound)))
    expect(
      all
        .filter(({ available }) => !available)
        .map(({ name, missing }) => [name, missing[0]?.what]),
    ).toEqual([
      ...['web_search', 'web_fetch', 'http', 'reddit', 'weather'].map((name) => [name, guarded]),
      // What is missing for its own sake is said first.
      ['image_gen', 'The credential image-key is needed.'],
      ...[
        ...['cron', 'create_scheduled_task', 'update_scheduled_task'],
        ...['delete_scheduled_task', 'run_scheduled_task'],
      ].map((name) => [name, guarded]),
      ['browser', guarded],
      ['github', 'The credential github-token is needed.'],
      ['google_mail', 'Nobody is signed in to Gmail.'],
      ['get_mail_messages', 'Nobody is signed in to Gmail.'],
      ['get_mail_message', 'Nobody is signed in to Gmail.'],
      ['search_mail', 'Nobody is signed in to Gmail.'],
      ['get_unread_count', 'Nobody is signed in to Gmail.'],
      ['send_email', 'Nobody is signed in to Gmail.'],
      ['mark_mail_read', 'Nobody is signed in to Gmail.'],
      ['mark_mail_flagged', 'Nobody is signed in to Gmail.'],
      ['move_mail_message', 'Nobody is signed in to Gmail.'],
      ['google_calendar', 'Nobody is signed in to Google Calendar.'],
      ['get_calendar_events', 'Nobody is signed in to Google Calendar.'],
      ['search_calendar_events', 'Nobody is signed in to Google Calendar.'],
      ['find_my_open_slots', 'Nobody is signed in to Google Calendar.'],
      ['find_group_availability', 'Nobody is signed in to Google Calendar.'],
      ['todoist', 'The credential todoist-token is needed.'],
      ['media', 'No address is set for Radarr.'],
      ['obsidian', 'No address is set for Obsidian.'],
    ])
  })

  it('describes one tool, by its name or its capability @whole', async () => {
    const byName = await home.json('tools', 'describe', 'read_file')
    const byId = await home.json('tools', 'describe', 'fs.read')
    expect(byName.value).toMatchObject({
      name: 'read_file',
      manifest: { id: 'fs.read' },
      inputSchema: { type: 'object' },
    })
    expect(byId.value).toEqual(byName.value)
    expect(await home.run('tools', 'describe', 'read_fiel')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: There is no tool named "read_fiel".\nDid you mean read_file?\n',
    })
  })

  it('runs what is allowed, exit 0 @whole', async () => {
    mkdirSync(home.workspace)
    writeFileSync(join(home.workspace, 'a.txt'), 'hello\n')
    const {
      code,
      value,
      stderr: noise,
    } = await home.json('tools', 'run', 'read_file', '--args', '{"path":"a.txt"}')
    expect([code, noise]).toEqual([0, ''])
    expect(Run.parse(value)).toMatchObject({
      ok: true,
      stdout: 'hello\n',
      decision: { effect: 'allow', tier: 'R1' },
      error: null,
    })
    expect(await home.run('tools', 'run', 'read_file', '--args', '{"path":"a.txt"}')).toEqual({
      code: 0,
      stdout: 'hello\n',
      stderr: '',
    })
  })

  it('fails with exit 1 when the tool does @whole', async () => {
    const { code, value } = await home.json(
      'tools',
      'run',
      'read_file',
      '--args',
      '{"path":"missing.txt"}',
    )
    expect([code, Run.parse(value).ok]).toEqual([1, false])
  })

  it('refuses with exit 3 what no call may touch, for the person too @whole', async () => {
    mkdirSync(home.folder)
    writeFileSync(join(home.folder, 'secret'), 'x')
    const { code, value } = await home.json(
      'tools',
      'run',
      'read_file',
      '--args',
      JSON.stringify({ path: join(home.folder, 'secret') }),
    )
    expect([code, Run.parse(value)]).toMatchObject([
      3,
      { ok: false, decision: { effect: 'deny', by: { kind: 'stop' } }, stdout: '' },
    ])
  })

  it('denies at once with exit 4 what needs a person, and runs nothing @whole', async () => {
    const args = ['tools', 'run', 'exec', '--args', '{"command":"touch ran"}']
    const { code, value } = await home.json(...args)
    expect([code, Run.parse(value)]).toMatchObject([
      4,
      { ok: false, decision: { effect: 'confirm' }, error: { code: 'approval.nobody' } },
    ])
    const reported = await home.run(...args)
    expect([reported.code, reported.stdout, reported.stderr]).toEqual([
      4,
      '',
      expect.stringContaining('Denied: this call needs approval'),
    ])
    expect(existsSync(join(home.workspace, 'ran'))).toBe(false)
  })

  it('does not let --approve replace a person, exit 4, before anything is decided', async () => {
    const { code, stderr: said } = await home.run(
      'tools',
      'run',
      'exec',
      '--args',
      '{"command":"touch ran"}',
      '--approve',
    )
    expect([code, said]).toEqual([4, expect.stringContaining('--approve requires a terminal')])
    expect(existsSync(home.folder)).toBe(false)
  })

  it.each([
    ['an unknown tool', ['exce', '--args', '{}'], 'tool.unknown', 'exec'],
    [
      'an unknown argument',
      ['read_file', '--args', '{"path":"a","pth":"b"}'],
      'args.invalid',
      'path',
    ],
    ['arguments that are a list', ['read_file', '--args', '[1]'], 'args.not-an-object', 'path'],
  ])('says what is wrong with %s, exit 1 @whole', async (_name, words, errorCode, hint) => {
    const { code, value } = await home.json('tools', 'run', ...words)
    expect([code, Run.parse(value)]).toMatchObject([
      1,
      { ok: false, error: { code: errorCode, hint: expect.stringContaining(hint) } },
    ])
  })
})

describe('gatehouse config', () => {
  it('checks a file that is not there, sound, or broken, and touches nothing', async () => {
    expect(await home.json('config', 'check')).toMatchObject({
      code: 0,
      value: { ok: true, exists: false, problems: [], warnings: [] },
    })
    const file = join(home.folder, '..', 'other.yaml')
    writeFileSync(file, 'approvals:\n  timeoutSecond: 5\nzebra: 1\n')
    expect(await home.json('config', 'check', '--config', file)).toEqual({
      code: 1,
      stderr: '',
      value: {
        ok: false,
        file,
        exists: true,
        problems: [
          {
            file,
            line: 2,
            column: 3,
            text: 'approvals knows no setting "timeoutSecond".',
            hint: 'Did you mean "timeoutSeconds"? Known here: timeoutSeconds.',
          },
          {
            file,
            line: 3,
            column: 1,
            text: 'Gatehouse knows no setting "zebra".',
            hint: expect.stringContaining('Known here: workspace'),
          },
        ],
        warnings: [],
      },
    })
    expect((await home.run('config', 'check', '--config', file)).stdout).toContain(
      `${file}:2:3 approvals knows no setting`,
    )
    expect(existsSync(home.folder)).toBe(false)
  })

  it('shows what is probably not meant, and exits 0', async () => {
    const file = join(home.folder, '..', 'list.yaml')
    const folder = join(home.folder, '..', 'bin')
    mkdirSync(folder)
    writeFileSync(join(folder, 'echo.toml'), '')
    writeFileSync(
      file,
      `preset: own
presets: { own: { tools: [read_file, echo] } }
plugins:
  builtInFolder: ${folder}
  externalAllowList:
    - nobody
    - exec
    - echo
`,
    )
    const warnings = [
      { code: 'plugin.no-preset', line: 6, text: expect.stringContaining('no preset has it') },
      { code: 'plugin.built-in', line: 7, text: expect.stringContaining('a built-in tool') },
      { code: 'plugin.built-in', line: 8, text: expect.stringContaining('the built-in folder') },
    ]
    const checked = await home.json('config', 'check', '--config', file)
    expect(checked).toEqual({
      code: 0,
      stderr: '',
      value: { ok: true, file, exists: true, problems: [], warnings },
    })
    // The same as the other command that reads the file.
    const other = await home.json('policy', 'check', '--config', file)
    expect(other).toMatchObject({ code: 0, value: { ok: true, warnings } })
    const printed = await home.run('config', 'check', '--config', file)
    expect([printed.code, printed.stdout.split('\n')]).toEqual([
      0,
      [
        expect.stringMatching(/list\.yaml:6 warning: .*nobody.* \(plugin\.no-preset\)$/),
        expect.stringMatching(/list\.yaml:7 warning: .*exec.* \(plugin\.built-in\)$/),
        expect.stringMatching(/list\.yaml:8 warning: .*echo.* \(plugin\.built-in\)$/),
        `${file} has no problems. Warnings: 3.`,
        '',
      ],
    ])
  })

  it('says where the file lies', async () => {
    expect(await home.run('config', 'path')).toEqual({
      code: 0,
      stdout: `${join(home.folder, 'config.yaml')}\n`,
      stderr: '',
    })
    expect((await home.json('config', 'path')).value).toMatchObject({
      config: join(home.folder, 'config.yaml'),
      database: join(home.folder, 'data', 'gatehouse.db'),
    })
  })

  it('works while the store is broken @whole', async () => {
    await home.run(...harmless)
    writeFileSync(
      join(home.folder, 'data', 'gatehouse.db'),
      'not a database at all, but long enough to look at',
    )
    expect((await home.run('config', 'check')).code).toBe(0)
    const listed = await home.json('tools', 'list')
    expect([listed.code, listed.value]).toMatchObject([
      1,
      { error: { code: expect.stringMatching(/^store\./) } },
    ])
    expect(await home.json('doctor')).toMatchObject({
      code: 1,
      value: { ok: false, checks: [{ id: 'start', state: 'fail' }] },
    })
  })
})

/** Starts a Gatehouse, which writes rows. */
const harmless = ['tools', 'run', 'math_eval', '--args', '{"expression":"6 * 7"}'] as const

describe('gatehouse audit', () => {
  const Page = z.strictObject({ rows: z.array(PrintedRow), total: z.int() })

  it('shows the last rows, oldest first, and as many as asked', async () => {
    await home.run('tools', 'run', 'exec', '--args', '{"command":"id"}')
    const { rows, total } = Page.parse((await home.json('audit', 'tail', '-n', '4')).value)
    expect(rows.map(({ seq }) => seq)).toEqual([total - 3, total - 2, total - 1, total])
    const all = Page.parse((await home.json('audit', 'tail', '-n', '1000')).value)
    expect(all.rows.map(({ seq }) => seq)).toEqual(
      Array.from({ length: all.total }, (_, i) => i + 1),
    )
    expect(all.rows.map(({ entry }) => entry)).toContainEqual(
      expect.objectContaining({ kind: 'decision', tool: 'exec', channel: 'cli' }),
    )
    expect((await home.run('audit', 'tail', '-n', '50')).stdout).toMatch(
      /decision +exec allow R1 for command line: run id in /,
    )
  })

  it('shows them without adding any @whole', async () => {
    await home.run(...harmless)
    const once = Page.parse((await home.json('audit', 'tail')).value)
    expect(Page.parse((await home.json('audit', 'tail')).value)).toEqual(once)
    expect(once.rows.at(-1)?.entry.kind).toBe('stopped')
  })

  it('verifies without writing: twice the same head, exit 0 @whole', async () => {
    await home.run(...harmless)
    const once = await home.json('audit', 'verify')
    const twice = await home.json('audit', 'verify')
    expect([once.code, Verification.parse(once.value).kind]).toEqual([0, 'intact'])
    expect(twice.value).toMatchObject({ ...(once.value as object), durationMs: expect.any(Number) })
  })

  it('finds a changed row, exit 1 @whole', async () => {
    await home.run(...harmless)
    const { default: Database } = await import('better-sqlite3')
    const db = new Database(join(home.folder, 'data', 'gatehouse.db'))
    const triggers = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all() as string[]
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`)
    db.exec(`UPDATE journal SET body = replace(body, 'cli', 'clj') WHERE seq = 1`)
    db.close()
    const { code, value } = await home.json('audit', 'verify')
    expect([code, Verification.parse(value)]).toMatchObject([
      1,
      { kind: 'broken', seq: 1, fault: 'edited' },
    ])
    expect((await home.run('audit', 'verify')).stdout).toMatch(/^Broken at row 1 \(edited\)/)
  })

  it('is not read past: a command after rows were cut off says so, beside its own answer @whole', async () => {
    await home.run(...harmless)
    expect((await home.run('tools', 'list')).stderr).toBe('')
    const { default: Database } = await import('better-sqlite3')
    const db = new Database(join(home.folder, 'data', 'gatehouse.db'))
    const triggers = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      .pluck()
      .all() as string[]
    for (const name of triggers) db.exec(`DROP TRIGGER "${name}"`)
    db.exec('DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)')
    db.close()
    const { code, stderr: said } = await home.run('tools', 'list')
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        /^gatehouse: the journal was changed from outside: .*gatehouse audit verify/,
      ),
    ])
  })

  it('leaves everything as it was, also where nothing could be written @whole', async () => {
    await home.run(...harmless)
    // Compiled code may be stored, as it is here, where root runs the tests; its folder is beside these.
    const checks = () =>
      readdirSync(home.folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name !== 'data' && !name.startsWith('data/compile-cache'))
        .map((name) => `${name} ${statSync(join(home.folder, name)).mtimeMs}`)
    const before = checks()
    // Root writes all the same; for everybody else this is a folder that cannot be written.
    const closed = ['data/gatehouse.db', 'data', 'state', '.'].map((name) =>
      join(home.folder, name),
    )
    for (const path of closed) chmodSync(path, 0o500)
    const { code, value } = await home.json('audit', 'verify')
    for (const path of closed.toReversed()) chmodSync(path, 0o700)
    expect([code, value]).toMatchObject([0, { kind: 'intact' }])
    expect(checks()).toEqual(before)
  })

  it('names the database that is damaged, not the copy it looked at @whole', async () => {
    await home.run(...harmless)
    const database = join(home.folder, 'data', 'gatehouse.db')
    writeFileSync(database, 'junk'.repeat(5000))
    rmSync(`${database}-wal`, { force: true })
    const { code, stderr: said } = await home.run('audit', 'verify')
    expect([code, said.includes(database), said.includes('gatehouse-journal-')]).toEqual([
      1,
      true,
      false,
    ])
  })

  it('finds nothing wrong where there is no journal yet, and creates none', async () => {
    expect(await home.json('audit', 'verify')).toMatchObject({
      code: 0,
      value: { kind: 'intact', rows: 0 },
    })
    expect(await home.json('audit', 'tail')).toEqual({
      code: 0,
      value: { rows: [], total: 0 },
      stderr: '',
    })
    expect(existsSync(home.folder)).toBe(false)
  })

  it('misses a database that was taken away @whole', async () => {
    await home.run(...harmless)
    rmSync(join(home.folder, 'data'), { recursive: true })
    expect(await home.json('audit', 'verify')).toMatchObject({
      code: 1,
      value: { kind: 'broken', seq: 1, text: expect.stringMatching(/\S/) },
    })
  })

  it('ends quietly when nobody reads on @whole', async () => {
    await home.run(...harmless)
    const running = home.start('audit', 'tail', '-n', '1000', '--json')
    running.child.stdout?.destroy()
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('gatehouse doctor', () => {
  it('reports in the form of the interface @whole', async () => {
    const { code, value } = await home.json('doctor')
    const report = DoctorReport.parse(value)
    expect([code, report.ok, report.platform.startsWith(process.platform)]).toEqual([
      report.ok ? 0 : 1,
      report.ok,
      true,
    ])
    expect((await home.run('doctor')).stdout).toContain('Checks\n')
  })

  it('names the line of a broken configuration @whole', async () => {
    mkdirSync(home.folder)
    writeFileSync(join(home.folder, 'config.yaml'), 'workspace: [\n')
    const { value } = await home.json('doctor')
    expect(JSON.stringify(value)).toContain('left open')
  })
})

it('two commands at once both get their turn @whole', async () => {
  await home.run('tools', 'list')
  const ends = await Promise.all([1, 2, 3].map(() => home.run('tools', 'list')))
  expect(ends.map(({ code, stderr: said }) => [code, said])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ])
})

it('shows hidden characters of a result, and passes none of them to the terminal @whole', async () => {
  mkdirSync(home.workspace)
  appendFileSync(join(home.workspace, 'a\u{202e}b.txt'), 'x')
  const { stdout: shown } = await home.run('tools', 'run', 'list_dir', '--args', '{"path":"."}')
  expect(shown).not.toContain('\u{202e}')
})
