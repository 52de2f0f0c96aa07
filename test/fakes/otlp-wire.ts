// Reads the wire format of OTLP logs, protobuf and JSON, by the published definitions
// (opentelemetry-proto 1.x: logs/v1, common/v1, resource/v1, collector/logs/v1). Written without the
// library that writes it, so that both have to be right.
import { z } from 'zod'

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain }
export type Received = {
  readonly resource: Record<string, Plain>
  readonly scope: string
  /** Nanoseconds since 1970. */
  readonly time: bigint
  readonly observed: bigint
  readonly severity: number
  readonly severityText: string
  readonly event: string
  readonly body: Plain
  readonly attributes: Record<string, Plain>
}

type Field = { readonly number: number; readonly value: bigint | Buffer }

/** Every field of one message, in order. Throws for what is no message. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at]
      if (byte === undefined) throw new Error('The message ends within a number.')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    if (at + length > message.length) throw new Error('The message ends within a field.')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const number = Number(tag >> 3n)
    switch (Number(tag & 7n)) {
      case 0:
        yield { number, value: varint() }
        break
      case 1:
        yield { number, value: take(8) }
        break
      case 2:
        yield { number, value: take(Number(varint())) }
        break
      case 5:
        yield { number, value: take(4) }
        break
      default:
        throw new Error(`Field ${number} has a type that OTLP does not use.`)
    }
  }
}

const bytes = ({ value }: Field): Buffer => (typeof value === 'bigint' ? Buffer.alloc(0) : value)
const all = (message: Buffer, number: number): Buffer[] =>
  [...fieldsOf(message)].filter((field) => field.number === number).map(bytes)
const text = (message: Buffer, number: number): string =>
  (all(message, number).at(-1) ?? Buffer.alloc(0)).toString('utf8')

function anyValue(message: Buffer): Plain {
  const field = [...fieldsOf(message)].at(-1)
  if (field === undefined) return null
  const { number, value } = field
  switch (number) {
    case 1:
      return bytes(field).toString('utf8')
    case 2:
      return value !== 0n
    case 3:
      return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : 0
    case 4:
      return bytes(field).readDoubleLE()
    case 5:
      return all(bytes(field), 1).map(anyValue)
    case 6:
      return keyValues(all(bytes(field), 1))
    default:
      throw new Error(`A value of kind ${number} is not expected.`)
  }
}

const keyValues = (messages: readonly Buffer[]): Record<string, Plain> =>
  Object.fromEntries(
    messages.map((message) => [text(message, 1), anyValue(all(message, 2)[0] ?? Buffer.alloc(0))]),
  )

const fixed64 = (message: Buffer, number: number): bigint =>
  all(message, number)[0]?.readBigUInt64LE() ?? 0n

export function readProtobuf(request: Buffer): Received[] {
  return all(request, 1).flatMap((resourceLogs) => {
    const resource = keyValues(all(all(resourceLogs, 1)[0] ?? Buffer.alloc(0), 1))
    return all(resourceLogs, 2).flatMap((scopeLogs) => {
      const scope = text(all(scopeLogs, 1)[0] ?? Buffer.alloc(0), 1)
      return all(scopeLogs, 2).map((record): Received => {
        const severity = [...fieldsOf(record)].find(({ number }) => number === 2)?.value
        return {
          resource,
          scope,
          time: fixed64(record, 1),
          observed: fixed64(record, 11),
          severity: typeof severity === 'bigint' ? Number(severity) : 0,
          severityText: text(record, 3),
          event: text(record, 12),
          body: anyValue(all(record, 5)[0] ?? Buffer.alloc(0)),
          attributes: keyValues(all(record, 6)),
        }
      })
    })
  })
}

type Written = {
  readonly stringValue?: string | undefined
  readonly boolValue?: boolean | undefined
  readonly intValue?: string | number | undefined
  readonly doubleValue?: number | undefined
  readonly arrayValue?: { readonly values: Written[] } | undefined
}
const Value: z.ZodType<Written> = z.strictObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  arrayValue: z.strictObject({ values: z.array(z.lazy(() => Value)) }).optional(),
})
const Pairs = z.array(z.strictObject({ key: z.string(), value: Value }))
const Request = z.object({
  resourceLogs: z.array(
    z.object({
      resource: z.object({ attributes: Pairs }),
      scopeLogs: z.array(
        z.object({
          scope: z.object({ name: z.string() }),
          logRecords: z.array(
            z.object({
              timeUnixNano: z.string().regex(/^\d+$/),
              observedTimeUnixNano: z.string().regex(/^\d+$/),
              severityNumber: z.int(),
              severityText: z.string(),
              eventName: z.string(),
              body: Value.optional(),
              attributes: Pairs,
            }),
          ),
        }),
      ),
    }),
  ),
})

const plain = (value: Written | undefined): Plain =>
  value === undefined
    ? null
    : (value.stringValue ??
      value.boolValue ??
      (value.intValue === undefined ? undefined : Number(value.intValue)) ??
      value.doubleValue ??
      value.arrayValue?.values.map(plain) ??
      null)
const pairs = (of: z.infer<typeof Pairs>): Record<string, Plain> =>
  Object.fromEntries(of.map(({ key, value }) => [key, plain(value)]))

export const readJson = (request: Buffer): Received[] =>
  Request.parse(JSON.parse(request.toString('utf8'))).resourceLogs.flatMap(
    ({ resource, scopeLogs }) =>
      scopeLogs.flatMap(({ scope, logRecords }) =>
        logRecords.map((record): Received => ({
          resource: pairs(resource.attributes),
          scope: scope.name,
          time: BigInt(record.timeUnixNano),
          observed: BigInt(record.observedTimeUnixNano),
          severity: record.severityNumber,
          severityText: record.severityText,
          event: record.eventName,
          body: plain(record.body),
          attributes: pairs(record.attributes),
        })),
      ),
  )

/** An answer that says how many records were rejected, and why. */
export function partialSuccess(rejected: number, why: string, as: 'protobuf' | 'json'): Buffer {
  if (as === 'json')
    return Buffer.from(
      JSON.stringify({ partialSuccess: { rejectedLogRecords: `${rejected}`, errorMessage: why } }),
    )
  const words = Buffer.from(why)
  const inner = Buffer.concat([
    Buffer.from([0x08, ...varint(rejected), 0x12, ...varint(words.length)]),
    words,
  ])
  return Buffer.concat([Buffer.from([0x0a, ...varint(inner.length)]), inner])
}

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)]
