// Labels of tools from outside: what is suggested of them, what a person makes of it, and what
// follows at the gate.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trust } from '../../../contract/call/touch.ts'
import { Rule } from '../../../contract/policy/rule.ts'
import type { ToolEffect, ToolLabels } from '../../../contract/server/tool-labels.ts'
import { compileRules } from '../../../main/gate/rules/rules.ts'
import { suggestLabels } from '../../../main/mcp/trust/labels/suggest-labels.ts'
import { later, newDisk, offerOf, openFixture, sha256, stdio, tool } from './fixture.ts'
import { codePoint } from '../../code-point.ts'
import { tries } from '../../soak.ts'

const args = (...names: readonly string[]) => ({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
})
const suggested = (name: string, more: object = {}, hints: object = {}, config = stdio()) =>
  suggestLabels(tool(name, more, hints), { server: 's', config, sha256 }).labels

describe('the effects that are suggested of a tool', () => {
  it.each<[string, object, object, readonly ToolEffect[]]>([
    ['transfer_funds', {}, {}, ['pays']],
    ['transfer_funds', {}, { readOnly: true }, ['pays']],
    ['transferFunds', args('to', 'amount'), {}, ['pays']],
    ['make_payment', {}, {}, ['pays']],
    ['pay_invoice', {}, {}, ['pays']],
    ['checkout', {}, {}, ['pays']],
    ['place_order', args('symbol', 'quantity'), {}, ['pays']],
    ['submit', args('iban', 'amount'), {}, ['pays']],
    ['get_done', args('recipient', 'amount'), { readOnly: true }, ['pays']],
    ['send_crypto', args('wallet'), {}, ['pays', 'messages']],
    ['ueberweisung_ausfuehren', {}, {}, ['pays']],
    ['process', { description: 'Charges the card of the customer.' }, {}, ['pays']],
    ['delete_account', {}, {}, ['account']],
    ['closeUserAccount', {}, {}, ['account']],
    ['deactivate_user', {}, {}, ['account']],
    ['transfer_ownership', {}, {}, ['account']],
    ['cleanup', { description: 'Permanently deletes the account of a user.' }, {}, ['account']],
    ['grant_access', {}, {}, ['rights']],
    ['assign_role', {}, {}, ['rights']],
    ['create_api_key', {}, {}, ['rights']],
    ['set_permissions', {}, {}, ['rights']],
    ['add_collaborator', {}, {}, ['rights']],
    ['send_email', args('to', 'subject', 'body'), {}, ['messages']],
    ['reply_to_thread', {}, {}, ['messages']],
    ['post_message', {}, {}, ['messages']],
    ['do_it', args('recipient', 'body'), {}, ['messages']],
    ['read_mail', {}, {}, []],
    ['get_order', {}, {}, []],
    ['get_order_and_pay', {}, {}, ['pays']],
    ['read_then_send', {}, {}, ['messages']],
    ['list_payments', {}, {}, []],
    ['get_account', {}, {}, []],
    ['search_messages', {}, {}, []],
    ['get_payment_status', {}, {}, []],
    ['list_roles', {}, {}, []],
    ['create_issue', args('title', 'description'), {}, []],
    ['sequentialthinking', {}, {}, []],
    ['read_file', args('path'), {}, []],
    ['move_file', args('from', 'to'), {}, []],
  ])('%s with %j and hints %j: %j', (name, more, hints, effects) =>
    expect(suggested(name, more, hints).effects).toEqual(effects),
  )

  it('have their floor at every trust, before a review and after it, and never ask for less', async () => {
    const tiers: unknown[] = []
    for (const trust of ['local', 'verified'] as const)
      for (const name of ['transfer_funds', 'make_payment', 'delete_account', 'send_email']) {
        const fixture = openFixture(
          { bank: stdio({ trust }) },
          { bank: offerOf({ tools: [tool(name, {}, { readOnly: true })] }) },
        )
        const before = fixture.servers.external()[0]?.tool.manifest
        await fixture.acceptAll('bank')
        const after = fixture.servers.external()[0]?.tool.manifest
        tiers.push([name, before?.riskTier, after?.riskTier, after?.defaultPolicy.effect])
      }
    const wanted = [
      ...['transfer_funds', 'make_payment', 'delete_account'].map((name) => [name, 'R4', 'R4']),
      ['send_email', 'R3', 'R3'],
    ].map((row) => [...row, 'confirm'])
    expect(tiers).toEqual([...wanted, ...wanted])
  })
})

