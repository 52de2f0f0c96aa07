// The webhooks that a person made, and the endpoint that is open while there is one.
import { openSerialWork } from '../../contract/serial-work.ts'
import { failure, withHint, type Failure } from '../../contract/failure.ts'
import type { NewWebhook, Webhook, WebhooksState } from '../../contract/inbound/webhook.ts'
import { withGuess } from '../../contract/nearest.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { openEndpoint, type Endpoint } from './endpoint.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { newSecret } from './signature.ts'
import { takeDelivery } from './take-delivery.ts'

const MOST_HOOKS = 50

export type Webhooks = ReturnType<typeof openWebhooks>

export function openWebhooks(deps: InboundDeps) {
  const { hooks, secrets, now } = deps
  let endpoint: Endpoint | null = null
  let problem: string | null = null
  /** What was let in and is not written yet. */
  const taking = new Set<Promise<unknown>>()
  // One after another: two that are made at once open one endpoint.
  const inTurn = openSerialWork()

  async function listen(): Promise<void> {
    const wanted = deps.port !== null && hooks.list().some(({ paused }) => !paused)
    if (!wanted && endpoint !== null) {
      const open = endpoint
      endpoint = null
      await open.close()
    }
    if (!wanted) problem = null
    if (!wanted || endpoint !== null || deps.port === null) return
    const opened = await openEndpoint(deps.port, {
      async secretOf(name) {
        // Asked for every name alike: where the store is locked, nobody learns which there are.
        const secret = await secrets.load(name)
        if (!secret.ok) return secret
        return ok(hooks.get(name) === null ? null : secret.value)
      },
      take(delivery) {
        const work = takeDelivery(delivery, deps)
        taking.add(work)
        const over = (): void => void taking.delete(work)
        work.then(over, over)
        return work
      },
      refused: (change, name) =>
        deps.counted(`webhook ${change} ${name ?? ''}`, {
          kind: 'webhook',
          change,
          name,
          count: 1,
          surface: null,
          text: '',
        }),
      now,
      monotonic: deps.monotonic,
      report: deps.report,
    })
    endpoint = opened.ok ? opened.value : null
    problem = opened.ok ? null : withHint(opened.error)
  }

  const urlOf = (name: string): string | null =>
    endpoint === null ? null : `http://127.0.0.1:${endpoint.port}/hooks/${name}`
  const state = (): WebhooksState => ({
    hooks: hooks.list().map((hook) => ({ ...hook, url: hook.paused ? null : urlOf(hook.name) })),
    problem,
  })
  const found = (name: string): Result<Webhook, Failure> => {
    const hook = hooks.get(name)
    return hook === null
      ? err(
          failure(
            'webhook.unknown',
            `There is no webhook named ${name}.`,
            withGuess(
              name,
              hooks.list().map((one) => one.name),
              'See: gatehouse webhooks list',
            ),
          ),
        )
      : ok(hook)
  }
  async function withSecret(name: string): Promise<Result<string, Failure>> {
    const secret = newSecret()
    const saved = await secrets.save(name, secret)
    return saved.ok ? ok(secret) : saved
  }

  return {
    /** Opens the endpoint where there is a webhook. */
    start: () => inTurn(listen),
    state,
    add: (name: string): Promise<Result<NewWebhook, Failure>> =>
      inTurn(async () => {
        if (hooks.get(name) !== null)
          return err(
            failure(
              'webhook.exists',
              `There is a webhook named ${name} already.`,
              'Choose another name, or renew its secret.',
            ),
          )
        if (hooks.list().length >= MOST_HOOKS)
          return err(
            failure('webhook.full', `There are ${MOST_HOOKS} webhooks already.`, 'Remove one.'),
          )
        const ready = await secrets.ready()
        if (!ready.ok) return ready
        const secret = await withSecret(name)
        if (!secret.ok) return secret
        hooks.put({ name, createdAt: now(), paused: false, usedAt: null, received: 0 })
        await listen()
        deps.changed()
        return ok({ name, secret: secret.value, url: urlOf(name) })
      }),
    /** The old secret is worth nothing from now on. */
    renew: (name: string): Promise<Result<NewWebhook, Failure>> =>
      inTurn(async () => {
        const hook = found(name)
        if (!hook.ok) return hook
        const secret = await withSecret(name)
        if (!secret.ok) return secret
        deps.changed()
        return ok({ name, secret: secret.value, url: urlOf(name) })
      }),
    pause: (name: string, paused: boolean): Promise<Result<WebhooksState, Failure>> =>
      inTurn(async () => {
        const hook = found(name)
        if (!hook.ok) return hook
        hooks.put({ ...hook.value, paused })
        await listen()
        deps.changed()
        return ok(state())
      }),
    remove: (name: string): Promise<Result<WebhooksState, Failure>> =>
      inTurn(async () => {
        const hook = found(name)
        if (!hook.ok) return hook
        // Without its row its secret opens nothing, whatever becomes of the secret.
        hooks.remove(name)
        await listen()
        deps.changed()
        const removed = await secrets.remove(name)
        return removed.ok ? ok(state()) : removed
      }),
    dispose: () =>
      inTurn(async () => {
        await endpoint?.close()
        endpoint = null
        await Promise.allSettled(taking)
      }),
  }
}
