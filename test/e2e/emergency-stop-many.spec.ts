// Stop everything with very many calls waiting, in the window: the answers are off at once, every run
// ends as stopped, and the model is asked nothing more.
import { modelServer } from '../fakes/model-server.ts'
import { many } from '../soak.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\n' })

const RUNS = many(500, 120)
/** From the press to the first frame whose answers take none. */
const AT_ONCE_MS = 1_000

test(`stop everything with ${RUNS} calls waiting: answers off at once, runs stopped, no token more @whole`, async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  const server = await modelServer((_, at) => ({
    kind: 'say',
    calls: [{ id: `c${at}`, name: 'write_file', args: { path: `page-${at}.txt`, content: 'x' } }],
  }))
  await call('config.update', {
    model: { provider: 'openai-compatible', name: 'scripted', baseUrl: `${server.url}/v1` },
  })
  for (let from = 0; from < RUNS; from += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, RUNS - from) }, (_, at) =>
        call('runs.start', { text: `page ${from + at}` }),
      ),
    )
  await expect(page.getByRole('link', { name: `${RUNS} waiting`, exact: true })).toBeVisible()
  await page.evaluate(() => void (location.hash = '/approvals'))
  const answers = page.getByRole('main').getByRole('button', { name: /^(Deny|Allow)/ })
  await expect(answers.first()).toBeVisible()
  const asked = server.asked.length

  const tookMs = await page.evaluate(offAfterStop)
  process.stdout.write(`${RUNS} waiting: answers off ${Math.round(tookMs)} ms after the press\n`)
  expect(tookMs).toBeLessThan(AT_ONCE_MS)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Everything is stopped.')
  await expect(page.getByRole('link', { name: /waiting$/ })).toHaveCount(0)
  expect(server.asked.length).toBe(asked)
  const runs = await call('runs.list', { limit: 200 })
  if (!runs.ok) throw new Error(runs.error.text)
  expect(new Set(runs.value.map(({ state }) => state))).toEqual(new Set(['stopped']))
  const spent = (list: typeof runs.value) =>
    list.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0)
  await page.waitForTimeout(1_500)
  const later = await call('runs.list', { limit: 200 })
  expect(later.ok && spent(later.value)).toBe(spent(runs.value))
  expect(server.asked.length).toBe(asked)
  // What the person sees of a run.
  await page.evaluate(() => void (location.hash = '/runs'))
  const list = page.getByRole('list', { name: 'Runs' }).getByRole('listitem')
  await expect(list.filter({ hasText: 'Stopped' })).toHaveCount(await list.count())
  await server.close()
})

/** Runs in the page: presses the button, and waits for a frame in which no answer can be given. */
function offAfterStop(): Promise<number> {
  const named = (text: RegExp) =>
    [...document.querySelectorAll<HTMLButtonElement>('button')].filter(
      (each) => each.checkVisibility() && text.test(each.textContent.trim()),
    )
  return new Promise((done) => {
    const from = performance.now()
    named(/^Stop everything/)[0]?.click()
    const look = (): void => {
      const live = named(/^(Deny|Allow)/).filter(
        (each) =>
          !each.disabled && each.ariaDisabled !== 'true' && each.closest('[inert]') === null,
      )
      if (live.length === 0) done(performance.now() - from)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