const letter = { type: 'object', properties: { to: { type: 'string' }, body: {} } }
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

describe('where a tool sends, and what it reads', () => {
  const sends = (...to: string[]) => ({ to })
  it.each<[string, object, object, object, ToolLabels['sends']]>([
    ['send_email', args('to', 'cc', 'body'), {}, {}, sends('/to', '/cc')],
    ['post_message', args('channel_id', 'text'), {}, {}, sends('/channel_id')],
    ['fetch', args('url'), { readOnly: true }, {}, sends('/url')],
    ['read_file', args('path'), {}, {}, null],
    ['read_graph', {}, {}, {}, null],
    ['create_note', args('text'), {}, { hosts: ['api.example'] }, sends()],
    ['create_note', args('text'), { openWorld: false }, { hosts: ['api.example'] }, null],
    ['list_issues', {}, {}, { hosts: ['api.example'], trust: 'verified' }, null],
    ['list_issues', {}, {}, { hosts: ['api.example'], trust: 'community' }, sends()],
    ['move_file', args('from', 'to'), {}, {}, null],
  ])('%s with %j, hints %j, server %j', (name, more, hints, config, wanted) =>
    expect(suggested(name, more, hints, stdio({ trust: 'local', ...config })).sends).toEqual(
      wanted,
    ),
  )

  // "Always" on a tool leaves free what is no recipient, so one that is overlooked is anybody.
  it.each<[string, object, readonly string[]]>([
    [
      'in a list of objects',
      { properties: { messages: { type: 'array', items: letter } } },
      ['/messages'],
    ],
    [
      'behind a reference',
      { properties: { message: { $ref: '#/$defs/m' } }, $defs: { m: letter } },
      ['/message/to'],
    ],
    [
      'behind a reference in a list',
      {
        properties: { messages: { items: { $ref: '#/definitions/m' } } },
        definitions: { m: letter },
      },
      ['/messages'],
    ],
    [
      'in one of several forms',
      { anyOf: [letter, { properties: { channel: {} } }] },
      ['/to', '/channel'],
    ],
    [
      'in a form that may be null',
      { properties: { message: { anyOf: [letter, { type: 'null' }] } } },
      ['/message/to'],
    ],
    ['in a form put together', { properties: { message: { allOf: [letter] } } }, ['/message/to']],
    [
      'in an object of any names',
      { properties: { mails: { additionalProperties: letter } } },
      ['/mails'],
    ],
    [
      'in a pair',
      { properties: { pair: { prefixItems: [{ type: 'number' }, letter] } } },
      ['/pair'],
    ],
    ['for all of it', { $ref: '#/$defs/m', $defs: { m: letter } }, ['/to']],
    [
      'in a schema without an end',
      { properties: { next: { $ref: '#' }, to: {} } },
      ['/next/next/next/to', '/next/next/to', '/next/to', '/to'],
    ],
    [
      'in more places than can be named one by one',
      {
        properties: {
          all: { properties: Object.fromEntries(range(40).map((at) => [`to${at}`, {}])) },
        },
      },
      ['/all'],
    ],
  ])('finds a recipient %s', (_where, schema, wanted) => {
    const { sends: found } = suggested('send_email', { inputSchema: { type: 'object', ...schema } })
    expect(found).toEqual({ to: wanted })
  })

  it.each<[string, object, Trust, boolean, boolean]>([
    ['read_inbox', {}, 'verified', true, true],
    ['read_file', { openWorld: false }, 'local', true, false],
    ['read_notes', {}, 'local', true, false],
    ['fetch_page', {}, 'local', false, true],
    ['get_time', { openWorld: false }, 'local', false, false],
    ['get_time', {}, 'community', false, true],
    ['send_email', {}, 'verified', false, false],
  ])('%s %j of a %s server', (name, hints, trust, isPrivate, untrusted) => {
    const labels = suggested(name, {}, hints, stdio({ trust }))
    expect([labels.readsPrivate, labels.readsUntrusted]).toEqual([isPrivate, untrusted])
  })

  it('is given for any possible tool, in a form that can be stored', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 40, unit: codePoint }),
        fc.string({ maxLength: 80 }),
        fc.jsonValue(),
        (name, description, properties) => {
          const { labels } = suggestLabels(
            tool(name, { description, inputSchema: { type: 'object', properties } }),
            { server: 's', config: stdio(), sha256 },
          )
          expect(labels.id).toMatch(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9-]*)*$/)
        },
      ),
      { numRuns: tries(300) },
    )
  })
})

