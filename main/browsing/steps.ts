// One step on the page, and what is there after it.
import type { Page } from 'playwright-core'
import { failure, type Failure } from '../../contract/failure.ts'
import type { BrowsedPage, BrowseStep } from '../../contract/call/powers/browse-power.ts'
import { assertNever } from '../../contract/never.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { browserClosed, type openPageRequests } from './page-requests.ts'
import { LOOK } from './page-text.ts'

const STEP_MS = 20_000
const MOST_VALUE = 50_000
const QUALITY = 60

export async function take(
  step: BrowseStep,
  page: Page,
  requests: Pick<ReturnType<typeof openPageRequests>, 'takeBlocked' | 'takeFault'>,
): Promise<Result<BrowsedPage, Failure>> {
  page.setDefaultTimeout(STEP_MS)
  requests.takeBlocked()
  requests.takeFault()
  if ('page' in step && !samePage(step.page, page.url()))
    return err(
      failure(
        'browser.other-page',
        `Another page is open by now: ${page.url().slice(0, 300)}`,
        'Use snapshot, then give the address that it shows.',
      ),
    )
  try {
    const value = await acted(step, page)
    await page.waitForLoadState('domcontentloaded', { timeout: STEP_MS }).catch(() => {})
    await page.waitForTimeout(300)
    return ok(await seen(page, value, requests))
  } catch (thrown) {
    return err(requests.takeFault() ?? faultOf(thrown, requests.takeBlocked()))
  }
}

const samePage = (given: string, open: string): boolean =>
  URL.canParse(given) &&
  URL.canParse(open) &&
  withoutHash(new URL(given)) === withoutHash(new URL(open))
const withoutHash = (url: URL): string => `${url.origin}${url.pathname}${url.search}`

async function acted(step: BrowseStep, page: Page): Promise<string | null> {
  switch (step.kind) {
    case 'open':
      await page.goto(step.url, { timeout: STEP_MS, waitUntil: 'domcontentloaded' })
      return null
    case 'navigate':
      if (step.to === 'back') await page.goBack()
      else if (step.to === 'forward') await page.goForward()
      else await page.reload()
      return null
    case 'click':
      await at(page, step.element).click()
      return null
    case 'type': {
      const field = at(page, step.element)
      if (step.fill) await field.fill(step.text)
      else await field.pressSequentially(step.text)
      if (step.enter) await field.press('Enter')
      return null
    }
    case 'eval':
      return textOf(await page.evaluate(step.script))
    case 'scroll': {
      const by = step.direction === 'up' || step.direction === 'left' ? -step.pixels : step.pixels
      const sideways = step.direction === 'left' || step.direction === 'right'
      await page.mouse.wheel(sideways ? by : 0, sideways ? 0 : by)
      return null
    }
    case 'wait':
      await page.waitForTimeout(step.ms)
      return null
    case 'look':
    case 'close':
      return null
    case 'get': {
      const field = step.element === null ? page.locator('html') : at(page, step.element)
      if (step.what === 'html') return textOf(await field.evaluate((one) => one.outerHTML))
      if (step.what === 'value') return textOf(await field.inputValue())
      return textOf(await field.innerText())
    }
    default:
      return assertNever(step, 'acted')
  }
}

const at = (page: Page, element: string) => page.locator(`[data-gatehouse-ref="${element}"]`)

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  const rest = text.length - MOST_VALUE
  return rest > 0 ? `${text.slice(0, MOST_VALUE)}… [cut: ${rest} more characters]` : text
}

/** As the page itself has it; a page can say anything of itself. */
const STATUS = `Number(performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0)`

const statusIn = (said: unknown): number | null =>
  typeof said === 'number' && said > 0 ? said : null

async function seen(
  page: Page,
  value: string | null,
  requests: Pick<ReturnType<typeof openPageRequests>, 'takeBlocked'>,
): Promise<BrowsedPage> {
  const text = textOf(await page.evaluate(LOOK))
  const picture = await page
    .screenshot({ type: 'jpeg', quality: QUALITY, timeout: 5_000 })
    .then((bytes) => bytes.toString('base64'))
    .catch(() => null)
  return {
    url: page.url(),
    title: (await page.title()).slice(0, 300),
    status: statusIn(await page.evaluate(STATUS)),
    text,
    value,
    picture,
    blocked: requests.takeBlocked(),
  }
}

function faultOf(
  thrown: unknown,
  blocked: readonly { readonly host: string; readonly requests: number }[],
): Failure {
  const line = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : ''
  const [first] = blocked
  if (/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/.test(line))
    return failure(
      'browser.blocked',
      first === undefined
        ? 'The page could not be loaded.'
        : `The page leads to ${first.host}, which this call was not permitted to reach.`,
      'Use open with that address, so that it is decided by itself.',
    )
  if (/Timeout/.test(line))
    return failure(
      'browser.timeout',
      `The page did not come so far in ${STEP_MS / 1_000} seconds.`,
      'Use snapshot to see what is there: the element may be gone or covered.',
    )
  if (/closed|crashed/i.test(line)) return browserClosed
  return failure(
    'browser.failed',
    `The page did not do that: ${line.slice(0, 200)}`,
    'Use snapshot.',
  )
}
