// The browser and the real way out without a whole Gatehouse: a real Chromium, whose names are
// resolved and connected as a test says.
import { afterAll } from 'vitest'
import { SessionId } from '../../contract/ids.ts'
import type { BrowseStep } from '../../contract/call/powers/browse-power.ts'
import { openBrowsers } from '../../main/browsing/browsers.ts'
import { findBrowser } from '../../main/browsing/find-browser.ts'
import type { NetTouch } from '../../main/browsing/page-requests.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import type { OutboundDeps } from '../../main/egress/outbound.ts'
import { outboundOf } from '../egress/fixtures/ask.ts'

/** Call at the head of a test file. */
export function directBrowser() {
  const browsers = openBrowsers({
    program: () => findBrowser(process.env),
    root: process.getuid?.() === 0,
  })
  afterAll(() => browsers.dispose())
  const sessions = new Map<OutboundDeps, SessionId>()
  /** A browser keeps the way out that it was started with, so each has its own. */
  const sessionOf = (deps: OutboundDeps): SessionId => {
    const known = sessions.get(deps) ?? SessionId.parse(`ses_browsing${sessions.size + 1}`)
    sessions.set(deps, known)
    return known
  }
  /** Permits just what the step names, as the gate would. */
  return (step: BrowseStep, deps: OutboundDeps, signal = new AbortController().signal) => {
    const canonical: Parameters<typeof browsers.browse>[3]['canonical'] = (method, url) =>
      canonicalUrl({ hosts: deps.hosts() })(method, url)
    const named = step.kind === 'open' ? canonical('GET', step.url) : null
    const permitted: readonly NetTouch[] = named?.ok === true ? [named.value] : []
    const outbound = outboundOf(deps)
    return browsers.browse(
      ...([step, sessionOf(deps), permitted] as const),
      {
        canonical,
        fetchFor: (touch, ending) => outbound.power({ permitted: [touch], signal: ending }),
      },
      signal,
    )
  }
}
