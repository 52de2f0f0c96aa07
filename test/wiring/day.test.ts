// A day: an agent reads mail, looks for time, drafts an invitation, files an issue and reads a page,
// while an email and the page carry orders of a stranger. What only looks at the person's own accounts
// runs alone; what goes out is held, also where the thought was somebody else’s.
import { describe, expect, it } from 'vitest'
import { modelServer } from '../fakes/model-server.ts'
import { inboxOfDay, pageOfDay, scriptOfDay, STRANGER } from '../fakes/services/day.ts'
import { answering, ask, journal, startAll, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

describe('a day of an agent', () => {
  it('runs reads without approval, holds what is sent, and sends nothing for a stranger @whole', async () => {
    const google = await inboxOfDay()
    const page = await pageOfDay()
    const model = await modelServer(scriptOfDay(page.url))
    const services = await startAll({
      google,
      // The page is on the allowlist, so that nothing but what was read holds it.
      more: `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\nallowlist: { hosts: ['${page.hosts[0]}'] }\n`,
    })
    try {
      const { id } = await ask('runs.start', { text: 'Plan my week.' })
      const rests = async () => {
        await expect
          .poll(async () => (await ask('runs.get', { id })).run.state)
          .toMatch(/idle|failed|stopped|interrupted/)
        return (await ask('runs.get', { id })).items
      }
      const { ended: items, held } = await answering(rests(), ({ args, facts }) =>
        JSON.stringify(args).includes(STRANGER) || JSON.stringify(args).includes('collect')
          ? 'deny-once'
          : facts !== undefined
            ? 'once'
            : 'deny-once',
      )
      const calls = items.flatMap((item) =>
        item.kind === 'call' && item.state.kind === 'ended'
          ? [[item.tool, item.state.result.route, item.state.result.status]]
          : [],
      )
      expect(calls).toEqual([
        ['google_mail', 'policy', 'done'],
        ['google_mail', 'policy', 'done'],
        ['google_mail', 'policy', 'done'],
        ['google_calendar', 'policy', 'done'],
        ['google_calendar', 'person', 'done'],
        ['github', 'person', 'done'],
        ['browser', 'person', 'done'],
        ['google_mail', 'person', 'denied'],
        ['browser', 'person', 'denied'],
      ])
      // What the person saw, and why each was held.
      expect(held.map(({ facts, tool }) => facts?.verb ?? tool)).toEqual([
        'Create the event',
        'File an issue in',
        'Open',
        'Send an email to',
        'Open',
      ])
      const stranger = held[3]
      expect(stranger?.facts).toMatchObject({ kind: 'mail', to: [STRANGER] })
      expect(stranger?.origins).toContainEqual(
        expect.objectContaining({
          pointer: '/to/0',
          origin: expect.objectContaining({ kind: 'tool' }),
        }),
      )
      expect(stranger?.answers).not.toContain('always')
      expect(held[2]?.decision.by).toMatchObject({ kind: 'flow' })
      // The page is seen in the run as a picture.
      const browsed = items.find((item) => item.kind === 'call' && item.tool === 'browser')
      expect(browsed).toMatchObject({
        state: {
          result: {
            text: expect.stringContaining('Rooms'),
            content: [{ kind: 'image', mimeType: 'image/jpeg' }],
          },
        },
      })
      // What happened at the services, and nothing else.
      expect(google.sent).toEqual([])
      expect(google.changed.length).toBe(1)
      expect(services.github.asked.map(({ method }) => method)).toEqual(['POST'])
      expect(page.asked.map(({ path }) => path)).toEqual(['/rooms'])
      // What the journal says.
      const { rows } = await journal()
      const kinds = rows.map(({ entry }) => entry.kind)
      expect(kinds.filter((kind) => kind === 'asked').length).toBe(5)
      expect(kinds.filter((kind) => kind === 'answered').length).toBe(5)
      expect(kinds.filter((kind) => kind === 'running').length).toBe(7)
      expect((await ask('audit.verify', {})).kind).toBe('intact')
      expect(JSON.stringify(rows)).not.toContain('All of it')
    } finally {
      await model.close()
    }
  }, 600_000)
})
