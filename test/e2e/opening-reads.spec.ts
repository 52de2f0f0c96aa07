// What the window asks while it opens: each thing once, though several parts of it show the same, and
// what only a menu shows when that is opened. The list of tools is the largest of it, and comes after
// all that the first screen shows.
import { expect, test } from './harness/test.ts'

for (const [what, config] of [
  ['without a model', ''],
  // Nobody answers there: the window only has to know that a model is set.
  ['with a model', 'model: { provider: openai, name: m, baseUrl: "http://127.0.0.1:9/v1" }\n'],
] as const) {
  test.describe(what, () => {
    test.use({ config })
    test('while the window opens, it asks for the list of tools once and draws the table from it @whole', async ({
      gatehouse,
    }) => {
      const { page } = gatehouse
      const asked: string[] = []
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          const { channel } = JSON.parse(String(payload)) as { readonly channel?: string }
          if (channel !== undefined) asked.push(channel)
        }),
      )
      await page.reload()
      // It is drawn ahead once its code is there, which is the last thing that the window loads.
      await expect
        .poll(() =>
          page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
        )
        .toContainEqual(expect.stringContaining('settings-screen'))
      await page.waitForTimeout(1_500)
      const times = (channel: string): number => asked.filter((one) => one === channel).length
      expect({
        tools: times('tools.list'),
        usage: times('tools.usage'),
        journal: times('audit.search'),
      }).toEqual({ tools: 1, usage: 0, journal: 1 })
      // The first screen of a home without runs offers the presets; what an organisation holds is in the menu.
      expect({
        report: times('policy.report'),
        managed: times('organisation.policy'),
        state: times('app.state'),
      }).toEqual({ report: 1, managed: 0, state: 1 })
      const first = ['app.state', 'approvals.list', 'runs.list', 'runs.totals', 'policy.report']
      expect(Math.max(...first.map((channel) => asked.lastIndexOf(channel)))).toBeLessThan(
        asked.indexOf('tools.list'),
      )
      await page.getByRole('button', { name: /preset/i }).click()
      await expect(page.getByRole('menuitemradio', { name: /^Careful/ })).toBeVisible()
      await page.keyboard.press('Escape')
      expect([times('policy.report'), times('organisation.policy')]).toEqual([2, 1])
      await page.getByRole('link', { name: 'Capabilities' }).click()
      await expect(page.getByRole('rowheader').first()).toBeVisible()
    })
  })
}