const bank = () =>
  openFixture(
    { bank: stdio({ trust: 'verified' }) },
    { bank: offerOf({ tools: [tool('transfer_funds', args('to', 'amount'))] }) },
  )
const reviewed = async (fixture: ReturnType<typeof bank>) => {
  const review = await fixture.servers.review('bank', later())
  if (!review.ok) throw new Error(review.error.text)
  return review.value
}
const manifest = (fixture: ReturnType<typeof bank>) =>
  fixture.servers.external()[0]?.tool.manifest ?? null

describe('what a person says at the review', () => {
  it('replaces what is proposed, and what it removes is in the journal', async () => {
    const disk = newDisk()
    const offers = { bank: offerOf({ tools: [tool('transfer_funds', args('to', 'amount'))] }) }
    const fixture = openFixture({ bank: stdio({ trust: 'verified' }) }, offers, disk)
    await fixture.acceptAll('bank')
    const { digest, items } = await reviewed(fixture)
    const labels = items.find(({ what }) => what === 'tool')?.labels
    if (labels === null || labels === undefined) throw new Error('no labels')
    expect(labels).toMatchObject({ tier: 'R4', decided: labels.proposed })
    const own = { ...labels.proposed, id: 'points.transfer', effects: [], sends: { to: ['/to'] } }
    const item = { what: 'tool' as const, name: 'transfer_funds', labels: own }
    expect(await fixture.servers.accept('bank', [item], digest, 'window')).toMatchObject({
      ok: true,
    })
    expect(manifest(fixture)).toMatchObject({ id: 'points.transfer', riskTier: 'R2' })
    expect(disk.rows.at(-1)).toMatchObject({
      change: 'reviewed',
      text: 'Labels below those proposed. transfer_funds: not pays',
    })
    // It lasts: a new start reads it, and finds nothing changed by anybody else.
    const again = openFixture({ bank: stdio({ trust: 'verified' }) }, offers, disk)
    expect([again.servers.listings()[0]?.advice, manifest(again)?.id]).toEqual([
      [],
      'points.transfer',
    ])
  })

  it('never goes below what trust and hints demand', async () => {
    const fixture = openFixture(
      { bank: stdio({ trust: 'verified' }) },
      { bank: offerOf({ tools: [tool('delete_account', {}, { destructive: true })] }) },
    )
    const { digest, items } = await reviewed(fixture)
    const proposed = items.find(({ what }) => what === 'tool')?.labels?.proposed
    if (proposed === undefined) throw new Error('no labels')
    await fixture.servers.accept(
      'bank',
      [
        { what: 'server', name: 'server' },
        { what: 'tool', name: 'delete_account', labels: { ...proposed, effects: [] } },
      ],
      digest,
      'window',
    )
    expect(manifest(fixture)).toMatchObject({ riskTier: 'R3' })
  })

  it('applies to that definition: for another one the stricter of both is proposed', async () => {
    const fixture = bank()
    const { digest, items } = await reviewed(fixture)
    const proposed = items.find(({ what }) => what === 'tool')?.labels?.proposed
    if (proposed === undefined) throw new Error('no labels')
    const calm = { ...proposed, effects: [], readsPrivate: true }
    await fixture.servers.accept(
      'bank',
      [
        { what: 'server', name: 'server' },
        { what: 'tool', name: 'transfer_funds', labels: calm },
      ],
      digest,
      'window',
    )
    fixture.offers.set(
      'bank',
      offerOf({ tools: [tool('transfer_funds', args('to', 'amount', 'memo'))] }),
    )
    const after = (await reviewed(fixture)).items.find(({ what }) => what === 'tool')
    expect(after).toMatchObject({
      state: 'changed',
      labels: { decided: null, proposed: { effects: ['pays'], readsPrivate: true }, tier: 'R4' },
    })
  })

  it('is asked of a tool that was opened before there were labels: until then it goes out and is untrusted', async () => {
    const disk = newDisk()
    const offers = { bank: offerOf({ tools: [tool('read_notes', {}, { openWorld: false })] }) }
    const fixture = openFixture({ bank: stdio({ trust: 'local' }) }, offers, disk)
    await fixture.acceptAll('bank')
    expect(manifest(fixture)?.external).toMatchObject({ decided: true, labels: { sends: null } })
    disk.pins = disk.pins.map((pin) => ({ ...pin, labels: null }))
    disk.rows = []
    const old = openFixture({ bank: stdio({ trust: 'local' }) }, offers, disk)
    old.servers.external()
    disk.pins = disk.pins.map((pin) => ({ ...pin, open: true }))
    const older = openFixture({ bank: stdio({ trust: 'local' }) }, offers, {
      ...disk,
      rows: disk.rows.filter(() => false),
      pins: [],
    })
    expect(older.servers.external()[0]?.tool.manifest.external).toMatchObject({
      decided: false,
      labels: { sends: { to: [] }, readsUntrusted: true, readsPrivate: true },
    })
  })
})

