// The official exporter of OpenTelemetry for logs, over our transport. What it is made of is loaded
// here, when the first batch is sent: few machines have a collector.
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { FleetCollector } from '../../../contract/fleet/collector.ts'
import { collectorTransport, type TransportDeps } from './transport.ts'

export type LogExporter = {
  /** Resolves when the collector has acknowledged all of them. Rejects with why not. */
  send(records: readonly ReadableLogRecord[]): Promise<void>
}

export type ExporterDeps = Pick<TransportDeps, 'fetch' | 'url' | 'headers' | 'now' | 'signal'> & {
  readonly collector: Pick<FleetCollector, 'encoding' | 'compression'>
  /** How long it may take to answer. */
  readonly timeoutMs: number
}

const TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' } as const

export async function openExporter(deps: ExporterDeps): Promise<LogExporter> {
  const [base, transformer] = await Promise.all([
    import('@opentelemetry/otlp-exporter-base'),
    import('@opentelemetry/otlp-transformer'),
  ])
  const { encoding, compression } = deps.collector
  const serializer =
    encoding === 'json' ? transformer.JsonLogsSerializer : transformer.ProtobufLogsSerializer
  const exporter = new base.OTLPExporterBase(
    base.createOtlpNetworkExportDelegate(
      // One batch is under way at a time; one more may be made while an old one is being given up.
      { timeoutMillis: deps.timeoutMs, concurrencyLimit: 2, compression },
      serializer,
      new base.ExporterMetrics<ReadableLogRecord[]>({
        componentType: 'otlp_http_log_exporter',
        metricsHelper: transformer.LogsExporterMetricsHelper,
        // Nobody measures it: its figures would go nowhere.
        url: undefined,
        meterProvider: undefined,
        responseAttributesFromError: () => ({}),
      }),
      collectorTransport({
        ...deps,
        headers: { ...deps.headers, 'content-type': TYPES[encoding] },
        compressed: compression === 'gzip',
        partialSuccess(answer) {
          const said = serializer.deserializeResponse(answer).partialSuccess
          return said === undefined || said === null
            ? null
            : {
                // JSON writes whole numbers of 64 bits as text.
                rejected: Number(said.rejectedLogRecords ?? 0),
                message: said.errorMessage ?? '',
              }
        },
      }),
    ),
  )
  return {
    send: (records) =>
      new Promise((resolve, reject) => {
        exporter.export([...records], ({ error, code }) => {
          if (code === 0) resolve()
          else reject(error ?? new Error('The exporter gave the rows up without saying why.'))
        })
      }),
  }
}
