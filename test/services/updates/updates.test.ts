// Updates, step by step, with a source that a test drives.
import { describe, expect, it } from 'vitest'
import { compareVersions } from '../../../main/services/updates/newer.ts'
import { openUpdates } from '../../../main/services/updates/updates.ts'
import type {
  UpdateChannel,
  UpdateOffer,
  UpdateSource,
  UpdateState,
} from '../../../contract/desktop/update.ts'

const offer = (version: string): UpdateOffer => ({ version, date: null, notes: 'Changed.' })

function setUp(found: UpdateOffer | null | Error, channel: UpdateChannel = 'stable') {
  const fixture = {
    channel,
    busy: 0,
    steps: [] as string[],
    states: [] as UpdateState[],
    downloaded: Promise.withResolvers<void>(),
    progress: (_percent: number): void => {},
    backup: async (): Promise<void> => {},
  }
  const source: UpdateSource = {
    async check(asked) {
      fixture.steps.push(`check ${asked}`)
      if (found instanceof Error) throw found
      return found
    },
    download(progress) {
      fixture.steps.push('download')
      fixture.progress = progress
      return fixture.downloaded.promise
    },
    install: async () => void fixture.steps.push('install'),
  }
  const updates = openUpdates({
    source,
    version: '0.2.0',
    channel: () => fixture.channel,
    busy: () => fixture.busy,
    async backup() {
      fixture.steps.push('backup')
      await fixture.backup()
    },
    changed: (state) => fixture.states.push(state),
    now: () => 1_000,
    everyMs: 5,
  })
  return { fixture, updates }
}

/** Up to `ready`. */
async function readyToInstall(version = '0.3.0') {
  const set = setUp(offer(version))
  await set.updates.check()
  set.updates.download()
  set.fixture.downloaded.resolve()
  await expect.poll(() => set.updates.state().kind).toBe('ready')
  return set
}

describe('updates', () => {
  it('fetch nothing while no channel is chosen', async () => {
    const { fixture, updates } = setUp(offer('0.3.0'), 'off')
    expect(updates.state()).toEqual({ kind: 'off' })
    expect(await updates.check()).toMatchObject({ ok: false, error: { code: 'update.off' } })
    expect(updates.download()).toMatchObject({ ok: false })
    expect(fixture.steps).toEqual([])
  })

  it('of a copy that is updated differently say how', async () => {
    const updates = openUpdates({
      source: 'With git.',
      version: '0.2.0',
      channel: () => 'stable',
      busy: () => 0,
      backup: async () => {},
      changed: () => {},
      now: () => 0,
    })
    expect(updates.state()).toEqual({ kind: 'elsewhere', text: 'With git.' })
    for (const said of [await updates.check(), updates.download(), updates.install(true)])
      expect(said).toMatchObject({ ok: false, error: { code: 'update.elsewhere' } })
  })

  it('check, download and install only when the person asks for each', async () => {
    const { fixture, updates } = setUp(offer('0.3.0'))
    expect(updates.state()).toEqual({ kind: 'current', checkedAt: null })
    expect(fixture.steps).toEqual([])
    await updates.check()
    expect(updates.state()).toEqual({ kind: 'available', offer: offer('0.3.0') })
    expect(updates.install(true)).toMatchObject({ ok: false, error: { code: 'update.not-now' } })
    updates.download()
    fixture.progress(40)
    expect(updates.state()).toMatchObject({ kind: 'downloading', percent: 40 })
    fixture.downloaded.resolve()
    await expect.poll(() => updates.state().kind).toBe('ready')
    expect(fixture.steps).toEqual(['check stable', 'download'])
    updates.install(true)
    await expect
      .poll(() => fixture.steps)
      .toEqual(['check stable', 'download', 'backup', 'install'])
    expect(fixture.states.map(({ kind }) => kind)).toEqual([
      'checking',
      'available',
      'downloading',
      'downloading',
      'ready',
      'installing',
    ])
  })

  it('wait with the install until nothing runs or is held', async () => {
    const { fixture, updates } = await readyToInstall()
    fixture.busy = 2
    expect(updates.install(true)).toMatchObject({ value: { kind: 'ready', waiting: true } })
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(fixture.steps).not.toContain('install')
    fixture.busy = 0
    await expect.poll(() => fixture.steps.at(-1)).toBe('install')
    expect(fixture.steps.filter((step) => step === 'install')).toHaveLength(1)
  })

  it('wait again for what began during the backup', async () => {
    const { fixture, updates } = await readyToInstall()
    fixture.backup = async () => void (fixture.busy = 1)
    updates.install(true)
    await expect.poll(() => updates.state()).toMatchObject({ kind: 'ready', waiting: true })
    expect(fixture.steps).not.toContain('install')
    updates.dispose()
  })

  it('take a waiting install back', async () => {
    const { fixture, updates } = await readyToInstall()
    fixture.busy = 1
    updates.install(true)
    expect(updates.install(false)).toMatchObject({ value: { kind: 'ready', waiting: false } })
    fixture.busy = 0
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(fixture.steps).not.toContain('install')
  })

  it('install nothing where the database cannot be backed up', async () => {
    const { fixture, updates } = await readyToInstall()
    fixture.backup = () => Promise.reject(new Error('The database could not be backed up: full.'))
    updates.install(true)
    await expect
      .poll(() => updates.state())
      .toMatchObject({
        kind: 'failed',
        text: 'The database could not be backed up: full.',
      })
    expect(fixture.steps).not.toContain('install')
  })

  it.each(['0.2.0', '0.1.9', '0.2.0-beta.1'])('refuse to go back to %s', async (version) => {
    const { updates } = setUp(offer(version))
    expect(await updates.check()).toMatchObject({
      value: { kind: 'failed', text: expect.stringContaining('does not go back') as string },
    })
    expect(updates.download()).toMatchObject({ ok: false })
  })

  it.each([
    ['getaddrinfo ENOTFOUND x', 'The update server cannot be reached.'],
    ['net::ERR_INTERNET_DISCONNECTED', 'The update server cannot be reached.'],
    ['sha512 checksum mismatch', 'sha512 checksum mismatch'],
  ])('say %j as %j, and can check again', async (said, text) => {
    const { updates } = setUp(new Error(said))
    await updates.check()
    expect(updates.state()).toMatchObject({ kind: 'failed', text })
    await updates.check()
    expect(updates.state().kind).toBe('failed')
  })

  it('forget what another channel offered', async () => {
    const { fixture, updates } = await readyToInstall()
    fixture.busy = 1
    updates.install(true)
    fixture.channel = 'off'
    updates.configChanged()
    expect(updates.state()).toEqual({ kind: 'off' })
    fixture.busy = 0
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(fixture.steps).not.toContain('install')
  })

  it('ignore the late end of a cancelled download', async () => {
    const { fixture, updates } = setUp(offer('0.3.0'))
    await updates.check()
    updates.download()
    fixture.channel = 'beta'
    updates.configChanged()
    fixture.downloaded.resolve()
    await Promise.resolve()
    expect(updates.state()).toEqual({ kind: 'current', checkedAt: null })
  })
})

describe('versions', () => {
  it('have the order of Semantic Versioning', () => {
    const inOrder = [
      'nonsense',
      '0.9.9',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.10',
      '1.2.0',
      '2.0.0',
    ]
    expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder)
    expect(compareVersions('1.2.3', '1.2.3+build')).toBe(0)
  })
})
