// What else changes something: held, shown on its card, and done once after approval. With the tools of
// accounts (service-tools.test.ts) these are all that act away from the workspace, but the browser.
import { describe, expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { httpService } from '../fakes/services/http-service.ts'
import { openAiImageService } from '../fakes/services/image-services.ts'
import { PLANTED } from '../fakes/services/http-service.ts'
import {
  ask,
  answering,
  runApproved,
  startServices,
  store,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

/** Each has its own test of every action elsewhere. */
const ELSEWHERE = new Set([
  ...['github', 'google_mail', 'google_calendar', 'todoist', 'media', 'obsidian'],
  ...['browser', 'memory_search', 'subagent_control', 'tmux', 'cron'],
])

describe('what changes something away from the workspace', () => {
  it('has a test here or in the file of its tool', () => {
    const others = catalog.filter(
      ({ manifest }) => manifest.actions.length > 0 && !ELSEWHERE.has(manifest.name),
    )
    expect(
      others.flatMap(({ manifest }) =>
        manifest.actions.flatMap(({ name, readOnly }) =>
          readOnly ? [] : [`${manifest.name} ${name}`],
        ),
      ),
    ).toEqual([])
  })

  it('http is not even asked about for a local address that nobody listed', async () => {
    await startServices()
    const service = await httpService(() => ({ json: {} }))
    const { result, held } = await runApproved('http', { method: 'POST', url: service.url })
    expect([held, result.status, service.asked.length]).toEqual([null, 'denied', 0])
  }, 600_000)

  it('http sends to a listed host, once, what the card showed', async () => {
    const service = await httpService(() => ({ json: { fine: true } }))
    const methods = '[POST, PUT, PATCH, DELETE]'
    const entry = `{ host: '${service.hosts[0]}', methods: ${methods}, maxBytes: 10 }`
    await startServices({ more: `allowlist: { hosts: [${entry}] }\n` })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const before = service.asked.length
      const url = `${service.url}/things/1`
      const { result, held } = await runApproved('http', { method, url, body: { title: 'Tea' } })
      expect([method, result.status, result.route]).toEqual([method, 'done', 'person'])
      expect(held?.decision.touches).toMatchObject([{ method, url, bytes: 15 }])
      expect(service.asked.slice(before)).toMatchObject([{ method, body: '{"title":"Tea"}' }])
    }
  }, 600_000)

  it('image_gen asks once for a picture, after its card showed the words @whole', async () => {
    const images = await openAiImageService()
    await startServices({
      more: `allowlist: { hosts: [{ host: '${images.hosts[0]}', methods: [POST], maxBytes: 10 }] }\n`,
      extra: `  images: { url: '${images.url}' }\n`,
    })
    await store('image-key', images.url, PLANTED)
    const { result, held } = await runApproved('image_gen', { prompt: 'A heron' })
    expect(held?.args).toMatchObject({ prompt: 'A heron' })
    expect([result.status, images.asked.length]).toEqual(['done', 1])
  }, 600_000)

  it('cron changes its jobs after approval only, each as its card said @whole', async () => {
    await startServices()
    const add = { action: 'add', name: 'Tea', message: 'Make tea.', every_seconds: 3_600 }
    const added = await runApproved('cron', add)
    expect([added.result.status, added.result.route]).toEqual(['done', 'person'])
    expect(added.held?.facts).toMatchObject({
      kind: 'record',
      verb: 'Schedule',
      target: 'the job Tea',
      fields: [{ name: 'The job', text: expect.stringContaining('every 1 hour') }, {}, {}],
    })
    const [job] = await ask('schedules.list', {})
    const job_id = job?.id ?? ''
    for (const [action, more] of [
      ['update', { message: 'Make green tea.' }],
      ['pause', {}],
      ['resume', {}],
      ['dlq_clear', null],
      ['remove', {}],
    ] as const) {
      const given = more === null ? {} : { job_id, ...more }
      const { result, held } = await runApproved('cron', { action, ...given })
      expect([action, result.status, result.route, held?.facts?.kind]).toEqual([
        action,
        'done',
        'person',
        'record',
      ])
    }
    expect(await ask('schedules.list', {})).toEqual([])
    for (const action of ['list', 'dlq_list'])
      expect((await runApproved('cron', { action })).held).toBeNull()
    // A job that is gone is refused before anybody is asked.
    const { result, held } = await runApproved('cron', { action: 'run', job_id })
    expect([held, result.status, result.text]).toEqual([
      null,
      'denied',
      expect.stringContaining('There is no job'),
    ])
  }, 600_000)

  it('an approval of a job covers the job as it was shown @whole', async () => {
    await startServices()
    await runApproved('cron', { action: 'add', message: 'Make tea.', every_seconds: 3_600 })
    const [job] = await ask('schedules.list', {})
    const running = ask('tools.run', {
      tool: 'cron',
      args: { action: 'remove', job_id: job?.id ?? '' },
      wait: true,
    })
    await expect
      .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 1 })).length)
      .toBe(1)
    if (job !== undefined) await ask('schedules.remove', { id: job.id })
    const { ended } = await answering(running, () => 'once')
    expect(ended.status).not.toBe('done')
  }, 600_000)
})

describe('the emergency stop', () => {
  it('closes the connection of a request that is on its way', async () => {
    const service = await httpService(() => ({ json: {} }))
    await startServices({ more: `allowlist: { hosts: ['${service.hosts[0]}'] }\n` })
    service.goWrong('no answer')
    const running = ask('tools.run', { tool: 'http', args: { url: service.url }, wait: true })
    await expect.poll(() => service.asked.length).toBe(1)
    await ask('emergency-stop.stop', {})
    expect((await running).status).toMatch(/denied|failed|cancelled/)
    await expect.poll(() => service.abandoned.length).toBe(1)
  }, 600_000)
})