describe('rules on categories and ids', () => {
  const roots = { workspace: '/w', home: '/h', foldsCase: false } as never
  const rule = (effect: string, when: object) =>
    Rule.parse({ id: 'one', reason: 'because', effect, when })
  const facts = (supposed: boolean) => ({
    tool: 'bank__transfer_funds',
    capability: 'payments.bank.transfer-funds',
    otherCapability: 'mcp.bank.transfer-funds',
    supposed,
    category: 'payments' as const,
    action: null,
    tier: 'R3' as const,
    principalKind: 'agent',
    principalName: 'main',
    channel: 'window',
    trust: 'trusted' as const,
    touches: [],
    privateRead: false,
    untrustedRead: false,
    raisers: [],
    at: { epochMs: 0, minute: 0, weekday: 'mon' } as never,
  })
  it.each<[object, string, boolean, boolean]>([
    [{ ids: ['payments.*'] }, 'deny', true, true],
    [{ ids: ['payments.*'] }, 'confirm', true, true],
    [{ ids: ['payments.*'] }, 'allow', false, true],
    [{ ids: ['payments.*'] }, 'allow', true, false],
    [{ ids: ['mcp.bank.*'] }, 'allow', true, true],
    [{ ids: ['mcp.bank.*'] }, 'deny', false, true],
    [{ categories: ['payments'] }, 'deny', true, true],
    [{ categories: ['payments'] }, 'allow', true, false],
    [{ categories: ['payments', 'comms'] }, 'allow', false, true],
    [{ categories: ['comms'] }, 'deny', false, false],
    [{ ids: ['account.*'] }, 'deny', false, false],
  ])('%j, %s, supposed %s: %s', (when, effect, supposed, holds) =>
    expect(compileRules([rule(effect, when)], roots).strictest(facts(supposed)) !== null).toBe(
      holds,
    ),
  )
})
